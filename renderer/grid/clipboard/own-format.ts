import type { AttributeValue } from '#shared/entities.ts'
import { squared, type ClipBlock } from './clip-block.ts'

/** The clipboard format of cells of this program: values as they are stored, references with their ids. */
export const ownFormat = 'application/x-catalog-cells+json'

const version = 1

interface OwnCells {
  readonly version: number
  readonly rows: readonly (readonly { text: string; value: AttributeValue | null }[])[]
}

export function writeOwn(block: ClipBlock): string {
  const rows = block.map((row) => row.map(({ text, raw }) => ({ text, value: raw ?? null })))
  return JSON.stringify({ version, rows } satisfies OwnCells)
}

/** The cells that this program copied; undefined for anything else. */
export function readOwn(json: string): ClipBlock | undefined {
  if (json === '') return undefined
  try {
    const cells = JSON.parse(json) as OwnCells
    if (cells.version !== version) return undefined
    return squared(cells.rows.map((row) => row.map(({ text, value }) => ({ text, raw: value }))))
  } catch {
    return undefined
  }
}
