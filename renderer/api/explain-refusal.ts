import { explainFault } from '#shared/describe-fault.ts'
import type { FieldError } from '#shared/errors.ts'
import { explainCell } from '#shared/explain-cell.ts'
import type { RowError } from '#shared/jobs.ts'
import { tMessage } from '../ui/text.ts'
import { ApiError } from './api-error.ts'

export function describeFault(fault: FieldError): string {
  return tMessage(explainFault(fault))
}

export function describeCell(error: RowError): string {
  return tMessage(explainCell(error))
}

/**
 * Sorts a refusal to the fields of a dialog by the prefixes that `parts` names; the first match counts. Other
 * faults, and the message of a conflict, are `general`.
 */
export function explainRefusal<Part extends string>(
  error: Error,
  parts: readonly (readonly [start: string, Part])[],
): Partial<Record<Part | 'general', string>> {
  const isWhole = !(error instanceof ApiError) || error.fieldErrors.length === 0 || error.status === 409
  const faults: Partial<Record<Part | 'general', string>> = {}
  if (isWhole) return { ...faults, general: error.message }
  for (const fault of error.fieldErrors) {
    const isOf = ([start]: readonly [string, Part]): boolean =>
      fault.field === start ||
      (/^[.[]/.test(fault.field.slice(start.length)) && fault.field.startsWith(start))
    const part = parts.find(isOf)?.[1] ?? 'general'
    const sentence = part === 'general' ? `${fault.field}: ${describeFault(fault)}` : describeFault(fault)
    faults[part] = [faults[part], sentence].filter(Boolean).join(' ')
  }
  return faults
}
