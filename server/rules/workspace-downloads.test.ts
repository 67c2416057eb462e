import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../store/database/database.ts'
import { exportCopy } from '../store/file/copies.ts'
import { roleServer, type RoleServer } from '../testing/role-server.ts'
import { testServer } from '../testing/test-server.ts'
import { WorkspaceDownloads } from '../workspaces/workspace-downloads.ts'

const attributes = [
  { name: 'SKU', entity_type: 'product', data_type: 'single_line_text_field', is_primary: true },
]
const secretTalk = 'Never tell the supplier about the margin'

let roles: RoleServer
let root: string
let folder: string

beforeAll(async () => {
  roles = await roleServer({ attributes })
  root = `/app/v1/workspaces/${roles.workspaceId}/copies`
  folder = await mkdtemp(join(tmpdir(), 'vitrine-copies-'))
  const created = await roles.as('editor')('POST', '/api/v1/products', { attributes: { sku: 'CH-100' } })
  const { id } = created.body.data
  await roles.as('editor')('POST', '/api/v1/comments', { type: 'product', entity_id: id, text: secretTalk })
}, 60_000)
afterAll(async () => {
  await roles[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

async function takeCopy() {
  const begun = await roles.as('owner')('POST', root)
  expect(begun.status).toBe(202)
  const path = `${root}/${begun.body.data.id}`
  const read = async () => (await roles.as('owner')('GET', path)).body.data
  await expect.poll(async () => (await read()).status).toBe('completed')
  return { path, copy: await read() }
}

test('[TEAM-11] an owner takes a workspace home as one file that opens on a desktop, and the audit list says so', async () => {
  const { path, copy } = await takeCopy()
  expect(copy.progress.percent).toBe(100)
  const { server, people } = roles
  const cookie = people.owner.browser.cookie ?? ''
  const file = await fetch(`${server.server.origin}${path}/file`, { headers: { cookie } })
  const bytes = Buffer.from(await file.arrayBuffer())
  expect([file.status, bytes.length]).toEqual([200, copy.size])
  expect(file.headers.get('content-disposition')).toContain(encodeURIComponent(copy.file_name))
  const { body } = await roles.as('owner')('GET', '/app/v1/audit')
  expect(body.data[0]).toMatchObject({
    action: 'copy_taken',
    person: { name: 'Olga' },
    subject: copy.file_name,
  })

  const saved = join(folder, 'taken.vitrine')
  await writeFile(saved, bytes)
  await using desktop = await testServer()
  const opened = await desktop.server.openWorkspaceFile(saved)
  const headers = { 'vitrine-workspace': opened.id }
  const { data } = (await desktop.asOwner({ path: '/api/v1/products', headers })).body
  expect(data.map((product: { attributes: object }) => product.attributes)).toEqual([{ sku: 'CH-100' }])
  const check = { method: 'POST', path: `/app/v1/workspaces/${opened.id}/check` }
  expect((await desktop.asOwner(check)).body.data).toEqual({ ok: true, findings: [] })
})

test('[TEAM-11] what people said, secrets and what waits to be done are not in it', async () => {
  const { path } = await takeCopy()
  const id = path.split('/').at(-1)
  const file = join(roles.server.dataDir, 'copies', `${id}.vitrine`)
  const bytes = readFileSync(file)
  expect(bytes.includes('CH-100')).toBe(true)
  for (const secret of [secretTalk, 'ed@example.com', 'Ed@example.com', 'password'])
    expect([secret, bytes.includes(secret)]).toEqual([secret, false])
  const unread = new BetterSqlite3(file, { readonly: true })
  expect(unread.prepare('SELECT count(*) AS count FROM comment').get()).toEqual({ count: 0 })
  unread.close()
  expect((await roles.as('owner')('DELETE', path)).status).toBe(200)
  expect(existsSync(file)).toBe(false)
  expect((await roles.as('owner')('GET', path)).status).toBe(404)
})

test('[TEAM-11] only an owner of the workspace takes it, and nobody by the number of another', async () => {
  const { path } = await takeCopy()
  for (const role of ['manager', 'editor', 'contributor', 'viewer'] as const)
    for (const [method, at] of [
      ['POST', root],
      ['GET', path],
      ['GET', `${path}/file`],
      ['DELETE', path],
    ] as const)
      expect([role, method, (await roles.as(role)(method, at)).status]).toEqual([role, method, 403])
  const elsewhere = path.replace(roles.workspaceId, '01989f6e-7c1a-7d3e-9b52-4a7f0c2d1e1f')
  expect((await roles.as('owner')('GET', elsewhere)).status).toBe(404)
  expect((await roles.as('owner')('GET', `${root}/01989f6e-7c1a-7d3e-9b52-4a7f0c2d1e1f`)).status).toBe(404)
})

test('[TEAM-12] a copy is of one moment, however much is written while it is made', async () => {
  const source = join(folder, 'source.db')
  const writer = openDatabase(source)
  writer.sqlite.exec(`
    CREATE TABLE meta (x); CREATE TABLE comment (x); CREATE TABLE event (kind, changes);
    CREATE TABLE job (status, completed_at, lease_until); CREATE TABLE big (x)`)
  const insert = writer.sqlite.prepare('INSERT INTO big VALUES (randomblob(100000))')
  for (let count = 0; count < 400; count++) insert.run()
  const reader = openDatabase(source, { readonly: true })
  const steps: number[] = []
  const target = join(folder, 'copy.db')
  await exportCopy(reader, target, (copied, total) => {
    steps.push(copied / total)
    insert.run()
  })
  expect(steps.length).toBeGreaterThan(2)
  expect(steps).toEqual([...steps].sort((a, b) => a - b))
  const copy = new BetterSqlite3(target, { readonly: true })
  expect(copy.prepare('SELECT count(*) AS count FROM big').get()).toEqual({ count: 400 })
  for (const each of [copy, reader.sqlite, writer.sqlite]) each.close()
})

test('[TEAM-12] one copy of a workspace and two of a server are made at a time; a stopped one leaves nothing', async () => {
  const made = join(folder, 'made')
  const file = join(folder, 'small')
  await writeFile(file, 'small')
  const copies = new WorkspaceDownloads({
    folder: made,
    onError: () => undefined,
    copy: async (_from, target, { signal, onProgress }) => {
      await writeFile(`${target}.partial`, 'half')
      onProgress({ current: 1, total: 2 })
      signal.throwIfAborted()
      await new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(new Error('ended'))),
      )
    },
  })
  const workspace = (id: string) => ({ id, name: 'A/B: "chairs"', file })
  const first = await copies.start(workspace('a'))
  expect(first.file_name).toMatch(/^A B chairs \d{4}-\d\d-\d\d\.vitrine$/)
  await expect(copies.start(workspace('a'))).rejects.toMatchObject({ code: 'conflict' })
  await copies.start(workspace('b'))
  await expect(copies.start(workspace('c'))).rejects.toMatchObject({ code: 'conflict' })
  await expect.poll(() => copies.get('a', first.id).progress.percent).toBe(50)
  expect(() => copies.fileOf('a', first.id)).toThrow(expect.objectContaining({ code: 'conflict' }))
  expect(() => copies.get('b', first.id)).toThrow(expect.objectContaining({ code: 'not_found' }))
  expect(await copies.remove('a', first.id)).toMatchObject({ status: 'cancelled', error: null })
  expect((await copies.start(workspace('c'))).status).toBe('running')
  await copies.close()
  expect(readdirSync(made)).toEqual([])
})
