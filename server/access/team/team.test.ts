import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runHere } from '../../testing/in-process-host.ts'
import { cheapPasswords, goodPassword, tokenOf } from '../../testing/team-server.ts'
import { openRegistryThread, type RegistryThread } from '../../threads/idle-thread.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { applyGroups } from './groups.ts'
import { askForNewPassword, invite } from './manage-people.ts'
import { CodeSecrets, loadTeam, type Team, type TeamParts } from './team.ts'
import { takeCode } from './codes.ts'

const hour = 3_600_000
const day = 24 * hour
const workspaceId = '018f0000-0000-7000-8000-000000000001'
const browser = { address: '192.0.2.7', agent: 'Test' }
const managing = { by: null, workspaceId, address: null }

let folder: string
let registry: RegistryThread
let now: number
let team: Team

function known<T>(found: T | undefined): T {
  if (found === undefined) throw new Error('Nobody is there.')
  return found
}

const never = { now: 0, sessionsUsedSince: 0, sessionsMadeSince: 0 }

async function codeOf(secret: string): Promise<string> {
  const { Secret, TOTP } = await import('otpauth')
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now })
}

const load = (parts: Partial<TeamParts> = {}) =>
  loadTeam({
    registry,
    now: () => now,
    passwordCost: cheapPasswords,
    onError: (error) => expect.fail(String(error)),
    ...parts,
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
  const stored = await registry.call('listTeam', { now, sessionsUsedSince: 0, sessionsMadeSince: 0 })
  expect(stored.sessions).not.toEqual([])
  expect(JSON.stringify(stored)).not.toContain(cookie)
})

test('a session ends ninety days after its sign-in, however often it is used, over restarts [ACCOUNT-28]', async () => {
  const { id, cookie } = await team.sessions.begin(sam(), browser)
  for (let count = 0; count < 4; count += 1) {
    now += 20 * day
    expect(team.authenticate(cookie)).toMatchObject({ name: 'Sam' })
  }
  now += 10 * day - 1
  expect(team.authenticate(cookie)).toMatchObject({ name: 'Sam' })
  now += 1
  expect(team.authenticate(cookie)).toBeUndefined()
  expect(team.isValid(id)).toBe(false)
  await team.close()
  await load()
  const stored = await registry.call('listTeam', { now, sessionsUsedSince: 0, sessionsMadeSince: 0 })
  expect(stored.sessions.map((session) => session.id)).not.toContain(id)
})

test('secrets of one-time codes are encrypted with a key beside the database, those of older versions too [ACCOUNT-29]', async () => {
  const [plain, sealing] = [await load(), { dataDir: folder, isShared: false }]
  const [secret, code] = ['JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', () => codeOf(secret)]
  await plain.people.change(sam(), { codeSecret: secret, codePeriod: null })
  const sealed = await load({ codes: sealing })
  const storedOf = async () => (await registry.call('listTeam', never)).people[0]?.codeSecret ?? ''
  expect(await storedOf()).toMatch(/^aes1\.[\w-]{70,}$/)
  expect(await storedOf()).not.toContain(secret)
  expect(statSync(join(folder, 'one-time-codes.key')).mode & 0o777).toBe(0o600)
  const person = () => known(sealed.people.byEmail('sam@example.com'))
  expect(await takeCode(sealed, person(), await code())).toBe(true)
  expect(await takeCode(sealed, person(), '000000')).toBe(false)

  expect(sealed.codeSecrets.open({ id: 'another', codeSecret: await storedOf() })).toBeUndefined()
  expect(plain.codeSecrets.open(person())).toBeUndefined()
  writeFileSync(join(folder, 'one-time-codes.key'), randomBytes(32).toString('base64'))
  const errors: string[] = []
  const lost = await load({ codes: sealing, onError: (error) => errors.push(String(error)) })
  now += 60_000
  expect(await takeCode(lost, known(lost.people.get(sam())), await code())).toBe(false)
  expect(errors).toEqual([expect.stringContaining('sam@example.com cannot be read')])
  writeFileSync(join(folder, 'one-time-codes.key'), 'short')
  await expect(load({ codes: sealing })).rejects.toThrow('is damaged')
  rmSync(join(folder, 'one-time-codes.key'))
  await plain.people.change(sam(), { codeSecret: null, codePeriod: null })
})

test('servers that share a database keep secrets as they are, which each of them reads [ACCOUNT-29]', async () => {
  const own = new CodeSecrets({ dataDir: folder, isShared: false })
  const codeSecret = own.seal(sam(), 'JBSWY3DPEHPK3PXP')
  const shared = new CodeSecrets({ dataDir: folder, isShared: true })
  expect(shared.renewed({ id: sam(), codeSecret })).toBe('JBSWY3DPEHPK3PXP')
  expect(shared.renewed({ id: sam(), codeSecret: 'JBSWY3DPEHPK3PXP' })).toBeUndefined()
  expect(own.renewed({ id: sam(), codeSecret })).toBeUndefined()
  rmSync(join(folder, 'one-time-codes.key'))
})

test('a start that takes no passwords ends the sessions that one has begun, and groups last over restarts [ACCOUNT-41]', async () => {
  const provider = { issuer: 'https://login.example', clientId: 'vitrine' }
  const { cookie } = await team.sessions.begin(sam(), browser)
  team = await load({ oidc: provider })
  expect(team.authenticate(cookie)).toMatchObject({ name: 'Sam' })
  team = await load({ oidc: { ...provider, isOnly: true } })
  expect(team.authenticate(cookie)).toBeUndefined()
  const linked = { issuer: provider.issuer, subject: 'sam', personId: sam(), createdAt: now }
  await team.people.link(linked)
  const again = await team.sessions.begin(sam(), browser)
  const claim = { groupsClaim: 'groups' }
  team = await load({ oidc: { ...provider, ...claim, isOnly: true } })
  expect(team.authenticate(again.cookie)).toMatchObject({ name: 'Sam' })

  const bo = { ...known(team.people.get(sam())), id: 'bo', isAdministrator: false }
  await team.people.add({ ...bo, email: 'bo@example.com', foldedEmail: 'bo@example.com' })
  await team.people.groups.setRole('leads', workspaceId, 'manager')
  await applyGroups(team, bo, { names: new Set(['leads', 'others']), isCutOff: false }, browser.address)
  expect((await load({ oidc: { ...provider, ...claim } })).roleIn('bo', workspaceId)).toBe('manager')
  expect((await load({ oidc: provider })).roleIn('bo', workspaceId)).toBeUndefined()
  const stored = await registry.call('listTeam', never)
  expect(stored.personGroups).toEqual([{ personId: 'bo', groupName: 'leads' }])
  await team.people.remove(bo)
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
