import type { Role } from '#shared/team.ts'

export interface Person {
  readonly role: Role
  readonly cookie: string
}

export interface TeamServer {
  readonly origin: string
  readonly firstOwnerUrl: string
}

export interface Team {
  readonly workspaceId: string
  readonly owner: Person
  readonly people: readonly Person[]
}

const password = 'seven slow otters carry lanterns'
// The server computes two password hashes at once and lets others wait.
const atOnce = 4

/** Makes the accounts of a team as people do: the first by the link of the start, the others by invitations, which sign them in. */
export async function signInPeople(server: TeamServer, wanted: readonly Role[]): Promise<Team> {
  const token = tokenOf(server.firstOwnerUrl)
  const owner = await accept(server, { token, email: 'owner@trial.example', name: 'Owner', password })
  const workspaceId = await firstWorkspace(server, owner)
  const people: Person[] = []
  const waiting = wanted.map((role, number) => ({ role, number }))
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { role, number } = next
      const email = `person-${number}@trial.example`
      const { link } = await invite(server, { email, role }, { cookie: owner, workspaceId })
      const cookie = await accept(server, { token: tokenOf(link), name: `Person ${number}`, password })
      people[number] = { role, cookie }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return { workspaceId, owner: { role: 'owner', cookie: owner }, people }
}

export function headersOf(origin: string, workspaceId: string, { cookie }: Pick<Person, 'cookie'>) {
  return { cookie, origin, 'vitrine-workspace': workspaceId }
}

function tokenOf(link: string): string {
  // `#invitation=…`, which no browser sends.
  return new URL(link).hash.split('=')[1] ?? ''
}

async function accept(server: TeamServer, body: object): Promise<string> {
  const response = await fetch(`${server.origin}/app/v1/invitations/accept`, {
    method: 'POST',
    headers: { origin: server.origin, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`An invitation was not accepted: ${await response.text()}`)
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

async function firstWorkspace({ origin }: TeamServer, cookie: string): Promise<string> {
  const response = await fetch(`${origin}/app/v1/session`, { headers: { cookie } })
  const { data } = (await response.json()) as { data: { workspaces: { id: string }[] } }
  const [workspace] = data.workspaces
  if (!workspace) throw new Error('The owner sees no workspace.')
  return workspace.id
}

async function invite(
  { origin }: TeamServer,
  body: { readonly email: string; readonly role: Role },
  { cookie, workspaceId }: { readonly cookie: string; readonly workspaceId: string },
): Promise<{ link: string }> {
  const response = await fetch(`${origin}/app/v1/invitations`, {
    method: 'POST',
    headers: { ...headersOf(origin, workspaceId, { cookie }), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${body.email} was not invited: ${await response.text()}`)
  const answer = (await response.json()) as { link?: string; data?: { link: string } }
  return { link: answer.link ?? answer.data?.link ?? '' }
}
