import {
  ownFormat,
  toHtmlTable,
  toTsv,
  writeOwn,
  type ClipBlock,
  type ClipCell,
} from '../clipboard/clip-formats.ts'
import type { GridSession } from '../data/grid-session.ts'
import { clipCell, isKnown, loadLookups } from './cell-state.ts'
import type { GridColumn } from '../../query/columns.ts'
import { isHead } from './arranged-rows.ts'
import { takesPictures } from './put-picture.ts'
import { axesOf } from './navigation.ts'
import { cellsText, clearSelected, remark, selectedBlocks } from './ranges.ts'
import { cachedByLanguage, t } from '../../ui/text.ts'

const maxCells = 100_000
const maxRows = 10_000

/** Puts the selected cells on the clipboard: for spreadsheets (text and table) and for this grid (values and ids). */
export function copySelected(session: GridSession, data: DataTransfer): boolean {
  const area = copiedArea(session)
  if (!area) return false
  if (!isThere(session, area)) {
    // The event ends before the rows or referrers are loaded.
    void copyLater(session, area, asCells)
    return false
  }
  const block = blockFor(session, area)
  data.setData('text/plain', toTsv(textsOf(block)))
  data.setData('text/html', toHtmlTable(block))
  data.setData(ownFormat, writeOwn(block))
  session.announce(asCells.describe(cellsText(area.rows.length * area.columnIds.length)))
  return true
}

export function cutSelected(session: GridSession, data: DataTransfer): void {
  if (copySelected(session, data)) void clearSelected(session, 'cut')
}

export async function copyWithHeaders(session: GridSession): Promise<void> {
  const area = copiedArea(session)
  if (area) await copyLater(session, area, withNames())
}

export function copyAsMarkdown(session: GridSession): Promise<void> {
  return copyAs(session, (cells) => t('{cells} copied as Markdown.', { cells }), toMarkdown)
}

export function copyAsJson(session: GridSession): Promise<void> {
  return copyAs(session, (cells) => t('{cells} copied as JSON.', { cells }), toJson)
}

export async function copyWithoutPictures(session: GridSession): Promise<void> {
  const area = copiedArea(session)
  if (!area) return
  const textColumns = columnsOf(session, area).filter((column) => !takesPictures(column))
  if (textColumns.length === 0)
    return remark(session, t('Only pictures are selected: select other columns as well.'))
  const columnIds = textColumns.map(({ id }) => id)
  await copyLater(
    session,
    { ...area, columnIds },
    { ...withNames(), describe: (cells) => t('{cells} copied without pictures.', { cells }) },
  )
}

async function copyAs(
  session: GridSession,
  describe: CopyForm['describe'],
  write: typeof toMarkdown,
): Promise<void> {
  const area = copiedArea(session)
  if (!area) return
  const columns = columnsOf(session, area).map(({ id, name }) => ({ key: id, name }))
  await copyLater(session, area, { describe, text: (_names, block) => write(columns, block) })
}

interface CopyForm {
  readonly describe: (cells: string) => string
  readonly text: (names: ClipBlock, block: ClipBlock) => string
  readonly html?: (names: ClipBlock, block: ClipBlock) => string
}

const asCells: CopyForm = {
  describe: (cells) => t('{cells} copied.', { cells }),
  text: (_names, block) => toTsv(textsOf(block)),
  html: (_names, block) => toHtmlTable(block),
}

const withNames = cachedByLanguage((): CopyForm => ({
  describe: (cells) => t('{cells} copied with headers.', { cells }),
  text: (names, block) => toTsv(textsOf([...names, ...block])),
  html: (names, block) => toHtmlTable([...names, ...block]),
}))

interface Area {
  readonly rows: readonly number[]
  readonly columnIds: readonly string[]
}

/** The rows and columns to copy; several ranges must form one block once they are moved together. */
function copiedArea(session: GridSession): Area | undefined {
  const blocks = selectedBlocks(session)
  const [first] = blocks
  if (!first) return undefined
  const isStacked = blocks.every(({ left, right }) => left === first.left && right === first.right)
  const isAligned = blocks.every(({ top, bottom }) => top === first.top && bottom === first.bottom)
  if (!isStacked && !isAligned) {
    remark(session, t('These ranges cannot be copied together: they need the same rows or the same columns.'))
    return undefined
  }
  const count = blocks.reduce((sum, { top, bottom }) => sum + bottom - top + 1, 0)
  const columns = positions(blocks.map(({ left, right }) => [left, right]))
  if (count > maxRows || count * columns.length > maxCells) {
    const rows = session.context.formats.formatNumber(maxRows)
    remark(
      session,
      t('This is too much for the clipboard: select at most {rows} rows, or export them.', { rows }),
    )
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

/** Copies once all rows are loaded, as a table: own formats cannot be written outside a copy event. */
async function copyLater(session: GridSession, area: Area, form: CopyForm): Promise<void> {
  const first = area.rows[0] ?? 0
  const last = area.rows.at(-1) ?? first
  const block = (async (): Promise<ClipBlock> => {
    if (!(await session.shown.load({ first, last }))) throw new Error('rows missing')
    if (!(await loadLookups(session, { first, last }, columnsOf(session, area))))
      throw new Error('values missing')
    return blockFor(session, area)
  })()
  const names = [area.columnIds.map((id) => ({ text: session.columnOf(id)?.name ?? id }))]
  const blob = async (type: string, write: CopyForm['text']): Promise<Blob> =>
    new Blob([write(names, await block)], { type })
  try {
    const item = new ClipboardItem({
      'text/plain': blob('text/plain', form.text),
      ...(form.html && { 'text/html': blob('text/html', form.html) }),
    })
    await navigator.clipboard.write([item])
    session.announce(form.describe(cellsText(area.rows.length * area.columnIds.length)))
  } catch {
    remark(session, t('The cells could not be copied. Check that Vitrine is running and copy again.'))
  }
}

interface CopiedColumn {
  readonly key: string
  readonly name: string
}

/** Formats a Markdown table: bars are escaped, line breaks within a cell become `<br>`. */
export function toMarkdown(columns: readonly CopiedColumn[], block: ClipBlock): string {
  const line = (texts: readonly string[]): string => `| ${texts.join(' | ')} |`
  const isNumeric = (at: number): boolean =>
    block.length > 0 && block.every((row) => typeof (row[at]?.raw ?? 0) === 'number')
  return [
    line(columns.map(({ name }) => inMarkdown(name))),
    line(columns.map((_column, at) => (isNumeric(at) ? '---:' : '---'))),
    ...block.map((row) => line(row.map(({ text }) => inMarkdown(text)))),
  ].join('\n')
}

function inMarkdown(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('|', '\\|').trim().replaceAll(/\r?\n/g, '<br>')
}

/** Formats one object per row by keys of the API, with stored values; a refused edit is its text. */
export function toJson(columns: readonly CopiedColumn[], block: ClipBlock): string {
  const valueOf = ({ text, raw }: ClipCell | undefined = { text: '' }) => (raw === undefined ? text : raw)
  const rows = block.map((row) => Object.fromEntries(columns.map(({ key }, at) => [key, valueOf(row[at])])))
  return JSON.stringify(rows, null, 2)
}
