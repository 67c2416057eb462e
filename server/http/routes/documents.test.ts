import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testServer, type TestServer } from '../../testing/test-server.ts'
import { zipBytes } from '../../testing/zip-bytes.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({
    attributes: [
      {
        name: 'Article',
        key: 'article',
        data_type: 'single_line_text_field',
        entity_type: 'product',
        is_primary: true,
      },
      {
        name: 'Papers',
        key: 'papers',
        data_type: 'single_line_text_field',
        entity_type: 'product',
        constraints: { kind: 'file', max_items: 3, document: 'safety_data_sheet' },
      },
    ],
  })
})
afterAll(() => server[Symbol.asyncDispose]())

async function send(bytes: Uint8Array, name = 'a.bin') {
  const form = new FormData()
  form.append('file', new Blob([Uint8Array.from(bytes)]), name)
  const encoded = new Response(form)
  return server.post('/files', new Uint8Array(await encoded.arrayBuffer()), {
    'content-type': encoded.headers.get('content-type') ?? '',
  })
}

async function store(bytes: Uint8Array, name?: string) {
  const { status, body } = await send(bytes, name)
  expect([200, 201]).toContain(status)
  return body.data
}

const render = async (hash: string) => {
  const answer = await fetch(`${server.server.origin}/api/v1/files/${hash}?width=96&format=png`, {
    headers: { authorization: `Bearer ${server.key}` },
  })
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
}

function pdf(pages: number): Buffer {
  const kids = Array.from({ length: pages }, (_, at) => `${at + 3} 0 R`)
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages} >>`,
    ...kids.map(() => '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] >>'),
  ]
  let file = '%PDF-1.4\n'
  const table = objects.map((object, at) => {
    const offset = file.length
    file += `${at + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  return Buffer.from(
    `${file}xref\n0 ${size}\n0000000000 65535 f \n${table.join('')}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF`,
  )
}

const u32 = (...numbers: number[]) => {
  const bytes = Buffer.alloc(numbers.length * 4)
  numbers.forEach((number, at) => bytes.writeUInt32BE(number, at * 4))
  return bytes
}

/** A Photoshop file without layers, with a preview among its resources. */
async function photoshop(): Promise<Buffer> {
  const jpeg = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#c02040' } })
    .jpeg()
    .toBuffer()
  const preview = Buffer.concat([u32(1, 60, 40, 180, 7200, jpeg.length), Buffer.from([0, 24, 0, 1]), jpeg])
  const odd = Buffer.from([1, 2, 3, 0])
  const resources = Buffer.concat([
    Buffer.from('8BIM\u0003\u00ed\u0005Title', 'latin1'),
    u32(3),
    odd,
    Buffer.from('8BIM\u0004\u000c\0\0', 'latin1'),
    u32(preview.length),
    preview,
  ])
  const header = Buffer.concat([
    Buffer.from('8BPS\0\u0001\0\0\0\0\0\0\0\u0003', 'latin1'),
    u32(2400, 3600),
    Buffer.from([0, 8, 0, 3]),
  ])
  return Buffer.concat([header, u32(0, resources.length), resources, u32(0)])
}

const movie = Buffer.concat([
  u32(20),
  Buffer.from('ftypisom'),
  u32(512),
  Buffer.from('isom'),
  u32(8 + 108),
  Buffer.from('moov'),
  u32(108),
  Buffer.from('mvhd'),
  u32(0, 0, 0, 600, 4500),
  Buffer.alloc(80),
])
const frame = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x00]), Buffer.alloc(413)])
const sound = Buffer.concat([
  Buffer.from('ID3\u0003\0\0\0\0\0\u000a'),
  Buffer.alloc(10),
  ...Array.from({ length: 100 }, () => frame),
])
const types = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'

