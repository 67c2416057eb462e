import {
  type BulkEdit,
  type BulkOperation,
  letterCases,
  type LetterCase,
  operationsOn,
  type SavedAction,
  bulkOperations,
} from '#shared/bulk-operations.ts'
import { isOneOf, splitList } from '#shared/text.ts'
import type { GridColumn } from '../../query/columns.ts'
import { cachedByLanguage, t } from '../../ui/text.ts'
import { isObject } from '#shared/exact-json.ts'

export type BulkAction = 'set' | 'clear' | BulkOperation

/** One line of the dialog. Each action uses some of its members. */
export interface BulkChange {
  readonly id: string
  readonly key: string
  readonly action: BulkAction
  readonly value: string
  readonly find: string
  readonly isPattern: boolean
  readonly matchesCase: boolean
  readonly rounding: string
}

const noArguments = { value: '', find: '', isPattern: false, matchesCase: true, rounding: '' }

export function newChange(column: GridColumn, action = listActions(column)[0] ?? 'set'): BulkChange {
  return { id: crypto.randomUUID(), key: column.id, action, ...noArguments, ...startOf[action] }
}

const startOf: Partial<Record<BulkAction, Partial<BulkChange>>> = {
  case: { value: 'title' },
  round: { rounding: 'x.99' },
}

/** The actions for the attribute of a column, the most usual first. */
export function listActions({ traits }: GridColumn): BulkAction[] {
  return ['set', ...operationsOn(traits), 'from', 'formula', 'clear']
}

export function takesSeveral({ traits }: GridColumn): boolean {
  return traits.hasTokens || traits.shape === 'reference_list'
}

/** The missing part of the lines in a sentence; undefined when complete. */
export function findFault(
  changes: readonly BulkChange[],
  columns: readonly GridColumn[],
): string | undefined {
  if (changes.length === 0) return t('Add an attribute to change.')
  for (const change of changes) {
    const column = columns.find(({ id }) => id === change.key)
    const name = column?.name ?? change.key
    const lacking = lacks()[change.action](change, column)
    if (lacking !== undefined) return lacking.replace('%', name)
  }
  return undefined
}

type Lacking = (change: BulkChange, column: GridColumn | undefined) => string | undefined

const nothing: Lacking = () => undefined
const text =
  (sentence: string): Lacking =>
  ({ value }) =>
    value === '' ? sentence : undefined
const number =
  (sentence: string): Lacking =>
  ({ value }) =>
    readNumber(value) === undefined ? sentence : undefined

/** The missing part of each action; `%` is the name of the attribute. */
const lacks = cachedByLanguage((): Readonly<Record<BulkAction, Lacking>> => ({
  set: ({ value }, column) => {
    if (value.trim() === '') return t('Enter a value for %, or choose Clear.')
    return column?.traits.family === 'number' && readNumber(value) === undefined
      ? t('Enter a number for %, such as 129 or 12.5.')
      : undefined
  },
  clear: nothing,
  formula: ({ value }) => (value.trim() === '' ? t('Enter the formula for %.') : undefined),
  from: text(t('Choose the attribute that % takes its values from.')),
  add: (change, column) =>
    column?.traits.family === 'date'
      ? number(t('Enter by how many days % moves, such as 14 or -7.'))(change, column)
      : number(t('Enter what is added to %, such as 5 or -2.50.'))(change, column),
  percent: number(t('Enter by how many percent % changes, such as 4 or -10.')),
  round: ({ rounding }) => (rounding === '' ? t('Choose what % is rounded to.') : undefined),
  case: nothing,
  trim: nothing,
  prefix: text(t('Enter the text to put before %.')),
  suffix: text(t('Enter the text to put after %.')),
  replace: ({ find }) => (find === '' ? t('Enter the text to replace in %.') : undefined),
  add_items: text(t('Choose what is added to %.')),
  remove_items: text(t('Choose what is removed from %.')),
}))

function readNumber(text: string): number | undefined {
  const trimmed = text.trim().replace(',', '.')
  const value = Number(trimmed)
  return trimmed === '' || !Number.isFinite(value) ? undefined : value
}

export type BulkChanges = Pick<BulkEdit, 'set' | 'clear'>

export function toChanges(changes: readonly BulkChange[], columns: readonly GridColumn[]): BulkChanges {
  const set = Object.fromEntries(
    changes.flatMap((change) => {
      const column = columns.find(({ id }) => id === change.key)
      return change.action === 'clear' ? [] : [[change.key, wireOf[change.action](change, column)]]
    }),
  )
  const clear = changes.flatMap(({ action, key }) => (action === 'clear' ? [key] : []))
  return { ...(Object.keys(set).length > 0 && { set }), ...(clear.length > 0 && { clear }) }
}

type ToWire = (change: BulkChange, column: GridColumn | undefined) => unknown

const wireOf: Readonly<Record<Exclude<BulkAction, 'clear'>, ToWire>> = {
  set: ({ value }, column) => toWire(value, column),
  formula: ({ value }) => ({ formula: value }),
  from: ({ value }) => ({ from: value }),
  add: ({ value, rounding }) => ({ add: readNumber(value), ...roundingOf(rounding) }),
  percent: ({ value, rounding }) => ({ percent: readNumber(value), ...roundingOf(rounding) }),
  round: ({ rounding }) => roundingOf(rounding),
  case: ({ value }) => ({ case: caseOf(value) }),
  trim: () => ({ trim: true }),
  prefix: ({ value }) => ({ prefix: value }),
  suffix: ({ value }) => ({ suffix: value }),
  replace: ({ find, value, isPattern, matchesCase }) => ({
    replace: {
      find,
      with: value,
      ...(isPattern && { pattern: true }),
      ...(!matchesCase && { match_case: false }),
    },
  }),
  add_items: ({ value }) => ({ add_items: splitList(value) }),
  remove_items: ({ value }) => ({ remove_items: splitList(value) }),
}

function roundingOf(rounding: string): { readonly round?: string | number } {
  if (rounding === '') return {}
  return { round: rounding.startsWith('x') ? rounding : Number(rounding) }
}

export function caseOf(value: string): LetterCase {
  return isOneOf(letterCases, value) ? value : 'title'
}

function toWire(text: string, column: GridColumn | undefined): unknown {
  if (column === undefined) return text
  const { shape, family } = column.traits
  if (shape === 'reference_list') return splitList(text)
  if (family === 'number') return readNumber(text)
  if (family === 'boolean') return text === 'true'
  return text
}

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
