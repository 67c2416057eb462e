import { findBodyFault } from './body-budget.ts'
import type { FieldError } from '#shared/errors.ts'
import type { SourceCreate } from '#shared/sources.ts'

export interface SourceForm {
  readonly body: Omit<SourceCreate, 'file'>
  readonly faults: readonly FieldError[]
}

type FieldReader = (text: string) => unknown

const asText: FieldReader = (text) => text
const asList: FieldReader = (text) =>
  text.trimStart().startsWith('[') ? parseJson(text) : text.split(',').map((id) => id.trim())

const readers: Readonly<Record<string, { read: FieldReader; issue: string }>> = {
  url: { read: asText, issue: '' },
  text: { read: asText, issue: '' },
  name: { read: asText, issue: '' },
  parent_id: { read: asText, issue: '' },
  product_ids: { read: asList, issue: 'expected_uuid_array' },
  attributes: { read: readObject, issue: 'Expected a JSON object from attribute keys to values.' },
}

/** Reads the text fields of a `POST /sources` form as the body that JSON would have sent; an empty field is not given. */
export function parseSourceForm(form: ReadonlyMap<string, string>): SourceForm {
  const faults: FieldError[] = []
  const body: Record<string, unknown> = {}
  for (const [field, text] of form) {
    const reader = Object.hasOwn(readers, field) ? readers[field] : undefined
    if (!reader) faults.push({ field, issue: 'This field is not known here.' })
    else if (text !== '') {
      const value = reader.read(text)
      if (value === undefined) faults.push({ field, issue: reader.issue })
      else body[field] = value
    }
  }
  return { body, faults }
}

function readObject(text: string): Record<string, unknown> | undefined {
  const value = parseJson(text)
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject && findBodyFault(value) === undefined ? (value as Record<string, unknown>) : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
