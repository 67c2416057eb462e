import type { Random } from '../../random.ts'

export type Surface = 'api' | 'app'

export interface Call {
  readonly surface?: Surface
  readonly route: string
  readonly method: string
  /** Below the root of the surface, query string included. */
  readonly path: string
  /** Whether it ends the account or the session of its sender, who must be made for that. */
  readonly isLast?: boolean
  readonly headers?: Readonly<Record<string, string>>
  /** Bytes and text go as they are; anything else as JSON. */
  readonly body?: unknown
  /** The answer never ends: the connection is closed after its head. */
  readonly isStream?: boolean
}

export const placeOf = ({ surface = 'api', route }: Pick<Call, 'surface' | 'route'>): string =>
  `${surface} ${route}`

export interface ReceivedAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

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

export function formCall(fields: Readonly<Record<string, string>>): Pick<Call, 'headers' | 'body'> {
  const parts = Object.entries(fields).map(([name, value]) =>
    name === 'file'
      ? `Content-Disposition: form-data; name="file"; filename="example.csv"\r\nContent-Type: text/plain\r\n\r\n${value}`
      : `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`,
  )
  const body = `${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('')}--${boundary}--\r\n`
  return { headers: { 'content-type': `multipart/form-data; boundary=${boundary}` }, body }
}
