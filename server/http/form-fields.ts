import type { FieldError } from '#shared/errors.ts'
import { issueSentence } from '#shared/describe-fault.ts'
import { unknownField } from '../edge/structural-faults.ts'

/** How one text field of a form is read: undefined where the text does not fit, which is the issue then. */
export interface FieldReader {
  readonly read: (text: string) => unknown
  readonly issue: string
}

/** Reads the text fields of a form by name and collects every fault; an empty field is not given. */
export function readForm(
  form: ReadonlyMap<string, string>,
  readers: Readonly<Record<string, FieldReader>>,
): { values: Record<string, unknown>; faults: FieldError[] } {
  const faults: FieldError[] = []
  const values: Record<string, unknown> = {}
  for (const [field, text] of form) {
    const reader = Object.hasOwn(readers, field) ? readers[field] : undefined
    if (reader === undefined) faults.push(unknownField(field, Object.keys(readers)))
    else if (text !== '') {
      const value = reader.read(text)
      if (value === undefined) faults.push({ field, ...issueSentence(reader.issue) })
      else values[field] = value
    }
  }
  return { values, faults }
}

export const asText = (text: string): unknown => text
