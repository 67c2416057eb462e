import createClient, { type Client } from 'openapi-fetch'
import { badAnswer } from './api-error.ts'
import type { paths } from './public-api.generated.ts'
import { callOptions, send, workspaceHeaders } from './send.ts'

const root = '/api/v1'

export interface StreamOptions {
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly signal?: AbortSignal | undefined
}

/** The public API (`/api/v1`) of one workspace. */
export interface Api {
  readonly workspaceId: string
  /** Typed calls, generated from the OpenAPI document; `answerOf` takes their answer. */
  readonly client: Client<paths>
  /** The answer itself, once its status is known to be 2xx: for streams. */
  open(path: string, options?: StreamOptions): Promise<Response>
}

/** Calls of the public API for one workspace. */
export function createApi(workspaceId: string): Api {
  const headers = { accept: 'application/json', ...workspaceHeaders(workspaceId) }
  return {
    workspaceId,
    client: createClient<paths>({ ...callOptions, baseUrl: root, headers, fetch: send }),
    open: (path, { headers: more, signal } = {}) =>
      send(
        new Request(root + path, {
          ...callOptions,
          headers: { ...headers, ...more },
          ...(signal !== undefined && { signal }),
        }),
      ),
  }
}

/** The body of an answer. What is not 2xx has been thrown already; text that is no JSON becomes an ApiError too. */
export async function answerOf<T>(pending: Promise<{ data?: T; response: Response }>): Promise<T> {
  const { data, response } = await pending.catch((error: unknown) => {
    throw error instanceof SyntaxError ? badAnswer(200) : error
  })
  if (data === undefined) throw badAnswer(response.status)
  return data
}

/** Adds parameters that may occur more than once, as clauses of a filter do, to the query of one call. */
export function withParams(pairs: readonly (readonly [string, string])[]) {
  return (query: object): string =>
    new URLSearchParams([
      ...pairs.map(([name, value]) => [name, value]),
      ...Object.entries(query).map(([name, value]) => [name, String(value)]),
    ]).toString()
}

/** Where a stored picture is found; other addresses are returned as they are. */
export function pictureUrl(workspaceId: string, value: string): string {
  return value.startsWith('files/') ? `/files/${workspaceId}/${value.slice('files/'.length)}` : value
}
