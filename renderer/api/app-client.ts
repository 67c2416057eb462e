import { badAnswer } from './api-error.ts'
import { callOptions, send, workspaceHeaders } from './send.ts'

export interface CallOptions {
  readonly query?: Readonly<Record<string, string>>
  /** Sent as JSON; a form is sent as it is. */
  readonly body?: unknown
  readonly signal?: AbortSignal
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** A call of the owner's surface (`/app/v1`); some concern one workspace, for the others its id is empty. */
export async function callApp<T>(
  method: Method,
  path: string,
  { query, body, signal }: CallOptions = {},
  workspaceId = '',
): Promise<T> {
  const search = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`
  const isJson = body !== undefined && !(body instanceof FormData)
  const request = new Request(`/app/v1${path}${search}`, {
    ...callOptions,
    method,
    headers: {
      accept: 'application/json',
      ...workspaceHeaders(workspaceId),
      ...(isJson && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    ...(signal !== undefined && { signal }),
  })
  const response = await send(request)
  try {
    return (await response.json()) as T
  } catch {
    throw badAnswer(response.status)
  }
}
