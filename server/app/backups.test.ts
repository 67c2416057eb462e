import { copyFile, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Backup } from '#shared/backups.ts'
import { testServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await testServer({
    attributes: [
      { name: 'SKU', entity_type: 'product', data_type: 'single_line_text_field', is_primary: true },
    ],
  })
})
afterAll(() => server[Symbol.asyncDispose]())

const root = () => `/app/v1/workspaces/${server.workspace.id}/backups`
const call = async (method: string, path = '') => server.asOwner({ method, path: root() + path })
const list = async () => (await call('GET')).body.data as Backup[]
const backUp = async () => (await call('POST')).body.data as Backup
const restore = (id: string) => call('POST', `/${encodeURIComponent(id)}/restore`)
const create = (sku: string) => server.post('/products', { attributes: { sku } })
const skus = async () =>
  (await server.get('/products?sort=sku')).body.data.map(
    ({ attributes }: { attributes: { sku: string } }) => attributes.sku,
  )

test('[BACKUP-01] a backup is put back whole, and what was there before is a backup too', async () => {
  await create('A')
  const before = await backUp()
  expect(before).toMatchObject({ reason: 'manual', size: expect.any(Number) })
  const folder = join(server.dataDir, 'backups', server.workspace.id)
  expect((await call('GET')).body).toEqual({ data: [before], folder })
  await create('B')

  const { status, body } = await restore(before.id)
  expect(status).toBe(200)
  expect(body.data).toMatchObject({ restored: before, previous: { reason: 'restore' } })
  expect(await skus()).toEqual(['A'])
  expect((await create('C')).status).toBe(201)

  await restore(body.data.previous.id)
  expect(await skus()).toEqual(['A', 'B'])
})

test('[BACKUP-02] an unknown backup is 404, and a damaged one leaves the workspace as it is', async () => {
  await create('D')
  await backUp()
  const before = await skus()
  expect((await restore('2026-01-05T10-00-00-000Z-manual')).status).toBe(404)
  expect((await restore('../../vitrine')).status).toBe(404)
  const folder = join(server.dataDir, 'backups', server.workspace.id)
  const id = '2026-01-05T10-00-00-000Z-manual'
  await writeFile(join(folder, `${id}.vitrine`), 'nothing that opens')
  const answer = await restore(id)
  expect([answer.status, answer.body.error.code]).toEqual([409, 'conflict'])
  expect(await skus()).toEqual(before)
  expect((await call('DELETE', `/${encodeURIComponent(id)}`)).status).toBe(200)
  expect((await list()).map((backup) => backup.id)).not.toContain(id)
})

test('[BACKUP-03] a job that was unfinished in the backup does not start by itself', async () => {
  const before = await skus()
  const form = [
    '--x\r\nContent-Disposition: form-data; name="type"\r\n\r\nproduct\r\n',
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nSKU\nI-1\r\n--x--\r\n',
  ].join('')
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const { id } = (await server.post('/imports', form, headers)).body.data
  const statusOf = async () => (await server.get(`/jobs/${id as string}`)).body.data.status
  await expect.poll(statusOf, { timeout: 30_000 }).toBe('completed')
  expect(await skus()).toEqual([...before, 'I-1'])
  const [newest] = (await list()).filter(({ reason }) => reason === 'import')

  await restore(newest?.id ?? '')
  expect(await statusOf()).toBe('cancelled')
  expect(await skus()).toEqual(before)
})

test('[BACKUP-04] open streams are told that everything has changed, and end', async () => {
  const backup = await backUp()
  const response = await fetch(`${server.server.baseUrl}/events/stream`, {
    headers: { authorization: `Bearer ${server.key}` },
  })
  const received = response.text()
  await restore(backup.id)
  expect(await received).toContain('event: workspace.replaced')
})

test('[BACKUP-05] old ones go by the settings, those made by hand stay', async () => {
  const settings = { backup_keep_last: 1, backup_keep_days: 0, backup_keep_weeks: 0 }
  await server.asOwner({ method: 'PATCH', path: '/app/v1/settings', body: settings })
  const folder = join(server.dataDir, 'backups', server.workspace.id)
  const made = await backUp()
  const newest = '2099-01-01T00-00-00-000Z-schedule.vitrine'
  for (const name of ['01', '02', '03'].map((day) => `2026-02-${day}T00-00-00-000Z-schedule.vitrine`))
    await copyFile(join(folder, `${made.id}.vitrine`), join(folder, name))
  await copyFile(join(folder, `${made.id}.vitrine`), join(folder, newest))
  await backUp()
  const names = await readdir(folder)
  expect(names.filter((name) => name.startsWith('2026-02'))).toEqual([])
  expect(names).toEqual(expect.arrayContaining([`${made.id}.vitrine`, newest]))
})

