import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runHere } from '../../testing/in-process-host.ts'
import { cheapPasswords, goodPassword, tokenOf } from '../../testing/team-server.ts'
import { openRegistryThread, type RegistryThread } from '../../threads/registry-thread.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { askForNewPassword, invite } from './manage-people.ts'
import { loadTeam, type Team } from './team.ts'

const hour = 3_600_000
const day = 24 * hour
const workspaceId = '018f0000-0000-7000-8000-000000000001'
const browser = { address: '192.0.2.7', agent: 'Test' }
const managing = { by: null, workspaceId, address: null }

let folder: string
let registry: RegistryThread
let now: number
let team: Team

const load = () =>
  loadTeam({
    registry,
    now: () => now,
    passwordCost: cheapPasswords,
    onError: (error) => expect.fail(String(error)),
  })

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-team-'))
  registry = await openRegistryThread(folder, runHere)
  await registry.call('addWorkspace', { id: workspaceId, name: 'Shop', file: '/nowhere/shop.vitrine' })
  now = Date.parse('2026-01-05T10:00:00.000Z')
  team = await load()
  await team.links.listensOn('http://127.0.0.1:4417')
  await accept(tokenOf((await team.inviteFirstOwner()) ?? ''))
})
beforeEach(async () => {
  team = await load()
})
afterAll(async () => {
  await team.close()
  await registry.close()
  rmSync(folder, { recursive: true })
})

function accept(token: string): Promise<string | undefined> {
  const asked = { token, name: 'Sam', email: 'sam@example.com', password: goodPassword }
  return acceptInvitation(team, { asked, browser, person: undefined, workspaceIds: [workspaceId] })
}

const sam = () => team.people.byEmail('sam@example.com')?.id ?? ''

test('a session lives for thirty days from its last use on, over restarts, and is kept as a hash [ACCOUNT-01]', async () => {
  const { cookie } = await team.sessions.begin(sam(), browser)
  now += 30 * day - 1
  expect(team.authenticate(cookie)).toMatchObject({ name: 'Sam', isAdministrator: true })
  await team.close()
  now += 30 * day - 1
  team = await load()
  expect(team.authenticate(cookie)).toMatchObject({ name: 'Sam' })
  now += 30 * day
  expect(team.authenticate(cookie)).toBeUndefined()
  await team.close()
  const kept = await registry.call('listTeam', { now, sessionsSince: 0 })
  expect(kept.sessions).not.toEqual([])
  expect(JSON.stringify(kept)).not.toContain(cookie)
})

test('of very many sessions of a person the one that rested longest ends [ACCOUNT-17]', async () => {
  const cookies: string[] = []
  for (let index = 0; index < 51; index += 1) {
    now += 1
    cookies.push((await team.sessions.begin(sam(), browser)).cookie)
  }
  expect(cookies.map((cookie) => team.authenticate(cookie) !== undefined)).toEqual([
    false,
    ...Array.from({ length: 50 }, () => true),
  ])
})

test.each([
  ['members', 7 * day, () => invite(team, { email: 'ana@example.com', role: 'editor' }, managing)],
  ['a new password', day, () => askForNewPassword(team, sam(), managing)],
  [
    'the first owner',
    hour,
    () =>
      team.invitations.issue({
        kind: 'first_owner',
        email: null,
        workspaceId: null,
        role: null,
        inviterId: null,
      }),
  ],
])(
  'a link for %s is good until its time is over, over restarts, and is kept as a hash [ACCOUNT-06]',
  async (_name, life, issue) => {
    const token = await issue()
    now += life - 1
    team = await load()
    expect(team.invitations.find(token)).toBeDefined()
    expect(JSON.stringify(team.invitations.find(token))).not.toContain(token)
    now += 1
    expect(() => team.invitations.find(token)).toThrow('This link is not known')
  },
)

test('a link that was used stays used, and roles and accounts are there, after a restart [ACCOUNT-06]', async () => {
  const token = await invite(team, { email: 'bo@example.com', role: 'manager' }, managing)
  expect(await accept(token)).toBeDefined()
  team = await load()
  await expect(accept(token)).rejects.toMatchObject({ code: 'not_found' })
  const bo = team.people.byEmail('BO@example.com')
  expect(bo).toMatchObject({
    name: 'Sam',
    isAdministrator: false,
    password: expect.stringMatching(/^scrypt\$16\$/) as string,
  })
  expect(team.roleIn(bo?.id ?? '', workspaceId)).toBe('manager')
  expect(team.members(workspaceId).map(({ role }) => role)).toEqual(['owner', 'manager'])
})