describe('[FILE-07] what a file is, its content says', () => {
  test.each([
    ['docx', zipBytes({ '[Content_Types].xml': types, 'word/document.xml': '<w/>' })],
    ['xlsx', zipBytes({ '[Content_Types].xml': types, 'xl/workbook.xml': '<w/>' })],
    ['zip', zipBytes({ 'word/document.xml': '<w/>', 'drawing.dxf': '0' })],
    [
      'zip',
      zipBytes({ '[Content_Types].xml': types, 'word/document.xml': '<w/>', 'word/vbaProject.bin': 'x' }),
    ],
    ['glb', Buffer.concat([Buffer.from('glTF'), Buffer.from([2, 0, 0, 0]), Buffer.alloc(20)])],
    ['mp3', sound],
    ['mp3', frame],
    [
      'heic',
      Buffer.concat([u32(24), Buffer.from('ftypheic'), u32(0), Buffer.from('mif1heic'), Buffer.alloc(40)]),
    ],
    ['mp4', movie],
  ])('%s', async (extension, bytes) => {
    const { path, hash, media_type: type, details } = await store(bytes, 'photo.jpg')
    expect(path).toBe(`files/${hash}.${extension}`)
    const { headers } = await server.get(`/files/${hash}`)
    expect(headers['content-type']).toBe(type)
    expect(headers['content-disposition']).toMatch(/^attachment/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(details).toMatchObject({ media_type: type, phash: null })
    expect((await render(hash)).status).toBe(404)
  })

  test('nothing that only looks like one of them', async () => {
    for (const bytes of ['PK nothing', '\u00ff\u00fe text', 'glT', '8BPS', 'II+\0']) {
      const { status, body } = await send(Buffer.from(bytes, 'latin1'), 'sheet.docx')
      expect([bytes, status]).toEqual([bytes, 400])
      expect(body.error.field_errors).toMatchObject([{ field: 'file', issue: 'invalid_value' }])
    }
  })
})

test('[RENDITION-13] a TIFF is shown, and a Photoshop file by its preview with its own size', async () => {
  const tiff = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#208040' } })
    .tiff({ compression: 'lzw' })
    .toBuffer()
  const { hash, details } = await store(tiff)
  expect(details).toMatchObject({ media_type: 'image/tiff', width: 300, height: 200, pages: 1, frames: 1 })
  const shown = await render(hash)
  expect(await sharp(shown.bytes).metadata()).toMatchObject({ format: 'png', width: 96, height: 64 })
  const work = await store(await photoshop(), 'work.psd')
  expect(work.details).toMatchObject({ width: 3600, height: 2400, fault: null })
  expect(work.details.dominant_color).toMatch(/^#[b-c].[1-2].[3-4]./)
  const preview = await render(work.hash)
  expect(await sharp(preview.bytes).metadata()).toMatchObject({ width: 60, height: 40 })
  const torn = await store((await photoshop()).subarray(0, 60), 'torn.psd')
  expect(torn.details).toMatchObject({ width: 3600, height: 2400, phash: null })
  expect((await render(torn.hash)).status).toBe(404)
})

test('[RENDITION-13] documents tell their pages, sounds and movies how long they are', async () => {
  expect((await store(pdf(3))).details).toMatchObject({ pages: 3, duration: null })
  expect((await store(Buffer.from('%PDF-1.7 torn'))).details).toMatchObject({ pages: null, fault: null })
  expect((await store(movie)).details).toMatchObject({ duration: 7.5, pages: null })
  expect((await store(sound)).details.duration).toBeCloseTo(2.6, 1)
})

test('[KIND-10] an attribute of the kind file with max_items holds files in their order', async () => {
  const paths: string[] = []
  for (const pages of [4, 5, 6, 7]) paths.push((await store(pdf(pages))).path)
  const [a = '', b = '', c = '', d = ''] = paths
  const address = 'https://maker.example/sheets/a,b.pdf'
  const made = await server.post('/products', {
    attributes: { article: 'Varnish', papers: [b, address, a, b] },
  })
  expect(made.status).toBe(201)
  const { id, attributes } = made.body.data
  expect(attributes.papers).toBe([b, address, a].join(', '))
  const write = (papers: unknown) => server.patch(`/products/${id}`, { attributes: { papers } })
  expect((await write(`${c}\n${a},${b}`)).body.data.attributes.papers).toBe([c, a, b].join(', '))
  expect((await write([a, b, c, d])).body.error.field_errors).toMatchObject([
    { field: 'attributes.papers', issue: 'too_long', expected: { max_items: 3 } },
  ])
  expect((await write([a, 'a file'])).status).toBe(400)
  const unknown = `files/${'0'.repeat(64)}.pdf`
  expect((await write([a, unknown])).body.error.field_errors).toMatchObject([
    { field: 'attributes.papers', issue: 'referenced_entity_not_found' },
  ])
  expect((await write([])).body.data.attributes.papers ?? null).toBeNull()
  const single = { name: 'Leaflet', data_type: 'single_line_text_field', entity_type: 'product' }
  const define = (constraints: object) => server.post('/attributes', { ...single, constraints })
  expect((await define({ document: 'manual' })).body.error.field_errors).toMatchObject([
    { field: 'constraints.document', issue: 'invalid_value' },
  ])
  expect((await define({ kind: 'file', document: 'poster' })).status).toBe(400)
  expect((await define({ kind: 'file', document: 'manual' })).status).toBe(201)
  expect((await server.patch(`/products/${id}`, { attributes: { leaflet: [a] } })).status).toBe(400)
})
