import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { AuditEntry } from '#shared/schemas/team.ts'
import { startServer } from '../index.ts'
import { runVitrine } from '../testing/command-line.ts'
import { sendRequest } from '../testing/http-client.ts'
import { runHere } from '../testing/in-process-host.ts'
import {
  cheapPasswords,
  goodPassword,
  type TeamServer,
  type TestBrowser,
  teamServer,
  tokenOf,
} from '../testing/team-server.ts'

let server: TeamServer
let manager: TestBrowser
beforeAll(async () => {
  server = await teamServer()
  manager = await server.join({ email: 'mia@example.com', role: 'manager' })
})
afterAll(() => server?.[Symbol.asyncDispose]())

async function newest(action: AuditEntry['action']) {
  await expect.poll(async () => (await entries())[0]?.action).toBe(action)
  const [entry] = await entries()
  return {
    by: entry?.person?.name ?? null,
    workspace: entry?.workspace_id,
    subject: entry?.subject,
    details: entry?.details,
  }
}

async function entries(): Promise<AuditEntry[]> {
  const { commandOrigin, sessionToken } = server.server
  const headers = { authorization: `Bearer ${sessionToken}` }
  return (await sendRequest(commandOrigin, { path: '/app/v1/audit', headers })).body.data
}

async function done(pending: ReturnType<TestBrowser['post']>) {
  const { status, body, text } = await pending
  if (status >= 300) throw new Error(text)
  return body?.data
}

const send = (method: string, path: string, body?: object) =>
  server.owner.send({ method, path, ...(body && { body }) })

test('keys, and exports by them, are in the audit list with who did it [ACCOUNT-30]', async () => {
  const { id: workspace } = server.workspace
  const path = `/app/v1/workspaces/${workspace}/keys`
  const key = await done(manager.post(path, { name: 'Shop', scopes: ['read:products'] }))
  expect(await newest('key_created')).toEqual({
    by: 'mia',
    workspace,
    subject: 'Shop',
    details: { scopes: 'read:products' },
  })
  const authorization = `Bearer ${key.key as string}`
  const body = { type: 'product', format: 'csv' }
  const made = await server.send({
    method: 'POST',
    path: '/api/v1/exports',
    body,
    headers: { authorization },
  })
  expect(made.status).toBe(202)
  expect(await newest('export_made')).toEqual({
    by: 'mia',
    workspace,
    subject: null,
    details: { type: 'product', format: 'csv', credential: 'Shop' },
  })
  const job = made.body.data.id as string
  await expect.poll(async () => (await manager.get(`/api/v1/jobs/${job}`)).body.data.status).toBe('completed')
  const file = `/api/v1/exports/${job}/file`
  await manager.send({ method: 'HEAD', path: file })
  expect((await manager.get(file)).status).toBe(200)
  expect(await newest('export_downloaded')).toMatchObject({ by: 'mia', subject: job })
  expect((await entries()).filter(({ action }) => action === 'export_downloaded')).toHaveLength(1)
  await done(send('DELETE', `${path}/${key.id as string}`))
  expect(await newest('key_revoked')).toMatchObject({ by: 'Sam', subject: 'Shop' })
  expect((await send('DELETE', `${path}/${key.id as string}`)).status).toBe(404)
  expect((await entries())[0]?.action).toBe('key_revoked')
})

test('so are providers, settings, backups, workspaces, trash and who may edit an attribute, without a secret [ACCOUNT-30]', async () => {
  const { id: workspace } = server.workspace
  const provider = {
    name: 'Local',
    kind: 'openai_compatible',
    base_url: 'http://127.0.0.1:9',
    key: 'sk-secret',
  }
  const { id } = await done(send('POST', '/app/v1/providers', provider))
  const address = 'http://127.0.0.1:9/v1'
  expect(await newest('provider_added')).toMatchObject({ subject: 'Local', details: { address } })
  await done(send('PATCH', `/app/v1/providers/${id as string}`, { key: 'sk-other' }))
  expect(await newest('provider_changed')).toMatchObject({ details: { fields: 'key', address } })
  await done(send('DELETE', `/app/v1/providers/${id as string}`))
  expect(await newest('provider_deleted')).toMatchObject({ by: 'Sam', subject: 'Local' })
  await done(send('PATCH', '/app/v1/settings', { keys_may_spend: true }))
  expect(await newest('settings_changed')).toMatchObject({ workspace, details: { fields: 'keys_may_spend' } })
  expect(JSON.stringify(await entries())).not.toContain('sk-')

  const backups = `/app/v1/workspaces/${workspace}/backups`
  const backup = await done(send('POST', backups))
  await done(send('POST', `${backups}/${backup.id as string}/restore`))
  expect(await newest('backup_restored')).toMatchObject({ workspace, subject: backup.id })
  await done(send('DELETE', `${backups}/${backup.id as string}`))
  expect(await newest('backup_deleted')).toMatchObject({ workspace, subject: backup.id })
  const made = await done(send('POST', '/app/v1/workspaces', { name: 'Second' }))
  expect(await newest('workspace_created')).toMatchObject({ workspace: made.id, subject: 'Second' })
  const file = join(server.dataDir, 'saved.vitrine')
  await done(send('POST', `/app/v1/workspaces/${workspace}/backup`, { file }))
  expect(await newest('workspace_saved')).toMatchObject({ workspace, subject: 'saved.vitrine', details: {} })

  const attribute = { entity_type: 'product', data_type: 'single_line_text_field', name: 'SKU', key: 'sku' }
  await done(send('POST', '/api/v1/attributes', attribute))
  await done(send('PATCH', '/api/v1/attributes/sku', { editable_by: ['manager'] }))
  expect(await newest('editable_by_changed')).toMatchObject({ subject: 'sku', details: { roles: 'manager' } })
  await done(send('POST', '/app/v1/trash/empty', {}))
  expect(await newest('trash_emptied')).toMatchObject({ by: 'Sam', workspace, details: { removed: '0' } })
  expect((await entries()).filter(({ action }) => action === 'editable_by_changed')).toHaveLength(1)
})

test('commands write entries too, also while no server runs; a data folder without people has none [ACCOUNT-30]', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-audit-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const create = async (name: string) =>
    (await runVitrine(['key', 'create', '--workspace', 'Shop', '--name', name, '--data', dataDir])).code
  expect((await runVitrine(['workspace', 'create', 'Shop', '--data', dataDir])).code).toBe(0)
  expect(await create('By day')).toBe(0)
  expect(entriesIn(dataDir)).toEqual([])

  const started = await startServer({
    dataDir,
    port: 0,
    threadEntry: runHere,
    team: { passwordCost: cheapPasswords },
  })
  const token = tokenOf((await started.firstOwnerUrl()) ?? '')
  await sendRequest(started.origin, {
    method: 'POST',
    path: '/app/v1/invitations/accept',
    headers: { origin: started.origin },
    body: { token, name: 'Sam', email: 'sam@example.com', password: goodPassword },
  })
  await started.close()
  expect(await create('At night')).toBe(0)
  expect(entriesIn(dataDir).at(-1)).toEqual({ action: 'key_created', person_id: null, subject: 'At night' })
}, 60_000)

function entriesIn(dataDir: string): unknown[] {
  const database = new Database(join(dataDir, 'vitrine.db'))
  const rows = database.prepare('SELECT action, person_id, subject FROM audit_entry ORDER BY id').all()
  database.close()
  return rows
}
