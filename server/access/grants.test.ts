import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runHere } from '../testing/in-process-host.ts'
import { openRegistryThread, type RegistryThread } from '../threads/idle-thread.ts'
import { type Grants, loadGrants } from './grants.ts'

const workspaceId = '018f0000-0000-7000-8000-000000000001'
const minute = 60_000
let folder: string
let registry: RegistryThread
let grants: Grants
let now: number
let nextToken = 0

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-grants-'))
  registry = await openRegistryThread(folder, runHere)
  await registry.call('addWorkspace', { id: workspaceId, name: 'Shop', file: '/nowhere/shop.vitrine' })
})
beforeEach(async () => {
  now = Date.parse('2026-01-05T10:00:00.000Z')
  for (const { id } of (await registry.call('listOAuth', { now })).grants)
    await registry.call('deleteOAuthGrant', { id })
  grants = await load()
})
afterAll(async () => {
  await registry.close()
  rmSync(folder, { recursive: true })
})

const load = () => loadGrants(registry, { now: () => now })
const newToken = () => String((nextToken += 1)).padStart(43, 'x')

async function grant(id: string): Promise<{ access: string; refresh: string }> {
  const [access, refresh] = [newToken(), newToken()]
  const row = {
    id,
    workspaceId,
    clientId: 'client',
    clientName: 'Assistant',
    scopes: ['read:products'] as const,
  }
  const audience = 'http://127.0.0.1:4417/mcp'
  const payload = { grantId: id, scope: 'openid read:products', aud: audience }
  await grants.records.put('Grant', id, { payload: { clientId: 'client' }, expiresAt: null })
  await grants.add({ ...row, personId: null })
  await grants.records.put('AccessToken', access, { payload, expiresAt: now + 15 * minute })
  await grants.records.put('RefreshToken', refresh, { payload, expiresAt: now + 1440 * minute })
  return { access, refresh }
}

test('a token gives what was granted, after a restart too, and is kept as a hash only [AUTH-12]', async () => {
  const { access, refresh } = await grant('a')
  for (const loaded of [grants, await load()]) {
    expect(loaded.authenticate(access)).toMatchObject({
      grantId: 'a',
      workspaceId,
      scopes: ['read:products'],
      audience: 'http://127.0.0.1:4417/mcp',
    })
    expect(loaded.authenticate(refresh)).toBeUndefined()
  }
  const stored = JSON.stringify(await registry.call('listOAuth', { now }))
  expect([stored.includes(access), stored.includes(refresh)]).toEqual([false, false])
})

test('a token ends with its time; the grant is listed for as long as it can be refreshed', async () => {
  const { access } = await grant('a')
  const token = grants.authenticate(access)
  now += 15 * minute
  expect(grants.authenticate(access)).toBeUndefined()
  expect(token && grants.isValid(token)).toBe(false)
  expect(grants.list(workspaceId)).toHaveLength(1)
  now += 1440 * minute
  expect(grants.list(workspaceId)).toEqual([])
})

test('a revoked grant ends with all its tokens, after a restart too', async () => {
  const [{ access }, other] = [await grant('a'), await grant('b')]
  const token = grants.authenticate(access)
  await grants.revoke('a', workspaceId)
  for (const loaded of [grants, await load()]) {
    expect(loaded.authenticate(access)).toBeUndefined()
    expect(loaded.authenticate(other.access)).toMatchObject({ grantId: 'b' })
  }
  expect(token && grants.isValid(token)).toBe(false)
  await expect(grants.revoke('a', workspaceId)).rejects.toMatchObject({ code: 'not_found' })
  await expect(grants.revoke('b', 'another')).rejects.toMatchObject({ code: 'not_found' })
})

test('a token can be used up once', async () => {
  const { refresh } = await grant('a')
  const answers = [1, 2, 3].map(() => grants.records.consume('RefreshToken', refresh))
  expect(await Promise.all(answers)).toEqual([true, false, false])
  expect((await load()).records.find('RefreshToken', refresh)?.consumedAt).toBe(now)
})

test('the last use is written with the next flush', async () => {
  const { access } = await grant('a')
  now += minute
  grants.authenticate(access)
  await grants.flush()
  expect((await load()).list(workspaceId)).toMatchObject([{ last_used_at: '2026-01-05T10:01:00.000Z' }])
})

test('of clients that nothing was granted to, the newest two hundred are kept', async () => {
  await grant('a')
  for (let index = 0; index < 203; index += 1) {
    const payload = { client_id: index === 0 ? 'client' : `c${index}` }
    await grants.records.put('Client', payload.client_id, { payload, expiresAt: null })
  }
  const known = (id: string) => grants.records.find('Client', id) !== undefined
  expect([known('client'), known('c1'), known('c2'), known('c3'), known('c202')]).toEqual([
    true,
    false,
    false,
    true,
    true,
  ])
})
