import type { FieldError } from '#shared/errors.ts'
import type { SourceCreate } from '#shared/sources.ts'
import { faultOfBody } from '../edge/body-budget.ts'
import { asText, readForm, type FieldReader } from './form-fields.ts'
import { isObject } from '#shared/json-object.ts'
import { issueSentence } from '#shared/describe-fault.ts'

export interface SourceForm {
  readonly body: Omit<SourceCreate, 'file'>
  readonly faults: readonly FieldError[]
}

const asList = (text: string): unknown =>
  text.trimStart().startsWith('[') ? parseJson(text) : text.split(',').map((id) => id.trim())

const readers: Readonly<Record<string, FieldReader>> = {
  url: { read: asText, issue: '' },
  text: { read: asText, issue: '' },
  name: { read: asText, issue: '' },
  parent_id: { read: asText, issue: '' },
  product_ids: { read: asList, issue: 'expected_uuid_array' },
  attributes: { read: readObject, ...issueSentence('Expected a JSON object from attribute keys to values.') },
}

/** Reads the text fields of a `POST /sources` form as the body that JSON would have sent; an empty field is not given. */
export function parseSourceForm(form: ReadonlyMap<string, string>): SourceForm {
  const { values, faults } = readForm(form, readers)
  return { body: values, faults }
}

function readObject(text: string): Record<string, unknown> | undefined {
  const value = parseJson(text)
  return isObject(value) && faultOfBody(value) === undefined ? value : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
