import { workspaceHeader } from '#shared/app-surface.ts'
import { badAnswer, toApiError, unreachable } from './api-error.ts'

export { ApiError } from './api-error.ts'

type QueryValue = string | number | boolean | undefined
/** Parameters by name, or a list of pairs where a name may occur more than once. */
export type QueryParams = Readonly<Record<string, QueryValue>> | readonly (readonly [string, string])[]

export interface RequestOptions {
  readonly query?: QueryParams | undefined
  /** Sent as JSON; a FormData is sent as it is. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly signal?: AbortSignal | undefined
}

export interface Api {
  /** Empty for calls that concern no workspace. */
  readonly workspaceId: string
  get<T>(path: string, options?: RequestOptions): Promise<T>
  post<T>(path: string, options?: RequestOptions): Promise<T>
  patch<T>(path: string, options?: RequestOptions): Promise<T>
  delete<T>(path: string, options?: RequestOptions): Promise<T>
  /** The answer itself, once its status is known to be 2xx: for streams. */
  open(path: string, options?: RequestOptions): Promise<Response>
}

/** Calls of the public API (`/api/v1`) for one workspace. The credential is a cookie or added by the shell, never held here. */
export function createApi(workspaceId: string): Api {
  return createCaller('/api/v1', workspaceId)
}

/** Calls of the owner's surface (`/app/v1`); some of them concern one workspace. */
export function createAppApi(workspaceId = ''): Api {
  return createCaller('/app/v1', workspaceId)
}

/** The owner's surface for calls that concern no workspace. */
export const appApi: Api = createAppApi()

/** Where a stored picture is found; other addresses are returned as they are. */
export function pictureUrl(workspaceId: string, value: string): string {
  return value.startsWith('files/') ? `/files/${workspaceId}/${value.slice('files/'.length)}` : value
}

function createCaller(root: string, workspaceId: string): Api {
  const open = (method: string, path: string, options: RequestOptions = {}): Promise<Response> =>
    send(root + path + toQueryString(options.query), method, workspaceId, options)
  const call = async <T>(method: string, path: string, options?: RequestOptions): Promise<T> =>
    readJson<T>(await open(method, path, options))

  return {
    workspaceId,
    get: (path, options) => call('GET', path, options),
    post: (path, options) => call('POST', path, options),
    patch: (path, options) => call('PATCH', path, options),
    delete: (path, options) => call('DELETE', path, options),
    open: (path, options) => open('GET', path, options),
  }
}

async function send(
  url: string,
  method: string,
  workspaceId: string,
  { body, headers, signal }: RequestOptions,
): Promise<Response> {
  const response = await fetch(url, {
    method,
    headers: {
      accept: 'application/json',
      ...(workspaceId === '' ? {} : { [workspaceHeader]: workspaceId }),
      ...(isJson(body) ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    credentials: 'same-origin',
    cache: 'no-store',
    ...(body === undefined ? {} : { body: isJson(body) ? JSON.stringify(body) : (body as FormData) }),
    ...(signal === undefined ? {} : { signal }),
  }).catch((error: unknown) => {
    // An abort is the caller's own wish and no fault of the server.
    throw signal?.aborted === true ? error : unreachable()
  })
  if (!response.ok) throw await toApiError(response)
  return response
}

async function readJson<T>(response: Response): Promise<T> {
  try {
    return (await response.json()) as T
  } catch {
    throw badAnswer(response.status)
  }
}

function isJson(body: unknown): boolean {
  return body !== undefined && !(body instanceof FormData)
}

function toQueryString(query: QueryParams | undefined): string {
  if (query === undefined) return ''
  const pairs = Array.isArray(query) ? (query as [string, string][]) : definedPairs(query)
  const text = new URLSearchParams(pairs).toString()
  return text === '' ? '' : `?${text}`
}

function definedPairs(query: object): [string, string][] {
  return Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, String(value)])
}
