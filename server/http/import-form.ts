import type { FieldError } from '#shared/errors.ts'
import type { ImportFields } from '../jobs/enqueue-import.ts'
import { asText, readForm, type FieldReader } from './form-fields.ts'

const asBoolean = (text: string): unknown => (text === 'true' ? true : text === 'false' ? false : undefined)

const readers: Readonly<Record<keyof ImportFields, FieldReader>> = {
  type: { read: asText, issue: 'invalid_value' },
  format: { read: asText, issue: 'invalid_value' },
  merge_key: { read: asText, issue: 'invalid_value' },
  empty_cells: { read: asText, issue: 'invalid_value' },
  create_missing_attributes: { read: asBoolean, issue: 'expected_boolean' },
  dry_run: { read: asBoolean, issue: 'expected_boolean' },
  mapping: {
    read: readMapping,
    issue: 'Expected a JSON object from column names to attribute keys or null.',
  },
}

/** Reads the text fields of `POST /imports` (decisions, Imports and exports); the job queue checks what they mean. */
export function parseImportForm(form: ReadonlyMap<string, string>): {
  fields: ImportFields
  faults: FieldError[]
} {
  const { values, faults } = readForm(form, readers)
  return { fields: values, faults }
}

function readMapping(text: string): Record<string, string | null> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isMapping(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isMapping(value: unknown): value is Record<string, string | null> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((key) => key === null || typeof key === 'string')
  )
}
