import type { Random } from '../../random.ts'

/** Where a request goes: the public API, or the surface of the app. */
export type Surface = 'api' | 'app'

/** One request of the trial; `route` is its place in the document, where it has one. */
export interface Call {
  /** The public API where none is named. */
  readonly surface?: Surface
  readonly route: string
  readonly method: string
  /** Below the root of the surface, query string included. */
  readonly path: string
  /** It ends the account or the session of whoever sends it, who must be made for that. */
  readonly isLast?: boolean
  readonly headers?: Readonly<Record<string, string>>
  /** Bytes and text go as they are; anything else as JSON. */
  readonly body?: unknown
  /** The answer goes on without end: the connection is closed after its head. */
  readonly isStream?: boolean
}

/** The route of a call by its surface, as the counts of the trial name it. */
export const placeOf = ({ surface = 'api', route }: Pick<Call, 'surface' | 'route'>): string =>
  `${surface} ${route}`

export interface ReceivedAnswer {
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

const boundary = 'vitrine-fuzz'

/** The body of a multipart form, and the header that says so. */
export function formCall(fields: Readonly<Record<string, string>>): Pick<Call, 'headers' | 'body'> {
  const parts = Object.entries(fields).map(([name, value]) =>
    name === 'file'
      ? `Content-Disposition: form-data; name="file"; filename="example.csv"\r\nContent-Type: text/plain\r\n\r\n${value}`
      : `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`,
  )
  const body = `${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('')}--${boundary}--\r\n`
  return { headers: { 'content-type': `multipart/form-data; boundary=${boundary}` }, body }
}
