import type { RunningServer } from '#server'
import type { Workspace } from '#shared/app-surface.ts'

/** The workspaces of the data folder; an empty folder gets the sample catalog first, so that there is something to see. */
export async function workspacesOrSample(server: RunningServer): Promise<Workspace[]> {
  const workspaces = await server.workspaces()
  return workspaces.length > 0 ? workspaces : [await createSample(server)]
}

// Over HTTP like any owner's action: the sample is a matter of the server, and main knows nothing of it.
async function createSample({ origin, sessionToken }: RunningServer): Promise<Workspace> {
  const response = await fetch(`${origin}/app/v1/workspaces`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sessionToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Sample catalog', sample: true }),
  })
  const answer = (await response.json()) as { data: Workspace } | { error: { message: string } }
  if ('error' in answer) throw new Error(`The sample catalog could not be made. ${answer.error.message}`)
  return answer.data
}
