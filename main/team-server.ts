import type { Session } from 'electron'
import type { TeamRefusal } from '#shared/desktop-bridge.ts'
import { membersOf } from './json-file.ts'
import type { KnownTeamCatalog } from './team-catalogs.ts'

/** How long a server may take to say what it is. */
const answerMs = 10_000

/** Asks whether a team's Vitrine answers at an address; answers why not, or null. */
export async function askTeamServer(
  session: Pick<Session, 'fetch'>,
  { origin, certificate }: KnownTeamCatalog,
): Promise<TeamRefusal | null> {
  try {
    const answer = await session.fetch(`${origin}/app/v1/sign-in`, {
      credentials: 'omit',
      redirect: 'error',
      signal: AbortSignal.timeout(answerMs),
    })
    // A proxy stands there, and the server behind it does not answer just now.
    if (answer.status >= 502 && answer.status <= 504) return 'unreachable'
    return isTeamServer(await answer.json().catch(() => undefined)) ? null : 'no_team_server'
  } catch (error) {
    if (!/ERR_CERT|ERR_SSL/.test(String(error))) return 'unreachable'
    return certificate === undefined ? 'untrusted' : 'other_certificate'
  }
}

/** Only the server of a team tells how people sign in. */
function isTeamServer(answer: unknown): boolean {
  return typeof membersOf(membersOf(answer)['data'])['password'] === 'boolean'
}
