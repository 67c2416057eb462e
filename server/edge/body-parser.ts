/**
 * Reads JSON bodies without ever refusing a request: a fault of the body is handed on, because an unknown id (404) is
 * answered before a malformed body (400).
 */
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parseExactly } from '#shared/exact-json.ts'

export const maxBodyBytes = 8 * 1024 * 1024
// A smaller body parses into little memory, whatever its content.
const maxUncountedBytes = 64 * 1024
// A client that is still sending cannot read the answer, so a body beyond the limit is read and thrown away up to here.
const maxDrainedBytes = 8 * maxBodyBytes

/**
 * Explains where a text stops being JSON; messages of JSON.parse are for programmers, and often name no
 * position.
 */
type ExpectedToken = keyof typeof wanted

const wanted = {
  value: 'a value such as "text", 12, true or null',
  valueOrEnd: 'a value or ]',
  name: 'a name in double quotes',
  nameOrEnd: 'a name in double quotes or }',
  colon: 'a colon',
  nextMember: 'a comma or }',
  nextElement: 'a comma or ]',
  nothing: 'the end',
}

/** Describes the first fault of a text that does not parse, and its position. */
export function describeJsonFault(text: string): string {
  const open: string[] = []
  let next: ExpectedToken = 'value'
  for (let at = 0; ;) {
    at = skip(space, text, at)
    const token = readToken(text, at)
    if (token !== undefined && 'fault' in token) return token.fault
    const then: ExpectedToken | undefined = token && step(next, token.kind, open)
    if (token === undefined || then === undefined) return describeExpected(text, at, next)
    at = token.end
    next = then
  }
}

const space = /[\t\n\r ]*/y
const scalar = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.])/y
const escape = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

type Token = { readonly kind: string; readonly end: number } | { readonly fault: string } | undefined

function readToken(text: string, at: number): Token {
  const first = text[at]
  if (first === '"') return readText(text, at)
  if (first !== undefined && '{}[],:'.includes(first)) return { kind: first, end: at + 1 }
  const end = skip(scalar, text, at)
  return end > at ? { kind: 'value', end } : undefined
}

function readText(text: string, from: number): Token {
  for (let at = from + 1; at < text.length;) {
    const code = text.charCodeAt(at)
    if (code === quote) return { kind: 'text', end: at + 1 }
    if (code < firstPrintable)
      return { fault: `the line break or tab ${placeOf(text, at)} must be written as \\n or \\t` }
    const end = code === backslash ? skip(escape, text, at) : at + 1
    if (end === at) return { fault: `the backslash ${placeOf(text, at)} must be written as \\\\` }
    at = end
  }
  return { fault: `the text that begins ${placeOf(text, from)} has no closing quote` }
}

const quote = 0x22
const backslash = 0x5c
const firstPrintable = 0x20

const anyValue = { '{': 'nameOrEnd', '[': 'valueOrEnd', value: 'behind', text: 'behind' } as const

const steps: Readonly<Record<ExpectedToken, Readonly<Record<string, ExpectedToken | 'behind'>>>> = {
  value: anyValue,
  valueOrEnd: { ...anyValue, ']': 'behind' },
  name: { text: 'colon' },
  nameOrEnd: { text: 'colon', '}': 'behind' },
  colon: { ':': 'value' },
  nextMember: { ',': 'name', '}': 'behind' },
  nextElement: { ',': 'value', ']': 'behind' },
  nothing: {},
}

function step(next: ExpectedToken, kind: string, open: string[]): ExpectedToken | undefined {
  const then = steps[next][kind]
  if (kind === '{' || kind === '[') open.push(kind)
  if (kind === '}' || kind === ']') open.pop()
  if (then !== 'behind') return then
  if (open.length === 0) return 'nothing'
  return open.at(-1) === '{' ? 'nextMember' : 'nextElement'
}

function placeOf(text: string, at: number): string {
  const before = text.slice(0, at)
  return `at line ${before.split('\n').length}, character ${at - before.lastIndexOf('\n')}`
}

function describeExpected(text: string, at: number, next: ExpectedToken): string {
  const found = at === text.length ? 'the end' : String.fromCodePoint(text.codePointAt(at) ?? 0)
  return `expected ${wanted[next]} ${placeOf(text, at)}, found ${found}`
}

export class UnreadableBody {
  readonly sentence: string
  constructor(sentence: string) {
    this.sentence = sentence
  }
}

