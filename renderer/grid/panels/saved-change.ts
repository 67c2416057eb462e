import { type BulkOperation, bulkOperations } from '#shared/bulk-operations.ts'
import { isObject } from '#shared/exact-json.ts'
import type { SavedAction } from '#shared/edits.ts'
import { isOneOf } from '#shared/text.ts'
import type { GridColumn } from '../../query/columns.ts'
import { type BulkChange, newChange, takesSeveral } from './bulk-change.ts'

type Changing = Pick<SavedAction, 'set' | 'clear' | 'append' | 'replace'>

/** A saved action as lines of the dialog, without deleted attributes. */
export function linesOf(action: Changing, columns: readonly GridColumn[]): BulkChange[] {
  const { set, clear, append = {}, replace } = action
  const lineFor = (key: string, toLine: (column: GridColumn) => BulkChange): BulkChange[] => {
    const column = columns.find(({ id }) => id === key)
    return column === undefined ? [] : [toLine(column)]
  }
  return [
    ...Object.entries(set).flatMap(([key, value]) => lineFor(key, (column) => setLine(column, value))),
    ...clear.flatMap((key) => lineFor(key, (column) => newChange(column, 'clear'))),
    ...Object.entries(append).flatMap(([key, value]) => lineFor(key, (column) => appendLine(column, value))),
    ...replacedKeys(action, columns).flatMap((key) =>
      lineFor(key, (column) => ({ ...newChange(column, 'replace'), ...argumentsOf('replace', { replace }) })),
    ),
  ]
}

function appendLine(column: GridColumn, value: unknown): BulkChange {
  return { ...newChange(column, takesSeveral(column) ? 'add_items' : 'suffix'), value: toText(value) }
}

/** Attributes of a replacement: the named ones, or all texts that the action does not change otherwise. */
function replacedKeys(
  { set, clear, append = {}, replace }: Changing,
  columns: readonly GridColumn[],
): readonly string[] {
  if (replace === undefined) return []
  const others = new Set([...Object.keys(set), ...clear, ...Object.keys(append)])
  return (
    replace.attributes ??
    columns.filter(({ id, traits }) => traits.isFreeText && !others.has(id)).map(({ id }) => id)
  )
}

function setLine(column: GridColumn, value: unknown): BulkChange {
  const given = isObject(value) ? value : {}
  const operation = operationOf(given)
  if (operation === undefined) return { ...newChange(column, 'set'), value: toText(value) }
  return {
    ...newChange(column, operation),
    rounding: toText(given['round']),
    ...argumentsOf(operation, given),
  }
}

/** An operation is named by its own member; `round` may accompany others. */
function operationOf(value: object): BulkOperation | undefined {
  const named = Object.keys(value).filter((name): name is BulkOperation => isOneOf(bulkOperations, name))
  return named.find((name) => name !== 'round') ?? named[0]
}

function argumentsOf(
  operation: BulkOperation,
  given: Readonly<Record<string, unknown>>,
): Partial<BulkChange> {
  const own = given[operation]
  if (operation !== 'replace') return operation === 'round' ? {} : { value: toText(own) }
  const { find, with: value, pattern, match_case: matchesCase } = isObject(own) ? Object.assign({}, own) : {}
  return {
    find: toText(find),
    value: toText(value),
    isPattern: pattern === true,
    matchesCase: matchesCase !== false,
  }
}

function toText(value: unknown): string {
  if (Array.isArray(value)) return value.map(String).join(', ')
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  return isPlain ? String(value) : ''
}

/** Whether an action defines the rows that it applies to. */
export function hasPlace({ filter, q }: Pick<SavedAction, 'filter' | 'q'>): boolean {
  return Object.keys(filter).length > 0 || q !== ''
}
