import { toUtcDay } from '#shared/iso-times.ts'
import { holdsReferences } from '#shared/attributes.ts'
import type { AttributeValue } from '#shared/entities.ts'
import { type CellWrite, scalarWrite, type CellContext } from '../data/cell-write.ts'
import { listWrite, referenceWrite } from '../cells/reference-search.ts'
import { cellTypeOf, toClearingWrite } from '../cells/registry.ts'
import { isStub, isStubList } from '../cells/stubs.ts'
import type { GridColumn } from '../../query/columns.ts'
import type { ClipCell, Size } from './clip-formats.ts'
import type { IssueCode } from '#shared/errors.ts'
import { kinds, type TextKindName } from '#shared/kinds.ts'
import { splitList } from '#shared/text.ts'
import { describeTooLarge } from '#shared/value-limits.ts'
import { explainFault } from '../data/issue-sentences.ts'
import type { CellKind } from '../../query/data-types.ts'
import { tMessage } from '../../ui/text.ts'
import type { Axes, Block, CellPosition } from '../model/selection.ts'

/** A clipboard cell for a column: a write, perhaps with a fault, or text to look up. */
export type CoercedValue =
  | { readonly write: CellWrite; readonly reason: string | undefined }
  | { readonly lookUp: string }

type Test = (wire: unknown, column: GridColumn) => IssueCode | undefined

/** Tests that need no server. Patterns run only on the server, where their time is limited. */
const tests: Readonly<Record<CellKind, Test>> = {
  single_line_text_field: testLength,
  multi_line_text_field: testLength,
  rich_text_field: testLength,
  number: testNumber,
  money: testNumber,
  measure: testNumber,
  gtin: testKind('gtin'),
  email: testKind('email'),
  date_time: testKind('date_time'),
  file: testKind('file'),
  price_tiers: testKind('price_tiers'),
  progress: testNumber,
  rank: testNumber,
  boolean: (wire) => (typeof wire === 'boolean' ? undefined : 'expected_boolean'),
  date: (wire) => (/^\d{4}-\d{2}-\d{2}$/.test(String(wire)) ? undefined : 'expected_date'),
  url: (wire) => (/^https?:\/\/[^\s/]/i.test(String(wire)) ? undefined : 'expected_url'),
  image: testFile,
  video: testFile,
  json: testJson,
  single_select_list: (wire, { options }) => testOptions([String(wire)], options),
  multi_select_list: (wire, { options }) => testOptions(splitList(String(wire)), options),
  status: (wire, { options }) => (options.length === 0 ? undefined : testOptions([String(wire)], options)),
  entity_reference: untested,
  entity_list_reference: untested,
  inverse_reference: untested,
  reference_lookup: untested,
  formula: untested,
  timestamp: untested,
  identifier: untested,
  completeness: untested,
  score: untested,
  remark: untested,
}

/** A fault of the write that needs no server; undefined without one. */
export function localFault(column: GridColumn, { wire }: CellWrite): string | undefined {
  if (wire === null || wire === undefined) return undefined
  const tooLarge = typeof wire === 'string' ? describeTooLarge(wire, column.maxBytes) : undefined
  if (tooLarge !== undefined) return tMessage(tooLarge)
  const issue = tests[column.kind](wire, column)
  return issue === undefined ? undefined : explainFault({ field: `attributes.${column.id}`, issue }, column)
}

function untested(): undefined {}

function testNumber(wire: unknown, { traits, constraints }: GridColumn): IssueCode | undefined {
  const { min, max } = { ...constraints, ...traits.bounds }
  if (typeof wire !== 'number') return 'expected_number'
  return wire < (min ?? -Infinity) || wire > (max ?? Infinity) ? 'out_of_range' : undefined
}

function testKind(kind: TextKindName): Test {
  return (wire) => (kinds[kind].toStored(String(wire)) === undefined ? kinds[kind].issue : undefined)
}

function testLength(wire: unknown, { constraints }: GridColumn): IssueCode | undefined {
  const { length } = [...String(wire)]
  if (length < (constraints.min_length ?? 0)) return 'too_short'
  return length > (constraints.max_length ?? Infinity) ? 'too_long' : undefined
}

function testOptions(chosen: readonly string[], options: readonly string[]): IssueCode | undefined {
  return chosen.every((option) => options.includes(option)) ? undefined : 'not_an_acceptable_value'
}

