import type { HttpRequest } from '../processes/http-client.ts'

/** One measured operation. The request changes from call to call, so that no cache of one query is measured. */
export interface Operation {
  readonly name: string
  readonly title: string
  readonly rows: number
  readonly kind: 'read' | 'write'
  /** The nth request, counted from 0 over the whole run of one server. */
  request(turn: number): HttpRequest
  readonly paths: readonly string[]
  /** Whether the floor can return the same answer: a list or an entity. */
  readonly hasFloor: boolean
}

export const variations = 60
// More than any cache of totals should hold: most filters are sent for the first time since the last write or
// eviction.
export const filterVariations = 600
// More than are kept as whole answers (server/threads/answer-cache.ts), so that each request runs in a
// thread.
export const unknownVariations = 6000

export function read(
  name: string,
  title: string,
  rows: number,
  pathOf: (turn: number) => string,
  count = variations,
): Operation {
  const paths = Array.from({ length: count }, (_, turn) => pathOf(turn))
  const request = (turn: number): HttpRequest => ({ method: 'GET', path: paths[turn % count] as string })
  const hasFloor = paths.every((path) => /^\/products(\?|\/[^/]+$)/.test(path))
  return { name, title, rows, kind: 'read', request, paths, hasFloor }
}

export function write(
  name: string,
  title: string,
  rows: number,
  request: (turn: number) => HttpRequest,
): Operation {
  return { name, title, rows, kind: 'write', request, paths: [], hasFloor: true }
}

export function list(parameters: Record<string, string | number>): string {
  const query = Object.entries({ limit: 50, ...parameters }).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  )
  return `/products?${query.join('&')}`
}

export function at<T>(values: readonly T[], turn: number): T {
  return values[turn % values.length] as T
}
