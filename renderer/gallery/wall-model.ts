/**
 * Where the tiles of the gallery are, and which of them are selected: 10,000 tiles of one size need no
 * element each, as the position of any of them follows from its number.
 *
 *     layoutWall(1000, 'medium') → 5 columns; tilesInView(…) → [10, 34]; tilesIn(a lasso) → [11, 12, 16, 17]
 */
import { cachedByLanguage, t } from '../ui/text.ts'
import { StoredChoice } from '../state/stored-choice.ts'

export const tileSizes = ['small', 'medium', 'large'] as const
export type TileSize = (typeof tileSizes)[number]

export const tileSize = new StoredChoice<TileSize>({
  key: 'vitrine.gallery-tiles',
  values: tileSizes,
  start: 'medium',
})

export const tileSizeTexts = cachedByLanguage((): Readonly<Record<TileSize, string>> => ({
  small: t('Small'),
  medium: t('Medium'),
  large: t('Large'),
}))

const minTileWidth: Readonly<Record<TileSize, number>> = { small: 104, medium: 168, large: 264 }
const nameHeight = 28
export const tileGap = 10

export interface WallLayout {
  readonly columns: number
  readonly tileWidth: number
  readonly tileHeight: number
}

/** Fills the width with as many tiles as fit; they are as wide as each other and keep their least width. */
export function layoutWall(width: number, size: TileSize): WallLayout {
  const columns = Math.max(1, Math.floor((width - tileGap) / (minTileWidth[size] + tileGap)))
  const tileWidth = Math.max(minTileWidth.small, Math.floor((width - tileGap) / columns) - tileGap)
  return { columns, tileWidth, tileHeight: tileWidth + nameHeight }
}

export function wallHeight({ columns, tileHeight }: WallLayout, total: number): number {
  return Math.ceil(total / columns) * (tileHeight + tileGap) + tileGap
}

export function tilePosition(layout: WallLayout, index: number): { readonly x: number; readonly y: number } {
  const { columns, tileWidth, tileHeight } = layout
  return {
    x: tileGap + (index % columns) * (tileWidth + tileGap),
    y: tileGap + Math.floor(index / columns) * (tileHeight + tileGap),
  }
}

export interface IndexRange {
  readonly first: number
  readonly last: number
}

const overscannedRows = 3

/** The tiles to draw for a part of the wall, with some rows above and below it; empty for an empty wall. */
export function tilesInView(
  { columns, tileHeight }: WallLayout,
  { top, height, total }: { readonly top: number; readonly height: number; readonly total: number },
): IndexRange {
  const rowHeight = tileHeight + tileGap
  const firstRow = Math.max(0, Math.floor(top / rowHeight) - overscannedRows)
  const lastRow = Math.floor((top + height) / rowHeight) + overscannedRows
  return { first: Math.min(firstRow * columns, total), last: Math.min(total, (lastRow + 1) * columns) - 1 }
}

export interface Area {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** The tiles that an area of the wall touches. */
export function tilesIn(layout: WallLayout, area: Area, total: number): number[] {
  const { columns, tileWidth, tileHeight } = layout
  const span = (from: number, to: number, size: number): [number, number] => [
    Math.max(0, Math.floor(from / (size + tileGap))),
    Math.floor((to - tileGap) / (size + tileGap)),
  ]
  const [firstColumn, lastColumn] = span(area.left, area.right, tileWidth)
  const [firstRow, lastRow] = span(area.top, area.bottom, tileHeight)
  const found: number[] = []
  for (let row = firstRow; row <= lastRow; row += 1)
    for (let column = firstColumn; column <= Math.min(lastColumn, columns - 1); column += 1)
      if (row * columns + column < total) found.push(row * columns + column)
  return found
}

/** The tile under a point of the wall; undefined between tiles and behind the last one. */
export function tileAt(
  layout: WallLayout,
  { x, y }: { readonly x: number; readonly y: number },
  total: number,
) {
  return tilesIn(layout, { left: x, right: x, top: y, bottom: y }, total)[0]
}

/** Where a key moves the focus to; undefined for keys that move nothing. */
export function moveFocus(
  key: string,
  focus: number | undefined,
  {
    columns,
    pageRows,
    total,
  }: { readonly columns: number; readonly pageRows: number; readonly total: number },
): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
    PageUp: -columns * pageRows,
    PageDown: columns * pageRows,
    Home: -total,
    End: total,
  }
  const step = steps[key]
  if (step === undefined || total === 0) return undefined
  if (focus === undefined) return key === 'End' ? total - 1 : 0
  const next = focus + step
  // An arrow that leads out of the wall stays, as in a folder; pages and ends go as far as they can.
  if (key.startsWith('Arrow')) return next < 0 || next >= total ? focus : next
  return Math.max(0, Math.min(total - 1, next))
}

export interface WallSelection {
  /** The tile with the focus, and the one that a range begins at. */
  readonly focus: number | undefined
  readonly anchor: number | undefined
  readonly ids: ReadonlySet<string>
}

export const noSelection: WallSelection = { focus: undefined, anchor: undefined, ids: new Set() }

export function selectOne(index: number, id: string | undefined): WallSelection {
  return { focus: index, anchor: index, ids: new Set(id === undefined ? [] : [id]) }
}

export function toggleOne(selection: WallSelection, index: number, id: string): WallSelection {
  const ids = new Set(selection.ids)
  if (!ids.delete(id)) ids.add(id)
  return { focus: index, anchor: index, ids }
}

/** The range from the anchor to a tile, in its order. */
export function rangeTo({ anchor, focus }: WallSelection, index: number): IndexRange {
  const from = anchor ?? focus ?? index
  return { first: Math.min(from, index), last: Math.max(from, index) }
}
