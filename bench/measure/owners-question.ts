import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { workspaceHeader } from '#shared/app-surface.ts'

/**
 * Sends a request of the grid, which only the owner may send, with the credential that a running server
 * leaves in its folder.
 */
export async function ownersQuestion(
  dataDir: string,
  path: string,
): Promise<(query: string) => Promise<void>> {
  const { origin } = JSON.parse(readFileSync(join(dataDir, 'server.json'), 'utf8')) as { origin: string }
  const authorization = `Bearer ${readFileSync(join(dataDir, 'session.key'), 'utf8').trim()}`
  const listed = await fetch(`${origin}/app/v1/workspaces`, { headers: { authorization } })
  const { data } = (await listed.json()) as { data: readonly { id: string }[] }
  const headers = { authorization, [workspaceHeader]: data[0]?.id ?? '' }
  return async (query) => {
    const answer = await fetch(`${origin}/app/v1${path}?${query}`, { headers })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 1000)}`)
  }
}
