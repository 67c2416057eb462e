import { createHash, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { type TestServer, testServer } from '../../testing/test-server.ts'

const attributes = [
  { name: 'SKU', key: 'sku', data_type: 'single_line_text_field', entity_type: 'product', is_primary: true },
  { name: 'Photo', key: 'photo', data_type: 'image', entity_type: 'product' },
]

const ofImages = [
  {
    name: 'Name',
    key: 'file_name',
    data_type: 'single_line_text_field',
    entity_type: 'image',
    is_primary: true,
  },
  { name: 'Image', key: 'image_url', data_type: 'image', entity_type: 'image' },
  { name: 'Steps', key: 'edit_steps', data_type: 'json', entity_type: 'image' },
]

const drawing = (side: number) => `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"/>`

async function photoFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'vitrine-library-')))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function put(folder: string, path: string, content: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), content)
}

const ofLibraries = (server: TestServer, method: string, path = '', body?: object) =>
  server.asOwner({ method, path: `/app/v1/asset-libraries${path}`, body })

async function link(server: TestServer, path: string): Promise<string> {
  const { status, body } = await ofLibraries(server, 'POST', '', { name: 'Photos', path })
  expect(status).toBe(201)
  await scan(server, body.data.id)
  return body.data.id
}

async function scan(server: TestServer, id: string) {
  const { status, body } = await ofLibraries(server, 'POST', `/${id}/scan`)
  expect([status, body.data.metadata.workflow]).toEqual([202, 'library_scan'])
  const job = await server.endedJob(body.data.id)
  expect(job.status).toBe('completed')
  return job.result
}

const find = async (server: TestServer, id: string) =>
  (await ofLibraries(server, 'GET')).body.data.find((library: { id: string }) => library.id === id)

async function makeProduct(server: TestServer, sku: string, photo: string): Promise<string> {
  const { status, body, text } = await server.post('/products', { attributes: { sku, photo } })
  expect([status, text]).toEqual([201, text])
  return body.data.id
}

const photoOf = async (server: TestServer, id: string): Promise<string> =>
  (await server.get(`/products/${id}`)).body.data.attributes.photo

test('a library is linked, changed and unlinked, and values may name its files [LIBRARY-01] [LIBRARY-02]', async () => {
  await using server = await testServer({ attributes })
  const folder = await photoFolder()
  await put(folder, 'chairs/CH-100.svg', drawing(8))
  await put(folder, '.hidden/a.svg', drawing(9))
  for (const path of ['photos', join(folder, 'gone'), server.dataDir]) {
    const { status, body } = await ofLibraries(server, 'POST', '', { name: 'Photos', path })
    expect([status, body.error.field_errors[0].field]).toEqual([400, 'path'])
  }
  const id = await link(server, folder)
  expect(await find(server, id)).toMatchObject({
    name: 'Photos',
    path: folder,
    is_on: true,
    is_away: false,
    files: 1,
    missing: 0,
  })
  expect((await ofLibraries(server, 'POST', '', { name: 'photos', path: folder })).status).toBe(409)
  const value = `linked/${id}/chairs/CH-100.svg`
  const product = await makeProduct(server, 'CH-100', value)
  expect(await photoOf(server, product)).toBe(value)
  for (const wrong of [
    `linked/${id}/../secret.svg`,
    `linked/${id}/chairs/nul.svg`,
    `linked/${id}/c:/a.svg`,
    `linked/${id}/chairs//a.svg`,
    `linked/${id}`,
    `linked/${randomUUID()}/a.svg`,
  ]) {
    const { status, body } = await server.post('/products', { attributes: { sku: 'X', photo: wrong } })
    expect([wrong, status, body.error.field_errors]).toMatchObject([
      wrong,
      400,
      [{ field: 'attributes.photo', issue: 'invalid_value' }],
    ])
  }
  expect((await ofLibraries(server, 'DELETE', `/${id}`)).status).toBe(409)
  await server.patch(`/products/${product}`, { attributes: { photo: null } })
  expect((await ofLibraries(server, 'DELETE', `/${id}`)).status).toBe(200)
  expect((await ofLibraries(server, 'GET')).body.data).toEqual([])
})

