import { ownFormat, toHtmlTable, toTsv, writeOwn } from '../clipboard/clip-formats.ts'
import type { ClipBlock } from '../clipboard/clip-block.ts'
import type { GridSession } from '../data/grid-session.ts'
import { clipCell, isKnown, loadLookups } from './cell-state.ts'
import type { GridColumn } from '../../query/columns.ts'
import { isHead } from './arranged-rows.ts'
import { axesOf } from './navigation.ts'
import { cellsText, clearSelected, remark, selectedBlocks } from './ranges.ts'

const mostCells = 100_000
const mostRows = 10_000

/** Puts the selected cells on the clipboard: for spreadsheets (text and table) and for this grid (values and ids). */
export function copySelected(session: GridSession, data: DataTransfer): boolean {
  const area = copiedArea(session)
  if (!area) return false
  if (!isThere(session, area)) {
    // The event ends before the rows are there, or what refers to them.
    void copyLater(session, area, false)
    return false
  }
  const block = blockFor(session, area)
  data.setData('text/plain', toTsv(textsOf(block)))
  data.setData('text/html', toHtmlTable(block))
  data.setData(ownFormat, writeOwn(block))
  session.announce(`${cellsText(session, area.rows.length * area.columnIds.length)} copied.`)
  return true
}

/** Copies the selected cells and clears them. */
export function cutSelected(session: GridSession, data: DataTransfer): void {
  if (copySelected(session, data)) void clearSelected(session, 'cut')
}

/** Puts the selected cells on the clipboard under the names of their columns. */
export async function copyWithHeaders(session: GridSession): Promise<void> {
  const area = copiedArea(session)
  if (area) await copyLater(session, area, true)
}

interface Area {
  readonly rows: readonly number[]
  readonly columnIds: readonly string[]
}

/** The rows and columns to copy; several ranges must make one block once they are pushed together. */
function copiedArea(session: GridSession): Area | undefined {
  const blocks = selectedBlocks(session)
  const [first] = blocks
  if (!first) return undefined
  const isStacked = blocks.every(({ left, right }) => left === first.left && right === first.right)
  const isAligned = blocks.every(({ top, bottom }) => top === first.top && bottom === first.bottom)
  if (!isStacked && !isAligned) {
    remark(session, 'These ranges cannot be copied together: they need the same rows or the same columns.')
    return undefined
  }
  const count = blocks.reduce((sum, { top, bottom }) => sum + bottom - top + 1, 0)
  const columns = positions(blocks.map(({ left, right }) => [left, right]))
  if (count > mostRows || count * columns.length > mostCells) {
    const rows = session.context.formats.formatNumber(mostRows)
    remark(session, `This is too much for the clipboard: select at most ${rows} rows, or export them.`)
    return undefined
  }
  const { columnIds } = axesOf(session)
  return {
    rows: positions(blocks.map(({ top, bottom }) => [top, bottom])).filter((row) => !isHead(session, row)),
    columnIds: columns.flatMap((column) => columnIds[column] ?? []),
  }
}

function isThere(session: GridSession, area: Area): boolean {
  const columns = columnsOf(session, area)
  return area.rows.every((row) => isKnown(session, row, columns))
}

function columnsOf(session: GridSession, { columnIds }: Area): GridColumn[] {
  return columnIds.flatMap((id) => session.columnOf(id) ?? [])
}

/** Every position of the spans once, in their order. */
function positions(spans: readonly (readonly [number, number])[]): number[] {
  const all = spans.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, index) => from + index))
  return [...new Set(all)].sort((a, b) => a - b)
}

function blockFor(session: GridSession, { rows, columnIds }: Area): ClipBlock {
  return rows.map((row) => columnIds.map((columnId) => clipCell(session, { row, columnId })))
}

function textsOf(block: ClipBlock): string[][] {
  return block.map((row) => row.map(({ text }) => text))
}

/** Copies once all rows are there. The values go with the table: own formats cannot be written outside of a copy event. */
async function copyLater(session: GridSession, area: Area, hasHeaders: boolean): Promise<void> {
  const first = area.rows[0] ?? 0
  const last = area.rows.at(-1) ?? first
  const block = (async (): Promise<ClipBlock> => {
    if (!(await session.shown.load({ first, last }))) throw new Error('rows missing')
    if (!(await loadLookups(session, { first, last }, columnsOf(session, area))))
      throw new Error('values missing')
    const names = area.columnIds.map((id) => ({ text: session.columnOf(id)?.name ?? id }))
    return [...(hasHeaders ? [names] : []), ...blockFor(session, area)]
  })()
  const blob = async (type: string, write: (block: ClipBlock) => string): Promise<Blob> =>
    new Blob([write(await block)], { type })
  try {
    const item = new ClipboardItem({
      'text/plain': blob('text/plain', (cells) => toTsv(textsOf(cells))),
      'text/html': blob('text/html', toHtmlTable),
    })
    await navigator.clipboard.write([item])
    const headers = hasHeaders ? ' with headers' : ''
    session.announce(`${cellsText(session, area.rows.length * area.columnIds.length)} copied${headers}.`)
  } catch {
    remark(session, 'The cells could not be copied. Check that Vitrine is running and copy again.')
  }
}
