import type { RunningServer } from '#server'
import type { Workspace } from '#shared/app-surface.ts'
import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { defaultDataFolder } from '#shared/data-folder.ts'

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

/**
 * Returns the data folder of `--data DIR` (or `--data=DIR`), else the platform's; the command line takes
 * the same.
 */
export function dataFolderFrom(argv: readonly string[], env: NodeJS.ProcessEnv): string {
  const named = argv.find((argument) => argument.startsWith('--data='))?.slice('--data='.length)
  const position = argv.indexOf('--data')
  const folder = named ?? (position < 0 ? undefined : argv[position + 1])
  return folder ? resolve(folder) : defaultDataFolder(process.platform, env, homedir())
}
