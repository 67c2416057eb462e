import { workspaceHeader } from '#shared/app-surface.ts'
import { toApiError, unreachable } from './api-error.ts'

/** What every call to our server carries. The credential is a cookie or added by the shell, never held here. */
export const callOptions = { credentials: 'same-origin', cache: 'no-store' } as const

/** The header that names the workspace; none for calls that concern no workspace. */
export function workspaceHeaders(workspaceId: string): Record<string, string> {
  return workspaceId === '' ? {} : { [workspaceHeader]: workspaceId }
}

/** Sends a request; whatever is not 2xx is thrown as ApiError. */
export async function send(request: Request): Promise<Response> {
  const response = await fetch(request).catch((error: unknown) => {
    // An abort is the caller's own wish and no fault of the server.
    throw request.signal.aborted ? error : unreachable()
  })
  if (!response.ok) throw await toApiError(response)
  return response
}