const accidents: readonly (readonly [string, (file: string, aside: string) => Promise<void>])[] = [
  ['deleted', (file) => rm(file)],
  ['moved', (file, aside) => rename(file, aside)],
  [
    'replaced',
    async (file, aside) => {
      await rename(file, aside)
      await copyFile(aside, file)
    },
  ],
]

describe.each(accidents)('a workspace file that is %s while it is open', (name, happen) => {
  test('takes no more writes, says so, and what was saved is kept by a backup that can be put back [SPACE-08] [ERROR-21]', async () => {
    const { file } = server.workspace
    const before = [...(await skus()), name].sort((a, b) => (a < b ? -1 : 1))
    expect((await create(name)).status).toBe(201)
    await happen(file, `${file}.aside-${name}`)

    const refused = await create('lost')
    const { code, is_retriable: isRetriable, retry_after_seconds: wait } = refused.body.error
    expect([refused.status, code, isRetriable]).toEqual([503, 'internal_error', true])
    expect([wait, refused.headers['retry-after']]).toEqual([5, '5'])
    expect(refused.body.error.message).toMatch(/was moved, deleted or replaced .* Make a backup now/)
    expect(await skus()).toEqual(before)

    const backup = await backUp()
    const { status, body } = await restore(backup.id)
    expect([status, body.data.restored.id]).toEqual([200, backup.id])
    expect(await skus()).toEqual(before)
    expect((await create(`${name} again`)).status).toBe(201)
  })
})

test('the owner is told that a file is not in its place, and may save what was saved in it elsewhere [SPACE-08]', async () => {
  const { id, file } = server.workspace
  const ask = async () => (await server.asOwner({ path: `/app/v1/workspaces/${id}/file` })).body.data
  const save = (target: string) =>
    server.asOwner({ method: 'POST', path: `/app/v1/workspaces/${id}/backup`, body: { file: target } })
  expect(await ask()).toEqual({ file, in_place: true, suggested_copy: null, set_aside: null })
  const before = await skus()
  await rename(file, `${file}.away`)

  const looked = await server.asOwner({ method: 'POST', path: `/app/v1/workspaces/${id}/check`, body: {} })
  expect(looked.body.error.message).toMatch(/was moved, deleted or replaced/)

  const { dir: folder, name } = parse(file)
  const suggested = { folder, name: `${name} saved.vitrine` }
  expect(await ask()).toEqual({ file, in_place: false, suggested_copy: suggested, set_aside: null })
  const refused = await save(join(folder, 'none', 'copy.vitrine'))
  expect([refused.status, refused.body.error.field_errors[0].issue]).toEqual([
    400,
    expect.stringMatching(/^There is no folder .* Make it, or choose another\.$/),
  ])
  const copy = join(folder, suggested.name)
  expect((await save(copy)).status).toBe(200)
  expect((await save(copy)).body.error.message).toMatch(/already a file .* Choose another name/)
  expect((await ask()).suggested_copy).toEqual({ folder, name: `${name} saved 2.vitrine` })
  const opened = await server.asOwner({
    method: 'POST',
    path: '/app/v1/workspaces/open',
    body: { file: copy },
  })
  const inCopy = { 'vitrine-workspace': opened.body.data.id as string }
  const saved = await server.asOwner({ path: '/api/v1/products?limit=200', headers: inCopy })
  expect(saved.body.pagination.total).toBe(before.length)

  await rename(`${file}.away`, file)
  expect(await ask()).toMatchObject({ in_place: true })
})

test('another file that has taken the place is put aside, not overwritten [SPACE-08]', async () => {
  const { file } = server.workspace
  await rename(file, `${file}.own`)
  await writeFile(file, 'of somebody else')
  const backup = await backUp()
  const { body } = await restore(backup.id)
  expect(await readFile(body.data.put_aside, 'utf8')).toBe('of somebody else')
})

test('a file that is put back takes writes again [SPACE-08]', async () => {
  const { file } = server.workspace
  await rename(file, `${file}.away`)
  expect((await create('lost')).status).toBe(503)
  await rename(`${file}.away`, file)
  expect((await create('found')).status).toBe(201)
})
