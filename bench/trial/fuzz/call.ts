import type { Random } from '../../random.ts'

/** One request of the trial; `route` is its place in the document, where it has one. */
export interface Call {
  readonly route: string
  readonly method: string
  /** Below the API root, query string included. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** Bytes and text go as they are; anything else as JSON. */
  readonly body?: unknown
  /** The answer goes on without end: the connection is closed after its head. */
  readonly isStream?: boolean
}

export interface Received {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

/** A path below the API root with its query parameters. */
export function withQuery(path: string, pairs: readonly (readonly [string, string])[]): string {
  if (pairs.length === 0) return path
  return `${path}?${pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')}`
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

export type Pair = readonly [string, string]

export const get = (route: string, path: string, query: readonly Pair[] = []): Call => ({
  route: `GET ${route}`,
  method: 'GET',
  path: withQuery(path, query),
})
export const send = (method: 'POST' | 'PATCH', route: string, path: string, body: unknown): Call => ({
  route: `${method} ${route}`,
  method,
  path,
  body,
})

export function maybe(random: Random, name: string, value: () => string): Pair[] {
  return random.chance(0.3) ? [[name, value()]] : []
}

export function paging(random: Random): Pair[] {
  return [
    ...maybe(random, 'limit', () => String(random.between(1, 20))),
    ...maybe(random, 'offset', () => String(random.below(60))),
  ]
}