/** Replaces Fastify's body parsers by ones that leave an UnreadableBody where they cannot read. */
export function acceptJsonLeniently(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', (request: FastifyRequest, payload: Readable, done) =>
    readBody(payload, request.headers['content-encoding'], (read) => done(null, parseJson(read))),
  )
  app.addContentTypeParser('*', (_request: FastifyRequest, payload: Readable, done) =>
    readBody(payload, undefined, (read) =>
      done(null, read instanceof UnreadableBody ? read : new UnreadableBody(noJson)),
    ),
  )
  // Fastify refuses a media type that is no media type at all before any parser runs.
  app.addHook('onRequest', (request, _reply, done) => {
    const type = request.headers['content-type']
    if (type !== undefined && !/^[\w.+-]+\/[\w.+-]+\s*(;|$)/.test(type)) {
      request.raw.headers['content-type'] = 'application/octet-stream'
    }
    done()
  })
}

/**
 * Calls back once: reading a stream by `for await` costs more than everything else that a small body
 * needs.
 */
function readBody(
  payload: Readable,
  encoding: string | undefined,
  done: (read: Buffer | UnreadableBody) => void,
): void {
  const chunks: Buffer[] = []
  let size = 0
  let isDone = false
  const end = (read: Buffer | UnreadableBody) => {
    if (!isDone) done(read)
    isDone = true
  }
  const endCutOff = () => end(new UnreadableBody('The body was cut off. Send the request again.'))
  payload
    .on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= maxBodyBytes) chunks.push(chunk)
      else chunks.length = 0
      if (size <= maxDrainedBytes) return
      payload.destroy()
      end(wholeBody(chunks, size, encoding))
    })
    .on('end', () => end(wholeBody(chunks, size, encoding)))
    .on('error', endCutOff)
    .on('close', endCutOff)
}

function wholeBody(
  chunks: readonly Buffer[],
  size: number,
  encoding: string | undefined,
): Buffer | UnreadableBody {
  if (size > maxBodyBytes)
    return new UnreadableBody('The body is larger than 8 MiB. Send it in several requests.')
  if (encoding !== undefined && encoding !== 'identity') {
    return new UnreadableBody('Send the body as it is, without a Content-Encoding.')
  }
  const [only] = chunks
  return only && chunks.length === 1 ? only : Buffer.concat(chunks)
}

const noJson = 'Send the body as JSON, with the header Content-Type: application/json.'

const utf8 = new TextDecoder('utf-8', { fatal: true })

function parseJson(bytes: Buffer | UnreadableBody): unknown {
  if (bytes instanceof UnreadableBody) return bytes
  if (bytes.length > maxUncountedBytes && isOverBudget(bytes)) return new UnreadableBody(tooMuch)
  try {
    // 2^53 + 1 would read as 2^53, and a serial number of 20 digits as another one; as text they stay
    // unchanged.
    const value = parseExactly(utf8.decode(bytes))
    const fault = faultOfBody(value)
    return fault === undefined ? value : new UnreadableBody(fault)
  } catch (error) {
    return new UnreadableBody(`The body is not valid JSON: ${reason(bytes, error)}.`)
  }
}

function reason(bytes: Buffer, error: unknown): string {
  if (!(error instanceof SyntaxError)) return 'it is not UTF-8'
  return bytes.length === 0 ? 'it is empty' : describeJsonFault(utf8.decode(bytes))
}

const maxNodes = 200_000
const maxDepth = 32

const tooMuch = 'The body is nested too deeply or has too many values.'
const halfCharacter = 'The body holds half of a surrogate pair, which is no character.'

const comma = 0x2c
const deeper = new Int8Array(256)
for (const sign of '[{') deeper[sign.charCodeAt(0)] = 1
for (const sign of ']}') deeper[sign.charCodeAt(0)] = -1

/**
 * Whether `faultOfBody` would refuse the content of these bytes, before they are parsed: a body of 2 MB
 * can become 100 MB of objects. It never overestimates, so a body that passes may still be refused.
 */
export function isOverBudget(json: Uint8Array): boolean {
  let [nodes, depth, isText] = [1, 0, false]
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] ?? 0
    if (byte === quote) isText = !isText
    if (isText) {
      if (byte === backslash) at += 1
      continue
    }
    if (byte === comma) nodes += 1
    depth += deeper[byte] ?? 0
    if (nodes > maxNodes || depth > maxDepth) return true
  }
  return false
}

/**
 * Explains why a parsed body is refused: too large or too deep to collect every fault of it, or with
 * invalid text.
 */
export function faultOfBody(value: unknown): string | undefined {
  const pending: { value: unknown; depth: number }[] = [{ value, depth: 0 }]
  let nodes = 1
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (hasHalfCharacter(next.value)) return halfCharacter
    if (typeof next.value !== 'object' || next.value === null) continue
    const children: unknown[] = Array.isArray(next.value) ? next.value : Object.values(next.value)
    nodes += children.length
    const depth = next.depth + 1
    if (nodes > maxNodes || depth > maxDepth) return tooMuch
    for (const child of children) pending.push({ value: child, depth })
  }
  return undefined
}

function hasHalfCharacter(value: unknown): boolean {
  if (typeof value === 'string') return !value.isWellFormed()
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.keys(value).some((name) => !name.isWellFormed())
}