function testFile(wire: unknown): IssueCode | undefined {
  return /^(https?:\/\/[^\s/]|files\/|linked\/)/i.test(String(wire)) ? undefined : 'expected_url'
}

function testJson(wire: unknown): IssueCode | undefined {
  try {
    JSON.parse(String(wire))
    return undefined
  } catch {
    return 'expected_json'
  }
}

/** Reads a clipboard cell for a column: its value where the column takes it, else its text. */
export function coerce(column: GridColumn, cell: ClipCell, context: CellContext): CoercedValue {
  const write = rawWrite(column, cell, context) ?? cellTypeOf(column).parse(cell.text, column, context)
  if (!write) return { lookUp: cell.text }
  return { write, reason: localFault(column, write) }
}

function rawWrite(column: GridColumn, cell: ClipCell, context: CellContext): CellWrite | undefined {
  if (cell.raw === null) return toClearingWrite(column, context)
  const { family } = column.traits
  if (family === 'number') return numberWrite(cell)
  if (family === 'date') return dateWrite(cell)
  if (family === 'boolean')
    return typeof cell.raw === 'boolean' ? scalarWrite(cell.raw, cell.text) : undefined
  return referencesWrite(column, cell.raw)
}

function numberWrite({ raw, number, text }: ClipCell): CellWrite | undefined {
  const value = typeof raw === 'number' ? raw : number
  return value === undefined ? undefined : scalarWrite(value, text)
}

const dayMs = 86_400_000
/** Day 1 of spreadsheets is 1900-01-01, and they count a leap day too many in that year. */
const firstDay = Date.UTC(1899, 11, 30)

function dateWrite({ raw, number, text }: ClipCell): CellWrite | undefined {
  if (typeof raw === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(raw)) return scalarWrite(raw, text)
  if (number === undefined || !/\D/.test(text) || number < 60 || number > 2_958_465) return undefined
  return scalarWrite(toUtcDay(firstDay + Math.floor(number) * dayMs), text)
}

/**
 * References are pasted by id, since labels may not be unique. Those to another type are looked up by
 * label.
 */
function referencesWrite(
  { traits, referenceType }: GridColumn,
  raw: AttributeValue | undefined,
): CellWrite | undefined {
  if (raw === undefined || !holdsReferences(traits)) return undefined
  const stubs = isStubList(raw) ? raw : isStub(raw) ? [raw] : []
  if (stubs.length === 0 || stubs.some(({ type }) => type !== referenceType)) return undefined
  if (traits.shape === 'reference_list') return listWrite(stubs)
  const [only, ...others] = stubs
  return only && others.length === 0 ? referenceWrite(only) : undefined
}

export interface Placement {
  readonly cell: CellPosition
  readonly sourceRow: number
  readonly sourceColumn: number
}

export interface PastePlan {
  readonly placements: readonly Placement[]
  readonly overflow: readonly (readonly Placement[])[]
  readonly outsideColumns: number
}

/**
 * Places a block over the selected blocks as spreadsheets do: it fills a block that is a whole multiple of
 * it, otherwise it is written once from the top left cell of the last block.
 */
export function planPaste(selected: readonly Block[], size: Size, axes: Axes): PastePlan {
  const isOne = size.rows === 1 && size.columns === 1
  const blocks = isOne ? selected : selected.slice(-1)
  const plans = blocks.map((block) => planBlock(block, size, axes))
  return {
    placements: plans.flatMap(({ placements }) => placements),
    overflow: plans.flatMap(({ overflow }) => overflow),
    outsideColumns: Math.max(0, ...plans.map(({ outsideColumns }) => outsideColumns)),
  }
}

function planBlock(selected: Block, size: Size, axes: Axes): PastePlan {
  const high = selected.bottom - selected.top + 1
  const wide = selected.right - selected.left + 1
  const isTiled = high % size.rows === 0 && wide % size.columns === 0
  const rows = isTiled ? high : size.rows
  const columns = isTiled ? wide : size.columns
  const targets = axes.columnIds.slice(selected.left, selected.left + columns)
  const lines = Array.from({ length: rows }, (_, row) =>
    targets.map((columnId, column) => ({
      cell: { row: selected.top + row, columnId },
      sourceRow: row % size.rows,
      sourceColumn: column % size.columns,
    })),
  )
  const room = Math.max(0, axes.rowCount - selected.top)
  return {
    placements: lines.slice(0, room).flat(),
    overflow: lines.slice(room),
    outsideColumns: columns - targets.length,
  }
}
