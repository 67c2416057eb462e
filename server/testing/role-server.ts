import { setTimeout } from 'node:timers/promises'
import { type Role, roles } from '#shared/team.ts'
import type { TestResponse } from './http-client.ts'
import { goodPassword, teamServer, type TeamServer, TestBrowser, tokenOf } from './team-server.ts'
import type { TestServerOptions } from './test-server.ts'

export interface Person {
  readonly id: string
  readonly name: string
  readonly browser: TestBrowser
}

export type As = (method: string, path: string, body?: unknown, headers?: Headers) => Promise<TestResponse>

type Headers = Readonly<Record<string, string>>
type Who = Role | 'administrator' | Person

/**
 * A server of a team: one person of each role in its workspace, an administrator who is no member, and
 * joined people.
 */
export interface RoleServer extends AsyncDisposable {
  readonly server: TeamServer
  readonly workspaceId: string
  readonly people: Readonly<Record<Role | 'administrator', Person>>
  as(who: Who): As
  withKey(key: string): As
  join(name: string, role: Role): Promise<Person>
  setRole(person: Person, role: Role | null): Promise<void>
  issueKey(who: Who, scopes: readonly string[]): Promise<string>
  endedJob(id: string): Promise<TestResponse['body']>
}

const names: Readonly<Record<Role, string>> = {
  owner: 'Olga',
  manager: 'Mo',
  editor: 'Ed',
  contributor: 'Cara',
  viewer: 'Vic',
}

export async function roleServer(options: TestServerOptions = {}): Promise<RoleServer> {
  const server = await teamServer(options)
  const workspaceId = server.workspace.id
  const introduce = async (browser: TestBrowser): Promise<Person> => {
    const { user } = bodyOf(await browser.get('/app/v1/me'))
    return { id: user.id, name: user.name, browser }
  }
  const join = async (name: string, role: Role) => {
    const invitation = { email: `${name}@example.com`, role }
    const invited = await server.asOwner({ method: 'POST', path: '/app/v1/invitations', body: invitation })
    const browser = new TestBrowser(server)
    const account = { token: tokenOf(bodyOf(invited).link), name, password: goodPassword }
    bodyOf(await browser.post('/app/v1/invitations/accept', account))
    return introduce(browser)
  }
  const setRole = async ({ id }: Person, role: Role | null) => {
    const change = { method: 'PATCH', path: `/app/v1/people/${id}`, body: { role } }
    bodyOf(await server.asOwner(change))
  }

  const people = { administrator: await introduce(server.owner) } as Record<Role | 'administrator', Person>
  for (const role of roles) people[role] = await join(names[role], role)
  await setRole(people.administrator, null)
  const as =
    (who: Who): As =>
    (method, path, body, headers = {}) =>
      (typeof who === 'string' ? people[who] : who).browser.send({ method, path, body, headers })
  return {
    server,
    workspaceId,
    people,
    as,
    withKey:
      (key): As =>
      (method, path, body, headers) =>
        server.send({ method, path, body, headers: { authorization: `Bearer ${key}`, ...headers } }),
    join,
    setRole,
    issueKey: async (who, scopes) => {
      const path = `/app/v1/workspaces/${workspaceId}/keys`
      return bodyOf(await as(who)('POST', path, { name: 'Key', scopes })).data.key
    },
    endedJob: async (id) => {
      for (;;) {
        const { data } = bodyOf(await as('owner')('GET', `/api/v1/jobs/${id}`))
        if (data.completed_at !== null) return data
        await setTimeout(20)
      }
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

function bodyOf({ status, body, text }: TestResponse): TestResponse['body'] {
  if (status >= 300) throw new Error(`Set-up failed with ${status}: ${text}`)
  return body
}
