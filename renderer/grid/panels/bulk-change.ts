import { splitList } from '#shared/text.ts'
import type { BulkEdit } from '#shared/edits.ts'
import type { GridColumn } from '../../query/columns.ts'

export type BulkAction = 'set' | 'clear' | 'append' | 'replace'

/** One line of the dialog: what becomes of one attribute. */
export interface BulkChange {
  readonly id: string
  readonly key: string
  readonly action: BulkAction
  readonly value: string
  /** What is replaced; `value` takes its place. */
  readonly find: string
}

/** What can be done with the attribute of a column, the most usual first. */
export function listActions(column: GridColumn): BulkAction[] {
  const isText = column.traits.isFreeText
  const takesMore = isText || takesSeveral(column)
  return [
    'set',
    ...(takesMore ? (['append'] as const) : []),
    ...(isText ? (['replace'] as const) : []),
    'clear',
  ]
}

/** Whether the attribute holds a list. */
export function takesSeveral({ traits }: GridColumn): boolean {
  return traits.hasTokens || traits.shape === 'reference_list'
}

/** The columns that a bulk edit can change. */
export function editableColumns(columns: readonly GridColumn[]): GridColumn[] {
  return columns.filter(({ isSystem, readOnlyReason }) => !isSystem && readOnlyReason === undefined)
}

/** What is lacking in the lines, in a sentence; undefined where they can be sent. */
export function findFault(
  changes: readonly BulkChange[],
  columns: readonly GridColumn[],
): string | undefined {
  const nameOf = (key: string): string => columns.find(({ id }) => id === key)?.name ?? key
  if (changes.length === 0) return 'Add an attribute to change.'
  const blank = changes.find(({ action, value, find }) =>
    action === 'replace' ? find === '' : action !== 'clear' && value.trim() === '',
  )
  if (blank?.action === 'replace') return `Enter the text to replace in ${nameOf(blank.key)}.`
  if (blank) return `Enter a value for ${nameOf(blank.key)}, or choose Clear.`
  const replaced = changes.filter(({ action }) => action === 'replace')
  if (new Set(replaced.map(({ find, value }) => JSON.stringify([find, value]))).size > 1)
    return 'Only one text can be replaced at a time.'
  return undefined
}

type Changes = Pick<BulkEdit, 'set' | 'clear' | 'append' | 'replace'>

/** The lines as the API takes them. */
export function toChanges(changes: readonly BulkChange[], columns: readonly GridColumn[]): Changes {
  const wires = (action: BulkAction): Record<string, unknown> =>
    Object.fromEntries(
      changes
        .filter((change) => change.action === action)
        .map(({ key, value }) => [
          key,
          toWire(
            value,
            columns.find(({ id }) => id === key),
          ),
        ]),
    )
  const keys = (action: BulkAction): string[] =>
    changes.filter((change) => change.action === action).map(({ key }) => key)
  const replaced = changes.find(({ action }) => action === 'replace')
  const [set, append, clear] = [wires('set'), wires('append'), keys('clear')]
  return {
    ...(Object.keys(set).length > 0 && { set }),
    ...(Object.keys(append).length > 0 && { append }),
    ...(clear.length > 0 && { clear }),
    ...(replaced && { replace: { find: replaced.find, with: replaced.value, attributes: keys('replace') } }),
  }
}

function toWire(text: string, column: GridColumn | undefined): unknown {
  if (column === undefined) return text
  const { shape, family } = column.traits
  if (shape === 'reference_list') return splitList(text)
  if (family === 'number') return Number(text)
  if (family === 'boolean') return text === 'true'
  return text
}
