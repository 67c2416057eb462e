import type { AttributeValue } from '#shared/entities.ts'

/** One cell from the clipboard: the text people see, and the value behind it where the source told it. */
export interface ClipCell {
  readonly text: string
  /** The value as this program stores it; null for an empty cell. */
  readonly raw?: AttributeValue | null | undefined
  /** The number behind a formatted text, as a spreadsheet told it. */
  readonly number?: number | undefined
}

/** Rows of cells from the clipboard, all of one width. */
export type ClipBlock = readonly (readonly ClipCell[])[]

export interface Size {
  readonly rows: number
  readonly columns: number
}

export function measureBlock(block: ClipBlock): Size {
  return { rows: block.length, columns: block[0]?.length ?? 0 }
}

const blank: ClipCell = { text: '' }

/** Fills short rows up with blanks. */
export function squared(rows: readonly (readonly ClipCell[])[]): ClipBlock {
  const width = Math.max(0, ...rows.map(({ length }) => length))
  return rows.map((row) => [...row, ...Array.from({ length: width - row.length }, () => blank)])
}
