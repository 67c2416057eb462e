import { issueCodes, type FieldError, type IssueCode } from '#shared/errors.ts'
import { ApiError } from '../api/api-error.ts'
import type { DraftFaults } from './attribute-draft.ts'

type Part = keyof DraftFaults

/** Which part of the dialog a field of the request stands in; the longest beginning counts. */
const parts: readonly (readonly [string, Part])[] = [
  ['name', 'name'],
  ['key', 'name'],
  ['data_type', 'dataType'],
  ['acceptable_values', 'options'],
  ['constraints.colors', 'options'],
  ['constraints.min', 'min'],
  ['constraints.max', 'max'],
  ['constraints.decimals', 'decimals'],
  ['constraints.unit', 'unit'],
  ['reference.via', 'via'],
  ['reference.attribute', 'lookedUp'],
  ['reference', 'target'],
  ['formula', 'formula'],
  ['is_primary', 'isPrimary'],
]

/**
 * The refusal of the server, sorted to the fields of the dialog; what belongs to none is `general`, and so is the whole message
 * of a conflict, which counts what stands in the way. `more` places fields that only some dialogs have.
 */
export function explainRefusal<P extends string = Part>(
  error: Error,
  more: readonly (readonly [string, P])[] = [],
): Partial<Record<P | Part, string>> {
  const faults: Partial<Record<P | Part, string>> = {}
  const isWhole = !(error instanceof ApiError) || error.fieldErrors.length === 0 || error.status === 409
  if (isWhole) return { ...faults, general: error.message }
  for (const fault of error.fieldErrors) {
    const part = partOf<P | Part>(fault.field, [...more, ...parts]) ?? 'general'
    const sentence = part === 'general' ? `${fault.field}: ${explain(fault)}` : explain(fault)
    faults[part] = [faults[part], sentence].filter(Boolean).join(' ')
  }
  return faults
}

function partOf<P>(field: string, table: readonly (readonly [string, P])[]): P | undefined {
  return table.find(([start]) => field === start || field.startsWith(`${start}.`))?.[1]
}

/** An issue in plain words; a structural one already is a sentence. */
export function explain({ issue, acceptable_values: allowed }: FieldError): string {
  const sentence = (issueCodes[issue as IssueCode] as string | undefined) ?? issue
  const choices =
    allowed !== undefined && allowed.length > 0 ? ` Allowed: ${allowed.slice(0, 12).join(', ')}.` : ''
  return sentence.replaceAll('`', '') + choices
}
