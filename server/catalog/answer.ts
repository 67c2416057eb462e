import type { Pagination } from '#shared/paging.ts'
import { hash } from 'node:crypto'
import { entityTypes, type EntityType, findEntityType } from '#shared/entities.ts'
import { foldText } from '#shared/text.ts'
import { message } from '#shared/messages/message.ts'
import { conflict, type Faults } from './errors.ts'

/**
 * A finished answer as ready JSON: a small one as text, which crosses the thread boundary at the least cost, a large one as
 * UTF-8 bytes, which are transferred instead of copied.
 */
export interface Answer {
  readonly status: number
  readonly body: string | Uint8Array
  readonly location?: string
  readonly etag?: string
  /** It was stored for an earlier request with the same idempotency key. */
  readonly isReplayed?: true
  /** By which what the request wrote is undone, where the body does not name it. */
  readonly editId?: string
}

const largestText = 16_384

/** `{ "data": … }` around ready JSON. */
export function dataAnswer(status: number, json: string, location?: string): Answer {
  return { ...jsonAnswer(status, `{"data":${json}}`), ...(location !== undefined && { location }) }
}

export function jsonAnswer(status: number, json: string): Answer {
  return { status, body: json.length <= largestText ? json : Buffer.from(json) }
}

export function pageAnswer(entries: readonly (string | Buffer)[], pagination: Pagination): Answer {
  const tail = `],"pagination":${JSON.stringify(pagination)}}`
  const length = entries.reduce((sum, entry) => sum + entry.length, tail.length)
  if (length <= largestText || entries.every((entry) => typeof entry === 'string'))
    return jsonAnswer(200, `{"data":[${entries.join(',')}${tail}`)
  const parts = entries.flatMap((entry, index) => [index === 0 ? head : comma, toBytes(entry)])
  return { status: 200, body: Buffer.concat([...parts, Buffer.from(tail)]) }
}

/** The entity tag of a JSON text; it changes whenever the text changes. */
export function tagOf(json: string): string {
  return `"${hash('sha1', json, 'base64url')}"`
}

const tagList = /^\s*(\*|(W\/)?"[^"]*"(\s*,\s*(W\/)?"[^"]*")*)\s*$/

export function isTagList(text: string): boolean {
  return tagList.test(text)
}

/**
 * Whether a header names the tag. Compares weakly, because an answer compressed on its way has its tag
 * made weak.
 */
export function namesTag(header: string, tag: string): boolean {
  const tags = header.split(',').map((one) => one.trim().replace(/^W\//, ''))
  return tags.includes(tag) || tags.includes('*')
}

const head = Buffer.from('{"data":[')
const comma = Buffer.from(',')

function toBytes(json: string | Buffer): Buffer {
  return typeof json === 'string' ? Buffer.from(json) : json
}

export function unchangedAnswer(etag: string): Answer {
  return { status: 304, body: '', etag }
}

export function parseAnswer<Body>({ body }: Pick<Answer, 'body'>): Body {
  return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body))
}

export const maxNameLength = 200

/** The trimmed name; notes `required` for an empty name, `too_long`, and control characters. */
export function checkName(name: string | undefined, faults: Faults, maxLength = maxNameLength): string {
  const text = name?.trim() ?? ''
  if (name !== undefined && text === '') faults.add('name', 'required')
  if (text.length > maxLength) faults.addExpected('name', 'too_long', { max_length: maxLength })
  if (control.test(text)) faults.explain('name', 'invalid_value', message('name.control_characters'))
  return text
}

const control = /\p{Cc}/u

export function checkEntityType(name: string | undefined, faults: Faults): EntityType | undefined {
  const type = findEntityType(name)
  if (!type && name !== undefined) faults.add('entity_type', 'invalid_value', entityTypes, name)
  return type
}

export const keyForm = message('attribute.key_not_valid')

export function describeFixed(member: string, value: string | boolean): string {
  return `${member} is ${value} and cannot be changed. Leave it out.`
}

interface NamedRow {
  readonly uuid: string
  readonly name: string
}

/** Throws `conflict` where another row has the name, in any case; `what` is the kind of row. */
export function requireFreeName({ uuid, name }: NamedRow, rows: readonly NamedRow[], what: string): void {
  const isTaken = rows.some((other) => other.uuid !== uuid && foldText(other.name) === foldText(name))
  if (isTaken) throw conflict(message('name.taken', { what, name }), [{ field: 'name', issue: 'not_unique' }])
}
