import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestServer } from '../../testing/test-server.ts'

const text = { data_type: 'single_line_text_field' }
const attributes = [
  { name: 'SKU', key: 'sku', entity_type: 'product', ...text, is_primary: true },
  { name: 'Colour', key: 'colour', entity_type: 'product', ...text },
  {
    name: 'Main image',
    key: 'main_image',
    entity_type: 'product',
    data_type: 'entity_reference',
    reference: { type: 'image' },
  },
  {
    name: 'Gallery',
    key: 'gallery',
    entity_type: 'product',
    data_type: 'entity_list_reference',
    reference: { type: 'image' },
  },
  { name: 'Photo', key: 'photo', entity_type: 'product', data_type: 'image' },
  { name: 'File name', key: 'file_name', entity_type: 'image', ...text, is_primary: true },
  { name: 'Image', key: 'image_url', entity_type: 'image', data_type: 'image' },
  { name: 'Steps', key: 'edit_steps', entity_type: 'image', data_type: 'json' },
]

let server: TestServer
const images = new Map<string, string>()

beforeAll(async () => {
  server = await testServer({ attributes })
  for (const name of ['front.png', 'side.png', 'back.png', 'logo.png']) await addImage(name, images.size)
  const id = (name: string) => images.get(name)
  await server.post('/products', {
    attributes: {
      sku: 'CH-100',
      colour: 'Ash / grey',
      main_image: id('front.png'),
      gallery: [id('front.png'), id('side.png')],
    },
  })
  await server.post('/products', { attributes: { sku: 'CH-200', gallery: [id('side.png')] } })
  await server.post('/products', { attributes: { sku: '../TB:1', photo: await stored(200, 100, '#123456') } })
  await server.asOwner({
    method: 'POST',
    path: '/app/v1/renditions',
    body: { name: 'Shop', width: 160, height: 160, fit: 'pad', format: 'jpeg' },
  })
})
afterAll(() => server[Symbol.asyncDispose]())

async function stored(width: number, height: number, background: string): Promise<string> {
  const bytes = await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)]), 'a.png')
  const encoded = new Response(form)
  const { body } = await server.post('/files', new Uint8Array(await encoded.arrayBuffer()), {
    'content-type': encoded.headers.get('content-type') ?? '',
  })
  return body.data.path
}

async function addImage(file_name: string, shade: number, more = {}): Promise<string> {
  const image_url = await stored(400, 200, `#0${shade}8040`)
  const { body, status } = await server.post('/images', { attributes: { file_name, image_url, ...more } })
  expect(status).toBe(201)
  images.set(file_name, body.data.id)
  return body.data.id
}

async function write(body: object) {
  const { status, body: begun } = await server.post('/asset-exports', body)
  expect([status, begun.error?.field_errors]).toEqual([202, undefined])
  expect(begun.data.metadata.workflow).toBe('asset_export')
  const job = await server.endedJob(begun.data.id)
  expect([job.status, job.result?.error]).toEqual(['completed', undefined])
  const answer = await fetch(`${server.server.origin}/api/v1/exports/${begun.data.id}/file`, {
    headers: { authorization: `Bearer ${server.key}` },
  })
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  return { result: job.result, names: Object.keys(files), files }
}

test('each picture goes by the products that use it, and one that none uses by its own name [ASSET-09]', async () => {
  const { names, result } = await write({})
  expect(names).toEqual([
    'CH-100_1.png',
    'CH-100_2.png',
    'CH-200_1.png',
    '-TB-1_1.png',
    'back.png',
    'logo.png',
  ])
  expect(result).toMatchObject({ files: 6, collisions: 0, left_out: 0 })
})

test('a recipe makes renditions, and folders come of a pattern [ASSET-09]', async () => {
  const { files, names } = await write({ recipe: 'shop', pattern: '{colour}/{sku} {n}', type: 'product' })
  expect(names).toEqual(['Ash - grey/CH-100 1.jpg', 'Ash - grey/CH-100 2.jpg', 'CH-200 1.jpg', 'TB-1 1.jpg'])
  const { format, width, height } = await sharp(files[names[0] ?? '']).metadata()
  expect([format, width, height]).toEqual(['jpeg', 160, 160])
})

test('chosen images only, names that are taken get a number and are told [ASSET-09]', async () => {
  const ids = [images.get('front.png'), images.get('side.png')]
  const { names, result } = await write({ ids, pattern: '{sku}.{ext}' })
  expect(names).toEqual(['CH-100.png', 'CH-100 (2).png', 'CH-200.png'])
  expect(result).toMatchObject({
    files: 3,
    collisions: 1,
    collided: [{ name: 'CH-100 (2).png', wanted: 'CH-100.png' }],
  })
  const { names: plain } = await write({ ids, pattern: '{file_name}' })
  expect(plain).toEqual(['front.png', 'side.png', 'side (2).png'])
})

test('the steps of an image are in its rendition, and what cannot be made is told [ASSET-09]', async () => {
  const turned = await addImage('turned.png', 7, {
    edit_steps: JSON.stringify([{ step: 'rotate', degrees: 90 }]),
  })
  const elsewhere = await server.post('/images', {
    attributes: { file_name: 'far.jpg', image_url: 'https://example.com/far.jpg' },
  })
  await server.asOwner({
    method: 'POST',
    path: '/app/v1/renditions',
    body: { name: 'Small', width: 96, format: 'webp' },
  })
  const { files, result } = await write({ ids: [turned, elsewhere.body.data.id], recipe: 'Small' })
  const { width, height } = await sharp(files['turned.webp']).metadata()
  expect([width, height]).toEqual([96, 192])
  expect(result).toMatchObject({ files: 1, left_out_pictures: [{ name: 'far', reason: 'elsewhere' }] })
})

test('linked files are read from their library, and a missing one is told [ASSET-09]', async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'vitrine-export-')))
  await writeFile(
    join(folder, 'a.png'),
    await sharp({ create: { width: 80, height: 40, channels: 3, background: '#800' } })
      .png()
      .toBuffer(),
  )
  const linked = await server.asOwner({
    method: 'POST',
    path: '/app/v1/asset-libraries',
    body: { name: 'Photos', path: folder },
  })
  const start = `linked/${linked.body.data.id}`
  const ids: string[] = []
  for (const name of ['a.png', 'gone.png']) {
    const { body } = await server.post('/images', {
      attributes: { file_name: `linked ${name}`, image_url: `${start}/${name}` },
    })
    ids.push(body.data.id)
  }
  const { names, result } = await write({ ids })
  expect(names).toEqual(['linked a.png'])
  expect(result.left_out_pictures).toEqual([{ name: 'linked gone', reason: 'missing' }])
  for (const id of ids) await server.delete(`/images/${id}`)
  await rm(folder, { recursive: true })
})

test('all faults are told on their places, and a key needs to read both [ASSET-09]', async () => {
  const { status, body } = await server.post('/asset-exports', {
    type: 'category',
    recipe: 'None',
    pattern: '{skew}_{n}',
    attribute: 'sku',
    ids: ['x'],
  })
  expect(status).toBe(400)
  const fields = body.error.field_errors.map(
    ({ field, issue }: Record<string, string>) => `${field} ${issue}`,
  )
  expect(fields.toSorted()).toEqual([
    'attribute not_a_reference_attribute',
    'ids[0] expected_uuid',
    'pattern invalid_value',
    'recipe invalid_value',
    'type invalid_value',
  ])
})
