import type { FieldError } from '#shared/errors.ts'
import { issueSentence } from '#shared/describe-fault.ts'
import type { ImportFields } from '../catalog/job-queue/enqueue-import.ts'
import { unknownField } from '../edge/structural-faults.ts'

const asBoolean = (text: string): unknown => (text === 'true' ? true : text === 'false' ? false : undefined)

const asRow = (written: string): unknown => (/^\d{1,3}$/.test(written) ? Number(written) : undefined)

const asShare = (written: string): unknown => (/^\d{1,4}$/.test(written) ? Number(written) : undefined)

export interface FieldReader {
  readonly read: (text: string) => unknown
  readonly issue: string
}

/** Reads the text fields of a form by name and collects every fault; an empty field counts as missing. */
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

const text: FieldReader = { read: asText, issue: 'invalid_value' }
const boolean: FieldReader = { read: asBoolean, issue: 'expected_boolean' }

const readers: Readonly<Record<keyof ImportFields, FieldReader>> = {
  type: text,
  format: text,
  delimiter: text,
  quote: text,
  encoding: text,
  sheet: text,
  language: text,
  shape: text,
  merge_key: text,
  profile: text,
  empty_cells: text,
  misfits: text,
  pictures: text,
  header_row: { read: asRow, issue: 'expected_non_negative_integer' },
  decimal: text,
  dates: text,
  renumbered: text,
  renamed: text,
  imported_rows: text,
  merged_rows: text,
  price_share: { read: asShare, issue: 'expected_non_negative_integer' },
  price_changes: text,
  create_missing_attributes: boolean,
  create_missing_options: boolean,
  create_missing_vendors: boolean,
  create_missing_categories: boolean,
  create_missing_images: boolean,
  dry_run: boolean,
  corrections: {
    read: readJson,
    issue:
      'Expected a JSON array of corrected cells, such as [{"row": 3, "column": "Price", "value": "12.50"}].',
  },
  mapping: {
    read: readMapping,
    ...issueSentence('Expected a JSON object from column names to attribute keys, rules or null.'),
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

function readMapping(text: string): unknown {
  const value = readJson(text)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
