import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runHere } from '../testing/in-process-host.ts'
import { openRegistryThread, type RegistryThread } from '../threads/idle-thread.ts'
import type { NewApiKey } from '#shared/app-surface.ts'
import { type ApiKeys, loadApiKeys } from './api-keys.ts'

const workspaceId = '018f0000-0000-7000-8000-000000000001'
let folder: string
let registry: RegistryThread
let keys: ApiKeys
let now: number

const request = (over: Partial<NewApiKey> = {}): NewApiKey => ({
  name: 'ERP sync',
  scopes: ['read:products', 'write:products'],
  ...over,
})

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-keys-'))
  registry = await openRegistryThread(folder, runHere)
  await registry.call('addWorkspace', { id: workspaceId, name: 'Shop', file: '/nowhere/shop.vitrine' })
})

beforeEach(async () => {
  for (const { id } of await registry.call('listApiKeys', {})) await registry.call('deleteApiKey', { id })
  now = Date.parse('2026-01-05T10:00:00.000Z')
  keys = await loadApiKeys(registry, { now: () => now })
})

afterAll(async () => {
  await registry.close()
  rmSync(folder, { recursive: true })
})

test('a key is shown once: vtr_live_ and 40 base62 characters, kept as a hash only [KEY-01]', async () => {
  const { key, ...shown } = await keys.issue(workspaceId, request())

  expect(key).toMatch(/^vtr_live_[0-9A-Za-z]{40}$/)
  expect(shown).toEqual({
    id: expect.any(String) as string,
    name: 'ERP sync',
    workspace_id: workspaceId,
    person_id: null,
    service_account_id: null,
    scopes: ['read:products', 'write:products'],
    created_at: '2026-01-05T10:00:00.000Z',
    expires_at: null,
    last_used_at: null,
  })
  expect(keys.list(workspaceId)).toEqual([shown])
  expect(JSON.stringify(await registry.call('listApiKeys', {}))).not.toContain(key.slice('vtr_live_'.length))
})

test('authenticate finds the key, after a restart too', async () => {
  const { key, id } = await keys.issue(workspaceId, request())
  for (const loaded of [keys, await loadApiKeys(registry)])
    expect(loaded.authenticate(key)).toMatchObject({
      id,
      name: 'ERP sync',
      workspaceId,
      scopes: ['read:products', 'write:products'],
    })
})

test.each(['', 'vtr_live_', `vtr_live_${'A'.repeat(40)}`, `vtr_live_${'A'.repeat(39)}-`, 'constructor'])(
  'authenticate refuses %j',
  (bearer) => {
    expect(keys.authenticate(bearer)).toBeUndefined()
  },
)

test('an expired key is refused from its very moment on [KEY-07]', async () => {
  const { key } = await keys.issue(workspaceId, request({ expires_at: '2026-01-05T11:00:00Z' }))
  now = Date.parse('2026-01-05T10:59:59.999Z')
  expect(keys.authenticate(key)).toBeDefined()
  now += 1
  expect(keys.authenticate(key)).toBeUndefined()
})

test('a revoked key is refused at the next request, and after a restart', async () => {
  const { key, id } = await keys.issue(workspaceId, request())
  const other = await keys.issue(workspaceId, request({ name: 'other' }))

  expect(await keys.revoke(id, workspaceId)).toMatchObject({ id, name: 'ERP sync' })

  expect(keys.authenticate(key)).toBeUndefined()
  expect((await loadApiKeys(registry)).authenticate(key)).toBeUndefined()
  expect(keys.list().map(({ id }) => id)).toEqual([other.id])
  await expect(keys.revoke(id)).rejects.toMatchObject({ code: 'not_found' })
})

test('a key of another workspace cannot be revoked through this one', async () => {
  const { key, id } = await keys.issue(workspaceId, request())
  await expect(keys.revoke(id, '018f0000-0000-7000-8000-000000000002')).rejects.toMatchObject({
    code: 'not_found',
  })
  expect(keys.authenticate(key)).toBeDefined()
})

test.each([
  ['an unknown scope', { scopes: ['read:products', 'read:everything'] }, 'scopes', 'invalid_value'],
  ['a retired scope', { scopes: ['write:attribute_values'] }, 'scopes', 'invalid_value'],
  ['no scope', { scopes: [] }, 'scopes', 'expected_values'],
  ['a blank name', { name: '  ' }, 'name', 'required'],
  ['an expiry that is no date', { expires_at: 'soon' }, 'expires_at', 'expected_date'],
  ['an expiry on a day that no calendar has', { expires_at: '2030-02-30' }, 'expires_at', 'expected_date'],
  ['an expiry in the past', { expires_at: '2026-01-05T10:00:00Z' }, 'expires_at', 'out_of_range'],
])('%s: no key is made', async (_name, over, field, issue) => {
  const error: unknown = await keys.issue(workspaceId, request(over)).catch((caught: unknown) => caught)
  expect(error).toMatchObject({ code: 'validation_failed', fieldErrors: [{ field, issue }] })
  expect(keys.list()).toEqual([])
})

test('a scope named twice counts once', async () => {
  expect((await keys.issue(workspaceId, request({ scopes: ['read:jobs', 'read:jobs'] }))).scopes).toEqual([
    'read:jobs',
  ])
})

test('the last use is listed at once and written later, once for many uses', async () => {
  const { key } = await keys.issue(workspaceId, request())
  keys.authenticate(key)
  now += 1000
  keys.authenticate(key)

  const lastUse = { last_used_at: '2026-01-05T10:00:01.000Z' }
  expect(keys.list()).toMatchObject([lastUse])
  expect((await loadApiKeys(registry)).list()).toMatchObject([{ last_used_at: null }])
  await keys.flush()
  expect((await loadApiKeys(registry)).list()).toMatchObject([lastUse])
})
