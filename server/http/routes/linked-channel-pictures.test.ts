import { createHash } from 'node:crypto'
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { testServer } from '../../testing/test-server.ts'

const text = { data_type: 'single_line_text_field' }
const attributes = [
  { name: 'SKU', key: 'sku', entity_type: 'product', ...text, is_primary: true },
  { name: 'Title', key: 'title', entity_type: 'product', ...text },
  { name: 'Price', key: 'price', entity_type: 'product', data_type: 'number' },
  {
    name: 'Images',
    key: 'images',
    entity_type: 'product',
    data_type: 'entity_list_reference',
    reference: { type: 'image' },
  },
  { name: 'File name', key: 'file_name', entity_type: 'image', ...text, is_primary: true },
  { name: 'Image', key: 'image_url', entity_type: 'image', data_type: 'image' },
  { name: 'Steps', key: 'edit_steps', entity_type: 'image', data_type: 'json' },
]

test('channels take linked pictures by their recipe with the steps of the image, and tell missing ones [RENDITION-12]', async () => {
  await using server = await testServer({ attributes })
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'vitrine-channel-library-')))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const asOwner = async (method: string, path: string, body?: object) =>
    (await server.asOwner({ method, path: `/app/v1${path}`, body })).body.data
  const pixels = { width: 400, height: 200, channels: 3 as const, background: '#d02020' }
  const bytes = await sharp({ create: pixels }).png().toBuffer()
  await writeFile(join(folder, 'wide.png'), bytes)
  const { id: library } = await asOwner('POST', '/asset-libraries', { name: 'Studio', path: folder })
  const makeImage = async (file_name: string, more: object) => {
    const values = { file_name, image_url: `linked/${library}/${file_name}`, ...more }
    return (await server.post('/images', { attributes: values })).body.data.id
  }
  const steps = [{ step: 'rotate', degrees: 90 }]
  const images = [
    await makeImage('wide.png', { edit_steps: JSON.stringify(steps) }),
    await makeImage('gone.png', {}),
  ]
  const scan = await asOwner('POST', `/asset-libraries/${library}/scan`)
  await server.endedJob(scan.id)
  const values = { sku: 'P-1', title: 'Pot', price: 5, images }
  expect((await server.post('/products', { attributes: values })).status).toBe(201)
  await asOwner('POST', '/renditions', { name: 'Shop', width: 96, format: 'png' })
  await asOwner('POST', '/channels/woocommerce/enable')
  await asOwner('PATCH', '/channels/woocommerce', { recipe: 'Shop' })

  const order = { channel: 'woocommerce', format: 'csv', pictures: true }
  const { body: begun } = await server.post('/exports', order)
  const { id, result } = await server.endedJob(begun.data.id)
  const own = createHash('sha256').update(bytes).digest('hex')
  const changed = createHash('sha256')
    .update(own + JSON.stringify(steps))
    .digest('hex')
  const name = `P-1-1-${changed.slice(0, 8)}.png`
  expect((await server.get(`/exports/${id}/file`)).text).toContain(name)
  expect(result).toMatchObject({ held_pictures: 1 })
  expect((await server.get(`/exports/${id}/report`)).text).toContain('The linked file is not there')
  const answer = await fetch(`${server.server.origin}/api/v1/exports/${id}/pictures`, {
    headers: { authorization: `Bearer ${server.key}` },
  })
  const { [name]: made } = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  const { width, height } = await sharp(made).metadata()
  expect([width, height]).toEqual([96, 192])
})
