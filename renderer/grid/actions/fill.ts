import type { GridColumn } from '../../query/columns.ts'
import type { AttributeValue } from '#shared/entities.ts'
import type { ClipCell } from '../clipboard/clip-formats.ts'
import type { GridSession } from '../data/grid-session.ts'
import { blockOf, cellsOf, type Block } from '../model/selection.ts'
import { continueSeries, type SeriesKind } from '../model/series.ts'
import { clipCell, clipValue } from './cell-state.ts'
import { draftWrites, type FilledCell } from './draft-writes.ts'
import { offerUndo } from './history.ts'
import { isHead, rowsBetween, withoutHead } from './arranged-rows.ts'
import { axesOf } from './navigation.ts'
import { cellsText, loadBlocks, remark, selectedBlocks } from './ranges.ts'
import { t } from '../../ui/text.ts'

/**
 * Copies the first row of each selected block down (Ctrl+D), or the first column to the right (Ctrl+R). A
 * single row or column takes the one before it.
 */
export async function fillFrom(session: GridSession, edge: 'top' | 'left'): Promise<void> {
  const pairs = selectedBlocks(session).map((block) => splitAt(withoutHead(session, block), edge))
  const targets: FilledCell[] = []
  for (const { source, target } of pairs) {
    if (source.top < 0 || source.left < 0) continue
    if (!(await loadBlocks(session, [source, target]))) return
    targets.push(...fillTargets(session, { source, target, isCopy: true }))
  }
  await write(session, targets)
}

/** Continues a block into the adjacent target: its series, or (`isCopy`) copies of it. */
export async function fillInto(session: GridSession, fill: Fill): Promise<void> {
  if (await loadBlocks(session, [fill.source, fill.target])) await write(session, fillTargets(session, fill))
}

/** Continues the selected block to the last row, or to the end of its group. */
export async function fillToEnd(session: GridSession, isCopy: boolean): Promise<void> {
  const selection = session.selection.get()
  if (!selection) return
  if (selection.span !== 'cells' || selection.more.length > 0)
    return remark(session, t('Select one block of cells to fill down from.'))
  const axes = axesOf(session)
  const source = withoutHead(session, blockOf(selection, axes))
  const bottom = lastBelow(session, source.bottom)
  if (bottom === source.bottom) return remark(session, t('There are no rows below to fill.'))
  await fillInto(session, { source, target: { ...source, top: source.bottom + 1, bottom }, isCopy })
}

function lastBelow(session: GridSession, row: number): number {
  let last = row
  while (last + 1 < session.rowCount && !isHead(session, last + 1)) {
    last += 1
    if (!session.rows.plan) return session.rowCount - 1
  }
  return last
}

export async function fillSelected(session: GridSession, clip: ClipCell): Promise<void> {
  const blocks = selectedBlocks(session)
  if (!(await loadBlocks(session, blocks))) return
  const cells = [...cellsOf(blocks, axesOf(session))].filter(({ row }) => !isHead(session, row))
  await write(
    session,
    cells.map((cell) => ({ cell, clip })),
  )
}

export interface Fill {
  readonly source: Block
  readonly target: Block
  readonly isCopy: boolean
}

function splitAt(block: Block, edge: 'top' | 'left'): { source: Block; target: Block } {
  if (edge === 'top') {
    const isOne = block.top === block.bottom
    const row = isOne ? block.top - 1 : block.top
    return { source: { ...block, top: row, bottom: row }, target: { ...block, top: row + 1 } }
  }
  const isOne = block.left === block.right
  const column = isOne ? block.left - 1 : block.left
  return { source: { ...block, left: column, right: column }, target: { ...block, left: column + 1 } }
}

function seriesKind({ traits }: GridColumn): SeriesKind | undefined {
  if (traits.family === 'number' || traits.family === 'date') return traits.family
  return traits.layout === 'line' ? 'text' : undefined
}

function fillTargets(session: GridSession, fill: Fill): FilledCell[] {
  const isVertical = fill.source.left === fill.target.left && fill.source.right === fill.target.right
  return isVertical ? fillColumns(session, fill) : fillRows(session, fill)
}

function fillColumns(session: GridSession, { source, target, isCopy }: Fill): FilledCell[] {
  const { columnIds } = axesOf(session)
  return columnIds.slice(source.left, source.right + 1).flatMap((columnId) => {
    const clips = rowsBetween(session, source).map((row) => clipCell(session, { row, columnId }))
    const next = isCopy ? repeat(clips) : throwIfInterrupted(session, columnId, clips)
    const rows = rowsBetween(session, target)
    const first = target.top > source.top ? clips.length : -rows.length
    return rows.map((row, index) => ({ cell: { row, columnId }, clip: next(first + index) }))
  })
}

// Across columns of different types a series makes no sense, only copies.
function fillRows(session: GridSession, { source, target }: Fill): FilledCell[] {
  const { columnIds } = axesOf(session)
  return Array.from({ length: source.bottom - source.top + 1 }, (_, index) => source.top + index).flatMap(
    (row) => {
      const sources = columnIds.slice(source.left, source.right + 1)
      const next = repeat(sources.map((columnId) => clipCell(session, { row, columnId })))
      return columnIds.slice(target.left, target.right + 1).map((columnId, index) => ({
        cell: { row, columnId },
        clip: next(target.left + index - source.left),
      }))
    },
  )
}

type Next = (index: number) => ClipCell

function repeat(clips: readonly ClipCell[]): Next {
  return (index) => clips[((index % clips.length) + clips.length) % clips.length] ?? { text: '' }
}

function throwIfInterrupted(session: GridSession, columnId: string, clips: readonly ClipCell[]): Next {
  const column = session.columnOf(columnId)
  const kind = column && seriesKind(column)
  if (!column || !kind) return repeat(clips)
  const next = continueSeries<AttributeValue | null>(
    clips.map(({ raw }) => raw ?? null),
    kind,
  )
  return (index) => clipValue(session, column, next(index))
}

async function write(session: GridSession, targets: readonly FilledCell[]): Promise<void> {
  if (targets.length === 0) return
  const { cells, failures, readOnly } = await draftWrites(session, targets)
  if (readOnly > 0) remark(session, t('{value} left as is: read-only.', { value: cellsText(readOnly) }))
  const text = cellsText(cells.length)
  await session.write(t('fill of {text}', { text }), cells, failures)
  if (cells.length === 0) return
  session.announce(t('{text} filled.', { text }))
  if (cells.length > 1) offerUndo(session, t('{text} filled', { text }))
}
