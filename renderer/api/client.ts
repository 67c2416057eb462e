import { thumbnailSides } from '#shared/value-limits.ts'
import { workspaceHeader } from '#shared/app-surface.ts'
import { isLinked } from '#shared/files.ts'
import { addressCall, type AnswerPromise, type AnyInput, type CallArguments } from '#shared/routes/call.ts'
import type { notificationRoutes, presenceRoutes } from '#shared/routes/collaboration.ts'
import type { installationRoutes, publicRoutes, workspaceRoutes } from '#shared/routes/surfaces.ts'
import type { teamRoutes } from '#shared/routes/people.ts'
import type { worklistRoutes } from '#shared/routes/views.ts'
import { ApiError, foreignAnswer, toApiError, unreachable } from './api-error.ts'
import { askForConfirmation, reportSessionError } from './session.ts'

// Only the types are imported, so that the route tables stay out of the bundle.
type PublicRoutes = typeof publicRoutes
type InstallationRoutes = typeof installationRoutes & typeof teamRoutes & typeof notificationRoutes
type WorkspaceRoutes = typeof workspaceRoutes & typeof presenceRoutes & typeof worklistRoutes

const publicRoot = '/api/v1'
const appRoot = '/app/v1'

export interface StreamOptions {
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly signal?: AbortSignal | undefined
}

export interface Api {
  readonly workspaceId: string
  /** Calls a route by its method and path: `api.call('GET /products/{id}', { path: { id } })`. */
  call<K extends keyof PublicRoutes>(
    key: K,
    ...input: CallArguments<PublicRoutes, K>
  ): AnswerPromise<PublicRoutes, K>
  /** Returns the response itself with a 2xx status, for files and streams. */
  open(path: string, options?: StreamOptions): Promise<Response>
}

export function createApi(workspaceId: string): Api {
  return {
    workspaceId,
    call: (key, ...[input]) => request({ root: publicRoot, key, workspaceId }, input),
    open: (path, { headers, signal } = {}) =>
      send(
        new Request(publicRoot + path, {
          ...callOptions,
          headers: { accept: 'application/json', ...workspaceHeaders(workspaceId), ...headers },
          ...(signal !== undefined && { signal }),
        }),
      ),
  }
}

export function callApp<K extends keyof InstallationRoutes>(
  key: K,
  ...[input]: CallArguments<InstallationRoutes, K>
): AnswerPromise<InstallationRoutes, K> {
  return request({ root: appRoot, key, workspaceId: '' }, input)
}

/** Calls an installation route whose response has more members if a workspace is given. */
export function callAppIn<K extends keyof InstallationRoutes>(
  workspaceId: string,
  key: K,
  ...[input]: CallArguments<InstallationRoutes, K>
): AnswerPromise<InstallationRoutes, K> {
  return request({ root: appRoot, key, workspaceId }, input)
}

export function callWorkspace<K extends keyof WorkspaceRoutes>(
  workspaceId: string,
  key: K,
  ...[input]: CallArguments<WorkspaceRoutes, K>
): AnswerPromise<WorkspaceRoutes, K> {
  return request({ root: appRoot, key, workspaceId }, input)
}

interface Endpoint {
  readonly root: string
  readonly key: string
  readonly workspaceId: string
}

/** Sends a request. Throws an ApiError for a status other than 2xx or a body that is not JSON. */
async function request<T>({ root, key, workspaceId }: Endpoint, input: AnyInput = {}): Promise<T> {
  const { body, signal } = input
  const isJson = body !== undefined && !(body instanceof FormData)
  const { method, url } = addressCall(root, key, input)
  const response = await sendConfirmed(
    () =>
      new Request(url, {
        ...callOptions,
        method,
        headers: {
          accept: 'application/json',
          ...workspaceHeaders(workspaceId),
          ...(isJson && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: isJson ? JSON.stringify(body) : body }),
        ...(signal !== undefined && { signal }),
      }),
  )
  if (response.status === 204) return undefined as T
  return response.json().catch((error: unknown) => {
    // An abort is rethrown as it is; a body that is not JSON came from a proxy or was truncated.
    throw signal?.aborted === true ? error : foreignAnswer(response.status)
  }) as Promise<T>
}

/** Sends a request and repeats it after the user has confirmed their identity, if required. */
async function sendConfirmed(make: () => Request): Promise<Response> {
  try {
    return await send(make())
  } catch (error) {
    const methods = error instanceof ApiError ? error.confirm : undefined
    if (methods === undefined || !(await askForConfirmation(methods))) throw error
    return send(make())
  }
}

export function pictureUrl(workspaceId: string, value: string): string {
  if (isLinked(value)) return `/files/${workspaceId}/${value.split('/').map(encodeURIComponent).join('/')}`
  return value.startsWith('files/') ? `/files/${workspaceId}/${value.slice('files/'.length)}` : value
}

/** Returns the thumbnail URL of a stored picture, `side` CSS pixels at most, or any other URL as it is. */
export function thumbnailUrl(workspaceId: string, value: string, side: number): string {
  const address = pictureUrl(workspaceId, value)
  const availableSide = thumbnailSides.find((each) => each >= side * window.devicePixelRatio)
  const isOwn = value.startsWith('files/') || isLinked(value)
  return availableSide === undefined || !isOwn ? address : `${address}?side=${availableSide}`
}

interface EditedPicture {
  readonly image: string
  /** The steps as text, so that other steps have another address. */
  readonly steps: string
  readonly width: number
}

/** Returns the URL of a stored picture as the steps of an image leave it. */
export function editedUrl(
  workspaceId: string,
  value: string,
  { image, steps, width }: EditedPicture,
): string {
  const params = new URLSearchParams({ image, width: String(width), height: String(width), steps })
  return `${pictureUrl(workspaceId, value)}?${params.toString()}`
}

const callOptions = { credentials: 'same-origin', cache: 'no-store' } as const

function workspaceHeaders(workspaceId: string): Record<string, string> {
  return workspaceId === '' ? {} : { [workspaceHeader]: workspaceId }
}

async function send(request: Request): Promise<Response> {
  const response = await fetch(request).catch((error: unknown) => {
    // An abort by the caller is rethrown as it is.
    throw request.signal.aborted ? error : unreachable()
  })
  if (!response.ok) {
    reportSessionError(response)
    throw await toApiError(response)
  }
  return response
}
