import type { Actor } from '#shared/events.ts'
import { nameActor } from '../../state/event-texts.ts'
import { type FieldError, type IssueCode, isIssueCode } from '#shared/errors.ts'
import { kindOf } from '#shared/kinds.ts'
import { sentenceOfIssue } from '#shared/describe-fault.ts'
import { ApiError } from '../../api/api-error.ts'
import type { GridColumn } from '../../query/columns.ts'
import { cachedByLanguage, t, tMessage } from '../../ui/text.ts'

type Sentence = (column: GridColumn, fault: FieldError) => string

const sentences = cachedByLanguage((): Partial<Record<IssueCode, Sentence>> => ({
  required: ({ name }) => t('{name} needs a value.', { name }),
  expected_number: ({ name }) => t('{name} takes a number, such as 12.5.', { name }),
  expected_date: ({ name }) => t('{name} takes a date, such as 2026-01-31.', { name }),
  expected_boolean: ({ name }) => t('{name} is either on or off.', { name }),
  expected_url: ({ name }) => t('{name} takes a web address that starts with http:// or https://.', { name }),
  expected_json: ({ name }) => t('{name} takes JSON, and this text is not valid JSON.', { name }),
  not_an_acceptable_value: ({ name, options }, fault) =>
    t('This is not an option of {name}. Choose one of: {value}.', {
      name,
      value: listed(fault.acceptable_values ?? options),
    }),
  out_of_range: ({ name, traits, constraints }) => {
    const { min, max } = { ...traits.bounds, ...constraints }
    return t('{name} must be {value}.', { name, value: bounds(min, max) })
  },
  too_short: ({ name, constraints: { min_length: min } }) =>
    min === undefined
      ? t('This text is too short for {name}.', { name })
      : t('{name} needs at least {min} characters.', { name, min }),
  too_long: ({ name, constraints: { max_length: max, max_items: items } }) =>
    items !== undefined
      ? t('{name} takes at most {items} entries.', { name, items })
      : max === undefined
        ? t('This text is too long for {name}.', { name })
        : t('{name} takes at most {max} characters.', { name, max }),
  pattern_mismatch: ({ name }) => t('This text does not have the form that {name} asks for.', { name }),
  invalid_check_digit: () => t('The check digit of this code is wrong. Compare it with the source.'),
  not_unique: ({ name }) => t('Another entry already has this {name}, and it must be unique.', { name }),
  read_only_attribute: ({ name }) => t('{name} is computed and cannot be edited.', { name }),
  referenced_entity_not_found: () => t('What this refers to does not exist any more. Choose something else.'),
  not_a_defined_attribute: ({ name }) =>
    t('The attribute {name} was removed. Reload to see the columns that are left.', { name }),
}))

/** A fault of one cell in plain words. A structural fault already is a sentence. */
export function explainFault(fault: FieldError, column: GridColumn): string {
  const { issue, message } = fault
  if (message !== undefined) return tMessage(message, fault)
  const kind = kindOf(column.constraints)
  if (kind && issue === (kind.base === 'number' ? 'expected_number' : kind.issue)) {
    return tMessage(kind.describe(column.constraints))
  }
  const ofColumn = isIssueCode(issue) ? sentences()[issue]?.(column, fault) : undefined
  return ofColumn ?? tMessage(sentenceOfIssue(fault))
}

/** Why the write of one attribute failed, or undefined where the answer blames others only. */
function explainRefusal(error: unknown, column: GridColumn): string | undefined {
  if (!(error instanceof ApiError)) return t('The change could not be saved. Try again.')
  const faults = error.fieldErrors.filter(({ field }) => field.startsWith('attributes.'))
  const own = faults.filter(({ field }) => field === `attributes.${column.id}`)
  if (own.length > 0) return own.map((fault) => explainFault(fault, column)).join(' ')
  if (faults.length > 0) return undefined
  return error.code === 'not_found'
    ? t('This row was deleted elsewhere. Copy what you need from it.')
    : error.message
}

/**
 * Explains that somebody else changed a cell during the edit; `value` is its current text. The owner's
 * other window has no name.
 */
export function explainConflict(value: string, by?: Actor): string {
  const name = by === undefined || by.type === 'owner' ? t('Somebody') : nameActor(by)
  return value === ''
    ? t('{name} cleared this cell while you edited it. Your text was not saved.', { name })
    : t('{name} changed this cell to “{value}” while you edited it. Your text was not saved.', {
        name,
        value: shortened(value),
      })
}

export const rowGone = cachedByLanguage(() =>
  t('This row has just been deleted elsewhere: what you type cannot be saved. Copy what you need from it.'),
)

function shortened(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}

function listed(values: readonly string[]): string {
  return values.length > 12 ? `${values.slice(0, 12).join(', ')}, …` : values.join(', ')
}

function bounds(min: number | undefined, max: number | undefined): string {
  if (min !== undefined && max !== undefined) return t('between {min} and {max}', { min, max })
  if (min !== undefined) return t('at least {min}', { min })
  return max === undefined ? t('a smaller or greater number') : t('at most {max}', { max })
}

type Columns = readonly GridColumn[]

/** Why a cell was refused; undefined where the answer blames others of the row. */
export function explainCell(columns: Columns, error: unknown, key: string): string | undefined {
  const column = columns.find(({ id }) => id === key)
  return column ? explainRefusal(error, column) : t('This attribute does not exist any more.')
}

export function explainCells(
  columns: Columns,
  error: unknown,
  keys: readonly string[],
): ReadonlyMap<string, string> {
  const reasons = new Map<string, string>()
  for (const { id } of columns) {
    const reason = explainCell(columns, error, id)
    if (reason !== undefined && (keys.includes(id) || blames(error, id))) reasons.set(id, reason)
  }
  return [...reasons.values()].every((reason) => reason === reasons.values().next().value)
    ? new Map([...reasons].slice(0, 1))
    : reasons
}

function blames(error: unknown, key: string): boolean {
  return error instanceof ApiError && error.fieldErrors.some(({ field }) => field === `attributes.${key}`)
}