test('a linked file is read from disk, and nothing outside of its library [LIBRARY-03]', async () => {
  await using server = await testServer({ attributes })
  const folder = await photoFolder()
  const outside = await photoFolder()
  await put(folder, 'Stühle & Tische/1 #2.svg', drawing(8))
  await put(folder, 'notes.txt', 'secret')
  await put(outside, 'secret.svg', drawing(9))
  await symlink(join(outside, 'secret.svg'), join(folder, 'link.svg'))
  await symlink(outside, join(folder, 'elsewhere'))
  const id = await link(server, folder)
  const read = (path: string, headers = {}) => server.get(`/linked/${id}/${path}`, headers)
  const found = await read(encodeURI('Stühle & Tische/1 ').concat('%232.svg'))
  expect([found.status, found.text]).toEqual([200, drawing(8)])
  expect(found.headers['content-type']).toBe('image/svg+xml')
  const etag = String(found.headers.etag)
  expect((await read('St%C3%BChle%20&%20Tische/1%20%232.svg', { 'if-none-match': etag })).status).toBe(304)
  for (const path of ['notes.txt', 'link.svg', 'elsewhere/secret.svg', '..%2Fsecret.svg', 'gone.svg'])
    expect([path, (await read(path)).status]).toEqual([path, 404])
  expect((await server.get(`/linked/${randomUUID()}/a.svg`)).status).toBe(404)
})

test('a linked file is rendered as a stored one is, also once it is missing [LIBRARY-03]', async () => {
  await using server = await testServer({ attributes: [...attributes, ...ofImages] })
  const folder = await photoFolder()
  const background = { r: 200, g: 30, b: 30 }
  const photo = sharp({ create: { width: 400, height: 200, channels: 3, background } })
  const bytes = await photo.png().toBuffer()
  await writeFile(join(folder, 'wide.png'), bytes)
  await put(folder, 'notes.txt', 'secret')
  const id = await link(server, folder)
  await writeFile(join(folder, 'new.png'), await photo.extend({ top: 200, background }).png().toBuffer())
  const { body: image } = await server.post('/images', {
    attributes: {
      file_name: 'wide.png',
      image_url: `linked/${id}/wide.png`,
      edit_steps: JSON.stringify([{ step: 'rotate', degrees: 90 }]),
    },
  })
  const sidesOf = async (path: string) => {
    const authorization = `Bearer ${server.key}`
    const answer = await fetch(`${server.server.origin}/api/v1${path}`, { headers: { authorization } })
    const { status, headers } = answer
    expect([path, status, headers.get('content-type')]).toEqual([path, 200, 'image/webp'])
    const { width, height } = await sharp(await answer.arrayBuffer()).metadata()
    return { width, height, etag: headers.get('etag'), cache: headers.get('cache-control') }
  }
  const plain = await sidesOf(`/linked/${id}/wide.png?width=96`)
  expect(plain).toMatchObject({ width: 96, height: 48, cache: 'private, no-cache' })
  const turned = await sidesOf(`/linked/${id}/wide.png?width=96&image=${image.data.id}`)
  expect(turned).toMatchObject({ width: 96, height: 192 })
  expect(turned.etag).not.toBe(plain.etag)
  // Nobody has scanned this one.
  expect(await sidesOf(`/linked/${id}/new.png?width=96`)).toMatchObject({ width: 96, height: 96 })
  const hash = createHash('sha256').update(bytes).digest('hex')
  expect(await sidesOf(`/files/${hash}?width=160`)).toMatchObject({ width: 160, height: 80 })
  for (const [path, code] of [
    [`/linked/${id}/wide.png?fit=wide`, 400],
    [`/linked/${id}/wide.png?width=0`, 400],
    [`/linked/${id}/notes.txt?width=96`, 404],
    [`/linked/${id}/gone.png?width=96`, 404],
    [`/linked/${id}/..%2Fsecret.png?width=96`, 404],
  ] as const)
    expect([path, (await server.get(path)).status]).toEqual([path, code])
  await rm(join(folder, 'wide.png'))
  expect(await sidesOf(`/linked/${id}/wide.png?width=96`)).toEqual(plain)
  expect((await server.get(`/linked/${id}/wide.png?width=320`)).status).toBe(404)
  expect((await server.get(`/linked/${id}/wide.png`)).status).toBe(404)
})

