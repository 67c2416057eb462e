import { copyFile, readFile, rename, rm, writeFile } from 'node:fs/promises'
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

const create = (sku: string) => server.post('/products', { attributes: { sku } })
const skus = async () =>
  (await server.get('/products?sort=sku')).body.data.map(
    ({ attributes }: { attributes: { sku: string } }) => attributes.sku,
  )
const backups = (method: string, path = '') =>
  server.asOwner({ method, path: `/app/v1/workspaces/${server.workspace.id}/backups${path}` })
const restore = (id: string) => backups('POST', `/${encodeURIComponent(id)}/restore`)

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
  test('takes no more writes, says so, and what was saved is kept by a backup that can be put back [SPACE-08]', async () => {
    const { file } = server.workspace
    const before = [...(await skus()), name].sort((a, b) => (a < b ? -1 : 1))
    expect((await create(name)).status).toBe(201)
    await happen(file, `${file}.aside-${name}`)

    const refused = await create('lost')
    expect([refused.status, refused.body.error.code, refused.body.error.is_retriable]).toEqual([
      500,
      'internal_error',
      false,
    ])
    expect(refused.body.error.message).toMatch(/was moved, deleted or replaced .* Make a backup now/)
    expect(await skus()).toEqual(before)

    const backup = (await backups('POST')).body.data as Backup
    const { status, body } = await restore(backup.id)
    expect([status, body.data.restored.id]).toEqual([200, backup.id])
    expect(await skus()).toEqual(before)
    expect((await create(`${name} again`)).status).toBe(201)
  })
})

test('another file that has taken the place is put aside, not overwritten [SPACE-08]', async () => {
  const { file } = server.workspace
  await rename(file, `${file}.own`)
  await writeFile(file, 'of somebody else')
  const backup = (await backups('POST')).body.data as Backup
  const { body } = await restore(backup.id)
  expect(await readFile(body.data.put_aside, 'utf8')).toBe('of somebody else')
})

test('a file that is put back takes writes again [SPACE-08]', async () => {
  const { file } = server.workspace
  await rename(file, `${file}.away`)
  expect((await create('lost')).status).toBe(500)
  await rename(`${file}.away`, file)
  expect((await create('found')).status).toBe(201)
})
