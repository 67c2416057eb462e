import { type BulkOperation, bulkOperations } from '#shared/bulk-operations.ts'
import { isObject } from '#shared/json-object.ts'
import type { SavedAction } from '#shared/saved-actions.ts'
import { isOneOf } from '#shared/text.ts'
import type { GridColumn } from '../../query/columns.ts'
import { type BulkChange, newChange } from './bulk-change.ts'

/** What a saved action changes, as lines of the dialog; attributes that are gone have none. */
export function linesOf(
  { set, clear }: Pick<SavedAction, 'set' | 'clear'>,
  columns: readonly GridColumn[],
): BulkChange[] {
  const lineFor = (key: string, toLine: (column: GridColumn) => BulkChange): BulkChange[] => {
    const column = columns.find(({ id }) => id === key)
    return column === undefined ? [] : [toLine(column)]
  }
  return [
    ...Object.entries(set).flatMap(([key, value]) => lineFor(key, (column) => setLine(column, value))),
    ...clear.flatMap((key) => lineFor(key, (column) => newChange(column, 'clear'))),
  ]
}

function setLine(column: GridColumn, value: unknown): BulkChange {
  const operation = isObject(value) ? operationOf(value) : undefined
  if (operation === undefined) return { ...newChange(column, 'set'), value: toText(value) }
  const given = value as Readonly<Record<string, unknown>>
  return {
    ...newChange(column, operation),
    rounding: toText(given['round']),
    ...argumentsOf(operation, given),
  }
}

/** An operation goes by its own member; `round` stands beside others too. */
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
  const { find, with: value, pattern, match_case: isCaseKept } = isObject(own) ? Object.assign({}, own) : {}
  return {
    find: toText(find),
    value: toText(value),
    isPattern: pattern === true,
    isCaseKept: isCaseKept !== false,
  }
}

function toText(value: unknown): string {
  if (Array.isArray(value)) return value.map(String).join(', ')
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  return isPlain ? String(value) : ''
}

/** Whether an action says itself where it applies. */
export function hasPlace({ filter, q }: Pick<SavedAction, 'filter' | 'q'>): boolean {
  return Object.keys(filter).length > 0 || q !== ''
}
