import type { Pagination } from '#shared/paging.ts'
import { hash } from 'node:crypto'

/**
 * A finished answer as ready JSON: a small one as text, which crosses the thread boundary at the least cost, a large one as
 * UTF-8 bytes, which are transferred instead of copied.
 */
export interface Answer {
  readonly status: number
  readonly body: string | Uint8Array
  readonly location?: string
  readonly etag?: string
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
