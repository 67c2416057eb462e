/**
 * The people of the trial in a team: one per role, an administrator who is no member, an owner who is
 * administrator, and people whose accounts may end.
 */
import { type Role, roles } from '#shared/team.ts'
import { headersOf, signInPeople, type TeamServer } from '../team/people.ts'
import { FuzzClient } from './send-call.ts'
import type { FuzzSenders } from './senders.ts'
import type { Sender } from './role-rules.ts'
import { password } from './team-plans.ts'
import type { World } from './world.ts'

export interface FuzzTeam extends FuzzSenders {
  readonly ownerCookie: string
}

export async function createFuzzTeam(
  server: TeamServer & { readonly baseUrl: string },
  world: World,
): Promise<FuzzTeam> {
  const wanted: readonly Role[] = [...roles, 'viewer', 'viewer']
  const { workspaceId, owner: first, people } = await signInPeople(server, wanted)
  const clientOf = (cookie: string) =>
    new FuzzClient(server.baseUrl, headersOf(server.origin, workspaceId, { cookie }))
  const both = clientOf(first.cookie)
  // The last one signs in repeatedly, and is named as the people of the trials are.
  world.note('email', `person-${wanted.length - 1}@trial.example`)
  const administrator = clientOf(people.at(-2)?.cookie ?? '')
  const clients = new Map<Sender, FuzzClient>([
    ...roles.map((role, at): [Role, FuzzClient] => [role, clientOf(people[at]?.cookie ?? '')]),
    ['administrator', administrator],
    ['owner and administrator', both],
  ])
  const owner = clients.get('owner') as FuzzClient
  const { user } = (await ask(administrator, 'GET', '/me')) as { user: { id: string } }
  await ask(both, 'PATCH', `/people/${user.id}`, { administrator: true })
  await ask(both, 'PATCH', `/people/${user.id}`, { role: null })

  let current: FuzzClient | undefined
  let count = 0
  return {
    workspaceId,
    clients,
    ownerCookie: first.cookie,
    async confirm() {
      for (const client of clients.values()) await ask(client, 'POST', '/confirm', { password })
    },
    async expendable() {
      current ??= await join(server, owner, world, workspaceId, (count += 1))
      return current
    },
    spent() {
      current?.close()
      current = undefined
    },
    close() {
      for (const client of clients.values()) client.close()
      current?.close()
    },
  }
}

async function join(
  { origin, baseUrl }: TeamServer & { readonly baseUrl: string },
  owner: FuzzClient,
  world: World,
  workspaceId: string,
  count: number,
): Promise<FuzzClient> {
  const email = `expendable-${count}@trial.example`
  const { link } = (await ask(owner, 'POST', '/invitations', { email, role: 'viewer' })) as { link: string }
  const token = new URL(link).hash.split('=')[1] ?? ''
  const response = await fetch(`${origin}/app/v1/invitations/accept`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ token, name: `Expendable ${count}`, password }),
  })
  if (!response.ok) throw new Error(`An invitation was not accepted: ${await response.text()}`)
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const client = new FuzzClient(baseUrl, headersOf(origin, workspaceId, { cookie }))
  const { user } = (await ask(client, 'GET', '/me')) as { user: { id: string } }
  world.note('/people', user.id)
  return client
}

/** Sends a request to the surface of the app; throws the server's message on anything but success. */
export async function ask(client: FuzzClient, method: string, path: string, body?: object): Promise<unknown> {
  const { status, text } = await client.send({ surface: 'app', route: '', method, path, body })
  if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text}`)
  const answer = (text === '' ? {} : JSON.parse(text)) as { data?: unknown }
  return answer.data ?? answer
}
