import type { RunningServer } from '#server'
import type { Workspace } from '#shared/app-surface.ts'

/** Returns the workspaces of the data folder; an empty folder gets the sample catalog first. */
export async function workspacesOrSample(server: RunningServer): Promise<Workspace[]> {
  const workspaces = await server.workspaces()
  return workspaces.length > 0 ? workspaces : [await createSample(server)]
}

/**
 * Makes the sample catalog over HTTP, like any owner's action. Rejects with a user-facing message when it
 * cannot be made.
 */
export async function createSample({ origin, sessionToken }: RunningServer): Promise<Workspace> {
  const response = await fetch(`${origin}/app/v1/workspaces`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sessionToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Sample catalog', sample: true }),
  })
  const answer = (await response.json()) as { data: Workspace } | { error: { message: string } }
  if ('error' in answer) throw new Error(answer.error.message)
  return answer.data
}
