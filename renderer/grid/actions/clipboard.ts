import type { AttributeValue } from '#shared/entities.ts'
import { cellTypeOf } from '../cells/registry.ts'
import { isStub, isStubList } from '../cells/stubs.ts'
import { planPaste } from '../clipboard/paste-plan.ts'
import { parseTsv, toHtmlTable, toTsv } from '../clipboard/tsv.ts'
import type { GridSession } from '../data/grid-session.ts'
import type { GridColumn } from '../model/columns.ts'
import { blockOf, cellCount, type CellPosition } from '../model/selection.ts'
import { cellAt } from './cell-state.ts'
import { clearSelected, saveCell } from './editing.ts'
import { axesOf } from './navigation.ts'

const ownFormat = 'application/x-vitrine-cells+json'

/** Puts the selected block on the clipboard, for spreadsheets (text and table) and for this grid (ids of references). */
export function copySelected(session: GridSession, data: DataTransfer): boolean {
  const selection = session.selection.get()
  if (!selection) return false
  const axes = axesOf(session)
  const block = blockOf(selection, axes)
  const rows: Copied[][] = []
  for (let row = block.top; row <= block.bottom; row += 1) {
    if (!session.rowAt(row)) {
      session.announce('Some of the selected rows are not loaded. Select fewer rows and copy again.')
      return false
    }
    rows.push(
      axes.columnIds
        .slice(block.left, block.right + 1)
        .map((columnId) => copyCell(session, { row, columnId })),
    )
  }
  const texts = rows.map((row) => row.map(({ text }) => text))
  data.setData('text/plain', toTsv(texts))
  data.setData('text/html', toHtmlTable(texts))
  data.setData(ownFormat, JSON.stringify(rows.map((row) => row.map(({ value }) => value))))
  session.announce(cellCount(block) === 1 ? 'Copied.' : `${cellCount(block)} cells copied.`)
  return true
}

/** Copies the block and clears it. */
export function cutSelected(session: GridSession, data: DataTransfer): boolean {
  if (!copySelected(session, data)) return false
  clearSelected(session)
  return true
}

/**
 * Writes a block from the clipboard, from the top left cell of the selection on; a single value fills the selection. Read-only
 * cells are left out; what does not fit and what was left out is said.
 */
export function pasteInto(session: GridSession, data: DataTransfer): void {
  const selection = session.selection.get()
  const text = data.getData('text/plain')
  if (!selection || text === '') return
  const cells = parseTsv(text)
  const values = parseOwn(data.getData(ownFormat), cells)
  const axes = axesOf(session)
  const size = { rows: cells.length, columns: Math.max(...cells.map(({ length }) => length)) }
  const plan = planPaste(blockOf(selection, axes), size, axes)
  const count = { pasted: 0, readOnly: 0, outside: plan.outside }
  for (const { cell, sourceRow, sourceColumn } of plan.placements) {
    const value = values?.[sourceRow]?.[sourceColumn]
    count[pasteCell(session, cell, cells[sourceRow]?.[sourceColumn] ?? '', value)] += 1
  }
  reportPaste(session, count)
}

function pasteCell(
  session: GridSession,
  cell: CellPosition,
  text: string,
  value: AttributeValue | null | undefined,
): keyof PasteCount {
  const at = cellAt(session, cell)
  if (!at) return 'outside'
  if (at.column.readOnlyReason !== undefined) return 'readOnly'
  saveCell(session, at.entity.id, at.column, referenceIds(at.column, value) ?? text)
  return 'pasted'
}

interface PasteCount {
  readonly pasted: number
  readonly readOnly: number
  readonly outside: number
}

function reportPaste(session: GridSession, { pasted, readOnly, outside }: PasteCount): void {
  const parts = [`${counted(pasted)} pasted.`]
  if (readOnly > 0) parts.push(`${counted(readOnly)} left as is: read-only.`)
  if (outside > 0) parts.push(`${counted(outside)} did not fit: there are not enough rows or columns here.`)
  const cursor = session.selection.get()?.cursor
  if (cursor && parts.length > 1) session.note.set({ cell: cursor, text: parts.join(' ') })
  session.announce(parts.join(' '))
}

function counted(cells: number): string {
  return `${cells} ${cells === 1 ? 'cell' : 'cells'}`
}

interface Copied {
  readonly value: AttributeValue | null
  readonly text: string
}

// The text that editing would start with: numbers without grouping and dates as 2026-01-31 are read by every spreadsheet.
function copyCell(session: GridSession, cell: CellPosition): Copied {
  const at = cellAt(session, cell)
  if (!at || at.value === null) return { value: null, text: '' }
  const type = cellTypeOf(at.column)
  const text = type.edit?.(at.value, session.context) ?? type.format(at.value, at.column, session.context)
  return { value: at.value, text }
}

/** The values that this grid copied, if the text beside them is the same block. */
function parseOwn(json: string, cells: readonly unknown[]): (AttributeValue | null)[][] | undefined {
  if (json === '') return undefined
  try {
    const values = JSON.parse(json) as (AttributeValue | null)[][]
    return values.length === cells.length ? values : undefined
  } catch {
    return undefined
  }
}

/** A copied reference goes into a reference column by its id: labels may not be unique. */
function referenceIds(column: GridColumn, value: AttributeValue | null | undefined): string | undefined {
  if (column.kind !== 'entity_reference' && column.kind !== 'entity_list_reference') return undefined
  if (value === undefined || value === null) return undefined
  if (isStubList(value)) return value.map(({ id }) => id).join(',')
  return isStub(value) ? value.id : undefined
}