test('values follow files that have moved, as one edit that can be undone [LIBRARY-04] [LIBRARY-05]', async () => {
  await using server = await testServer({ attributes })
  const folder = await photoFolder()
  const count = 500
  for (let n = 0; n < count; n += 1) await put(folder, `old/${n}.svg`, `${drawing(8)}<!-- ${n} -->`)
  const id = await link(server, folder)
  const items = Array.from({ length: count }, (_, n) => ({
    attributes: { sku: `P${n}`, photo: `linked/${id}/old/${n}.svg` },
  }))
  for (let start = 0; start < count; start += 100) {
    const batch = { merge_key: 'sku', items: items.slice(start, start + 100) }
    expect((await server.post('/products/batch', batch)).body.summary).toMatchObject({ created: 100 })
  }
  await rename(join(folder, 'old'), join(folder, 'new'))
  await put(folder, 'new/0.svg', `${drawing(8)}<!-- changed -->`)
  const result = await scan(server, id)
  expect(result).toMatchObject({
    files: count,
    moved: count - 1,
    values: count - 1,
    missing: 1,
    is_away: false,
  })
  const photos = await server.get('/products?limit=200&fields=sku,photo&sort=sku')
  for (const { attributes: of } of photos.body.data)
    expect(of.photo).toBe(`linked/${id}/${of.sku === 'P0' ? 'old' : 'new'}/${of.sku.slice(1)}.svg`)
  const { body: events } = await server.get(`/events?edit_id=${result.edit_id}&limit=1`)
  expect(events.data[0]).toMatchObject({ via: 'system', actor: { type: 'system' } })
  expect(events.pagination.total).toBe(count - 1)

  const undone = await server.post(`/edits/${result.edit_id}/undo`, {})
  if (undone.status === 202) await server.endedJob(undone.body.data.id)
  const before = await server.get('/products?limit=1&sort=-sku&fields=photo')
  expect(before.body.data[0].attributes.photo).toBe(`linked/${id}/old/99.svg`)
  const again = await scan(server, id)
  expect(again).toMatchObject({ moved: 0, values: 0, missing: count, edit_id: null })
  const { body: missing } = await ofLibraries(server, 'GET', `/${id}/missing?limit=2`)
  expect(missing.data).toEqual([
    { path: 'old/0.svg', value: `linked/${id}/old/0.svg`, moved_to: null },
    { path: 'old/1.svg', value: `linked/${id}/old/1.svg`, moved_to: `linked/${id}/new/1.svg` },
  ])
  expect(missing.pagination).toMatchObject({ total: count, has_more: true })
})

test('a library that is not there is away, and nothing of it is missing [LIBRARY-06]', async () => {
  await using server = await testServer({ attributes })
  const folder = await photoFolder()
  await put(folder, 'a.svg', drawing(8))
  await put(folder, 'b.svg', drawing(9))
  const id = await link(server, folder)
  const value = `linked/${id}/a.svg`
  const product = await makeProduct(server, 'A', value)
  await rename(folder, `${folder}-away`)
  onTestFinished(() => rm(`${folder}-away`, { recursive: true, force: true }))
  expect(await scan(server, id)).toMatchObject({ is_away: true, moved: 0, missing: 0 })
  expect(await find(server, id)).toMatchObject({ is_away: true, files: 2, missing: 0 })
  expect((await server.get(`/${value}`)).status).toBe(404)
  // A disk that is not mounted leaves an empty folder.
  await mkdir(folder)
  expect(await scan(server, id)).toMatchObject({ is_away: true })
  expect(await photoOf(server, product)).toBe(value)
  await rm(folder, { recursive: true })
  await rename(`${folder}-away`, folder)
  await rm(join(folder, 'a.svg'))
  expect(await scan(server, id)).toMatchObject({ is_away: false, files: 1, missing: 1 })
  expect(await photoOf(server, product)).toBe(value)
  const moved = await ofLibraries(server, 'PATCH', `/${id}`, { is_on: false, name: 'Studio' })
  expect(moved.body.data).toMatchObject({ is_on: false, name: 'Studio', missing: 1 })
})

test('a library that is linked to another folder is scanned there, whatever scan of its former one has not ended [LIBRARY-06]', async () => {
  await using server = await testServer({ attributes })
  const folder = await photoFolder()
  await put(folder, 'a.svg', drawing(8))
  const id = await link(server, folder)
  const elsewhere = `${folder}-elsewhere`
  await rename(folder, elsewhere)
  onTestFinished(() => rm(elsewhere, { recursive: true, force: true }))
  const [former] = await Promise.all([
    ofLibraries(server, 'POST', `/${id}/scan`),
    ofLibraries(server, 'PATCH', `/${id}`, { path: elsewhere }),
  ])
  await server.endedJob(former.body.data.id)
  const { body } = await server.get('/jobs?limit=1')
  await server.endedJob(body.data[0].id)
  expect(body.data[0].id).not.toBe(former.body.data.id)
  expect(await find(server, id)).toMatchObject({ is_away: false, path: elsewhere, files: 1 })
})

test('only the owner sets libraries up, and keys read their files by their scope [LIBRARY-01]', async () => {
  await using server = await testServer({ attributes })
  const folder = await photoFolder()
  await put(folder, 'a.svg', drawing(8))
  const id = await link(server, folder)
  const key = await server.issueKey(['read:products'])
  const authorization = { authorization: `Bearer ${key}` }
  expect((await server.get(`/linked/${id}/a.svg`, authorization)).status).toBe(403)
  const { status } = await server.send({
    method: 'GET',
    path: '/app/v1/asset-libraries',
    headers: authorization,
  })
  expect(status).toBe(401)
})
