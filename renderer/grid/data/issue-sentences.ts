import { issueCodes, type FieldError, type IssueCode, isIssueCode } from '#shared/errors.ts'
import { kindOf } from '#shared/kinds.ts'
import { ApiError } from '../../api/api-error.ts'
import type { GridColumn } from '../../query/columns.ts'

type Sentence = (column: GridColumn, fault: FieldError) => string

/** Codes whose sentence depends on the column; the others are said as the shared table says them. */
const sentences: Partial<Record<IssueCode, Sentence>> = {
  required: ({ name }) => `${name} needs a value.`,
  expected_number: ({ name }) => `${name} takes a number, such as 12.5.`,
  expected_date: ({ name }) => `${name} takes a date, such as 2026-01-31.`,
  expected_boolean: ({ name }) => `${name} is either on or off.`,
  expected_url: ({ name }) => `${name} takes a web address that starts with http:// or https://.`,
  expected_json: ({ name }) => `${name} takes JSON, and this text is not valid JSON.`,
  not_an_acceptable_value: ({ name, options }, fault) =>
    `This is not an option of ${name}. Choose one of: ${listed(fault.acceptable_values ?? options)}.`,
  out_of_range: ({ name, traits, constraints }) => {
    const { min, max } = { ...traits.bounds, ...constraints }
    return `${name} must be ${bounds(min, max)}.`
  },
  too_short: ({ name, constraints: { min_length: min } }) =>
    min === undefined ? `This text is too short for ${name}.` : `${name} needs at least ${min} characters.`,
  too_long: ({ name, constraints: { max_length: max, max_items: items } }) =>
    items !== undefined
      ? `${name} takes at most ${items} entries.`
      : max === undefined
        ? `This text is too long for ${name}.`
        : `${name} takes at most ${max} characters.`,
  pattern_mismatch: ({ name }) => `This text does not have the form that ${name} asks for.`,
  invalid_check_digit: () => 'The check digit of this code is wrong. Compare it with the source.',
  not_unique: ({ name }) => `Another entity already has this ${name}, and it must be unique.`,
  read_only_attribute: ({ name }) => `${name} is computed and cannot be edited.`,
  referenced_entity_not_found: () => 'What this refers to does not exist any more. Choose something else.',
  not_a_defined_attribute: ({ name }) =>
    `The attribute ${name} was removed. Reload to see the columns that are left.`,
}

/** A fault of one cell in plain words. A structural fault already is a sentence. */
export function explainFault(fault: FieldError, column: GridColumn): string {
  const { issue, message } = fault
  if (message !== undefined) return message
  const kind = kindOf(column.constraints)
  if (kind && issue === (kind.base === 'number' ? 'expected_number' : kind.issue)) {
    return kind.tell(column.constraints)
  }
  if (!isIssueCode(issue)) return issue.replaceAll('`', '')
  return sentences[issue]?.(column, fault) ?? issueCodes[issue].replaceAll('`', '')
}

/** Why the write of one attribute failed, or undefined where the answer blames other attributes only. */
export function explainRefusal(error: unknown, column: GridColumn): string | undefined {
  if (!(error instanceof ApiError)) return 'The change could not be saved. Try again.'
  const faults = error.fieldErrors.filter(({ field }) => field.startsWith('attributes.'))
  const own = faults.filter(({ field }) => field === `attributes.${column.id}`)
  if (own.length > 0) return own.map((fault) => explainFault(fault, column)).join(' ')
  if (faults.length > 0) return undefined
  return error.code === 'not_found'
    ? 'This row was deleted elsewhere. Copy what you need from it.'
    : error.message
}

/** Says what somebody else has made of a cell while it was edited here; `value` is its text now. */
export function explainConflict(value: string): string {
  const now = value === '' ? 'cleared this cell' : `changed this cell to “${shortened(value)}”`
  return `Somebody ${now} while you edited it. Your text was not saved.`
}

/** What is said in an editor whose row has been deleted elsewhere. */
export const rowGone =
  'This row has just been deleted elsewhere: what you type cannot be saved. Copy what you need from it.'

function shortened(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}

function listed(values: readonly string[]): string {
  return values.length > 12 ? `${values.slice(0, 12).join(', ')}, …` : values.join(', ')
}

function bounds(min: number | undefined, max: number | undefined): string {
  if (min !== undefined && max !== undefined) return `between ${min} and ${max}`
  if (min !== undefined) return `at least ${min}`
  return max === undefined ? 'a smaller or greater number' : `at most ${max}`
}
