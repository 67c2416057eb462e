import type { PlacedColumn } from '../model/geometry.ts'

/** How much narrower a column is on paper, where the letters are smaller than on the screen. */
const shrink = 0.8

/** A column on paper with its width in CSS pixels. */
export interface PrintedColumn {
  readonly column: PlacedColumn['column']
  readonly width: number
}

/**
 * The columns in bands that fit the width of a page, as spreadsheets print wide tables: one band after the other, each beginning
 * with the first column, so that its rows keep their names.
 */
export function pageBands(
  placed: readonly Pick<PlacedColumn, 'column' | 'width'>[],
  pageWidth: number,
): readonly (readonly PrintedColumn[])[] {
  const [first, ...others] = placed.map(({ column, width }) => ({
    column,
    width: Math.min(width * shrink, pageWidth / 2),
  }))
  if (!first) return []
  const bands: PrintedColumn[][] = [[first]]
  let room = pageWidth - first.width
  for (const next of others) {
    if (next.width > room) {
      bands.push([first])
      room = pageWidth - first.width
    }
    bands.at(-1)?.push(next)
    room -= next.width
  }
  return bands
}
