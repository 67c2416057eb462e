import { mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { AssetPlanRow } from '#shared/assets.ts'
import { zipBytes } from '../../testing/zip-bytes.ts'
import { testServer, type TestServer } from '../../testing/test-server.ts'

const text = { data_type: 'single_line_text_field' }
const toImages = { data_type: 'entity_list_reference', reference: { type: 'image' } }
const attributes = [
  { name: 'SKU', key: 'sku', entity_type: 'product', ...text, is_primary: true },
  { name: 'EAN', key: 'ean', entity_type: 'product', ...text },
  { name: 'Price', key: 'price', entity_type: 'product', data_type: 'number' },
  { name: 'Gallery', key: 'gallery', entity_type: 'product', ...toImages },
  {
    name: 'Main',
    key: 'main',
    entity_type: 'product',
    data_type: 'entity_reference',
    reference: { type: 'image' },
  },
  { name: 'Photo', key: 'photo', entity_type: 'product', data_type: 'image' },
  {
    name: 'Papers',
    key: 'papers',
    entity_type: 'product',
    ...text,
    constraints: { kind: 'file', max_items: 4 },
  },
  { name: 'Sheet', key: 'sheet', entity_type: 'product', ...text, constraints: { kind: 'file' } },
  { name: 'Manual', key: 'manual', entity_type: 'product', ...text, constraints: { kind: 'file' } },
]

let server: TestServer
const products = new Map<string, string>()

beforeAll(async () => {
  server = await testServer({ attributes })
  for (const sku of ['CH-100', 'CH-1001', 'CH-200', 'TB-1']) {
    const { body } = await server.post('/products', {
      attributes: { sku, ...(sku === 'TB-1' && { ean: '4006381333931' }) },
    })
    products.set(sku, body.data.id)
  }
})
afterAll(() => server[Symbol.asyncDispose]())

let shade = 0
/** A picture like no other. */
async function picture(width = 40, height = 30): Promise<Buffer<ArrayBuffer>> {
  shade += 1
  const background = { r: shade % 256, g: Math.floor(shade / 256), b: 90 }
  return Buffer.from(
    await sharp({ create: { width, height, channels: 3, background } })
      .png()
      .toBuffer(),
  )
}

type Files = Readonly<Record<string, Uint8Array<ArrayBuffer>>>

async function send(files: Files, members: Readonly<Record<string, unknown>>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(members))
    form.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  for (const [name, bytes] of Object.entries(files)) form.append('files', new Blob([bytes]), name)
  const encoded = new Response(form)
  return server.post('/asset-matches', new Uint8Array(await encoded.arrayBuffer()), {
    'content-type': encoded.headers.get('content-type') ?? '',
  })
}

const bySku = { rules: [{ by: 'key', attribute: 'sku' }], attribute: 'gallery' }

async function plan(files: Files, members: Readonly<Record<string, unknown>> = bySku) {
  const { status, body } = await send(files, members)
  expect([status, body.error?.field_errors]).toEqual([202, undefined])
  const job = await server.endedJob(body.data.id)
  expect([job.status, job.result?.error]).toEqual(['completed', undefined])
  const { body: page } = await server.get(`/asset-matches/${body.data.id}/rows`)
  const rows: readonly AssetPlanRow[] = page.data
  return { id: String(body.data.id), result: job.result, rows }
}

async function apply(id: string, body: unknown = { accept: 'all' }) {
  const answer = await server.post(`/asset-matches/${id}/apply`, body)
  if (answer.status !== 202) return { status: answer.status, ...answer.body }
  const job = await server.endedJob(answer.body.data.id)
  return { status: answer.status, job: job.status, ...job.result }
}

async function gallery(sku: string): Promise<string[]> {
  const { body } = await server.get(`/products/${products.get(sku)}`)
  return (body.data.attributes.gallery ?? []).map(({ label }: { label: string }) => label)
}

const statuses = (rows: readonly AssetPlanRow[]) =>
  Object.fromEntries(rows.map(({ file, status }) => [file.name, status]))

describe('POST /asset-matches [ASSET-01] [ASSET-03] [ASSET-04]', () => {
  test('files find their products, in the order of their numbers, and one edit takes all back', async () => {
    const { id, result, rows } = await plan({
      'CH-200_2.jpg': await picture(),
      'CH-200_10.jpg': await picture(),
      'CH-200_1.jpg': await picture(),
      'ch100.jpg': await picture(),
      'IMG_0001.jpg': await picture(),
      'CH-101.jpg': await picture(),
      'notes.txt': Buffer.from('not a picture'),
      'CH-1001.jpg': Buffer.from('ffd8ffe000104a464946', 'hex'),
    })
    expect(result.counts).toMatchObject({ matched: 4, unmatched: 3, damaged: 1, ambiguous: 0 })
    const row = (name: string) => rows.find(({ file }) => file.name === name)
    expect(row('CH-200_10.jpg')).toMatchObject({
      entity: { label: 'CH-200' },
      position: 3,
      rule: 0,
      note: null,
    })
    expect(row('CH-101.jpg')?.candidates).toMatchObject([{ label: 'CH-1001' }, { label: 'CH-100' }])
    expect(row('notes.txt')?.note).toBe('This is neither a picture nor a video nor a PDF.')

    const { edit_id: edit, applied, conflicts } = await apply(id)
    expect({ applied, conflicts }).toEqual({ applied: 4, conflicts: [] })
    expect(await gallery('CH-200')).toEqual(['CH-200_1.jpg', 'CH-200_2.jpg', 'CH-200_10.jpg'])
    expect(await gallery('CH-100')).toEqual(['ch100.jpg'])
    expect((await apply(id)).status).toBe(409)

    const { body: images } = await server.get('/images')
    expect(images.pagination.total).toBe(4)
    const undone = await server.post(`/edits/${edit}/undo`)
    expect(undone.status).toBe(200)
    expect(await gallery('CH-200')).toEqual([])
    expect((await server.get('/images')).body.pagination.total).toBe(0)
  })

  test('the same file again changes nothing, and a new one of that name replaces it in its image', async () => {
    const first = await picture()
    await apply((await plan({ 'CH-100_1.jpg': first })).id)
    const again = await plan({ 'CH-100_1.jpg': first })
    expect(statuses(again.rows)).toEqual({ 'CH-100_1.jpg': 'already_there' })
    expect(await apply(again.id)).toMatchObject({ status: 200, data: { applied: 0, edit_id: null } })
    const { body: before } = await server.get('/images?filter[file_name]=CH-100_1.jpg')
    const next = await plan({ 'CH-100_1.jpg': await picture() })
    expect(next.rows).toMatchObject([{ status: 'replaces', position: 1 }])
    const { edit_id: edit } = await apply(next.id)
    const { body: after } = await server.get('/images?filter[file_name]=CH-100_1.jpg')
    expect(after.data[0].id).toBe(before.data[0].id)
    expect(after.data[0].attributes.image_url).not.toBe(before.data[0].attributes.image_url)
    await server.post(`/edits/${edit}/undo`)
    const { body: back } = await server.get('/images?filter[file_name]=CH-100_1.jpg')
    expect(back.data[0].attributes.image_url).toBe(before.data[0].attributes.image_url)
  })

  test('undo leaves what somebody has used elsewhere meanwhile', async () => {
    const { edit_id: edit } = await apply((await plan({ 'CH-1001_5.jpg': await picture() })).id)
    const { body } = await server.get('/images?filter[file_name]=CH-1001_5.jpg')
    await server.patch(`/products/${products.get('TB-1')}`, { attributes: { gallery: [body.data[0].id] } })
    const undone = await server.post(`/edits/${edit}/undo`)
    expect(undone).toMatchObject({ status: 200 })
    expect(await gallery('CH-1001')).toEqual([])
    expect(await gallery('TB-1')).toEqual(['CH-1001_5.jpg'])
    await server.patch(`/products/${products.get('TB-1')}`, { attributes: { gallery: [] } })
  })

  test('rows can be corrected, chosen and left out', async () => {
    const { id, rows } = await plan({
      'x.jpg': await picture(),
      'CH-1001.jpg': await picture(),
      'CH-100_9.jpg': await picture(),
    })
    const index = (name: string) => rows.find(({ file }) => file.name === name)?.index
    const corrections = [
      { index: index('x.jpg'), entity_id: products.get('CH-1001') },
      { index: index('CH-100_9.jpg'), entity_id: null },
    ]
    expect(await apply(id, { accept: 'all', corrections })).toMatchObject({ applied: 2 })
    expect(await gallery('CH-1001')).toEqual(['CH-1001.jpg', 'x.jpg'])
    expect(await gallery('CH-100')).not.toContain('CH-100_9.jpg')
  })

  test('a row whose name means another product by now is left out, and all of them refuse', async () => {
    const { id } = await plan({ 'CH-777.jpg': await picture() })
    expect(await apply(id)).toMatchObject({ status: 200, data: { applied: 0 } })
    const { body } = await server.post('/products', { attributes: { sku: 'CH-778' } })
    const later = await plan({ 'CH-778.jpg': await picture() })
    await server.patch(`/products/${body.data.id}`, { attributes: { sku: 'CH-779' } })
    expect((await apply(later.id)).status).toBe(409)
  })

  test('the same bytes twice are told, small pictures and other kinds too', async () => {
    const twice = await picture()
    const { rows } = await plan(
      { 'CH-200_7.jpg': twice, 'CH-200_8.jpg': twice, 'CH-200_9.jpg': await picture(20, 20) },
      { ...bySku, min_width: 30 },
    )
    expect(rows).toMatchObject([
      { status: 'matched' },
      { status: 'duplicate_of', note: 'The same file as CH-200_7.jpg in row 1.' },
      { status: 'too_small' },
    ])
  })

  test('an attribute with one picture takes the first of each product', async () => {
    const main = { ...bySku, attribute: 'main' }
    const { id, rows } = await plan({ 'TB-1_2.jpg': await picture(), 'TB-1_1.jpg': await picture() }, main)
    expect(statuses(rows)).toEqual({ 'TB-1_2.jpg': 'unmatched', 'TB-1_1.jpg': 'matched' })
    await apply(id)
    const { body } = await server.get(`/products/${products.get('TB-1')}`)
    expect(body.data.attributes.main.label).toBe('TB-1_1.jpg')
    const photo = await plan(
      { 'TB-1.jpg': await picture() },
      { ...bySku, attribute: 'photo', dry_run: false },
    )
    expect(photo.result).toMatchObject({ applied: 1 })
    const { body: product } = await server.get(`/products/${products.get('TB-1')}`)
    expect(product.data.attributes.photo).toMatch(/^files\//)
  })

  test('a list of files takes them in their order behind those that it has, up to its bound [ASSET-12]', async () => {
    const { body } = await server.post('/products', { attributes: { sku: 'DOC-1' } })
    const stored = async () => (await server.get(`/products/${body.data.id}`)).body.data.attributes
    const pdf = (words: string) => Buffer.from(`%PDF-1.4\n% ${words}\n%%EOF`)
    const toPapers = { ...bySku, attribute: 'papers', dry_run: false }
    await plan({ 'DOC-1_2.pdf': pdf('two'), 'DOC-1_1.pdf': pdf('one') }, toPapers)
    const before = (await stored()).papers.split(', ')
    expect(before).toHaveLength(2)
    const more = await plan({ 'DOC-1_1.jpg': await picture(), 'DOC-1_2.pdf': pdf('two') }, toPapers)
    expect(more.rows).toMatchObject([{ status: 'matched', position: 3 }, { status: 'already_there' }])
    const after = (await stored()).papers.split(', ')
    expect(after.slice(0, 2)).toEqual(before)
    expect(after[2]).toMatch(/^files\/[0-9a-f]{64}\.png$/)

    await server.post(`/edits/${more.result.edit_id}/undo`)
    expect((await stored()).papers.split(', ')).toEqual(before)
    const many = await plan(
      { 'DOC-1_7.pdf': pdf('7'), 'DOC-1_8.pdf': pdf('8'), 'DOC-1_9.pdf': pdf('9') },
      toPapers,
    )
    expect(many.result).toMatchObject({ applied: 0, conflicts: { length: 3 } })
    await plan({ 'DOC-1_7.pdf': pdf('7') }, { ...toPapers, as: 'replace' })
    expect((await stored()).papers).toMatch(/^files\/[0-9a-f]{64}\.pdf$/)
    const one = await plan(
      { 'DOC-1_4.pdf': pdf('4'), 'DOC-1_5.pdf': pdf('5') },
      { ...toPapers, attribute: 'sheet' },
    )
    expect(one.result).toMatchObject({ applied: 1 })
  })

  test('alternative texts are made of a pattern', async () => {
    const { id } = await plan(
      { 'CH-200_3.jpg': await picture() },
      { ...bySku, alt_text: '{sku}, picture {n}' },
    )
    await apply(id)
    const { body } = await server.get('/images?filter[file_name]=CH-200_3.jpg')
    expect(body.data[0].attributes.alt_text).toBe('CH-200, picture 1')
  })

  test('the owner names a folder, a key may not', async () => {
    const folder = join(tmpdir(), `vitrine-match-${randomUUID()}`)
    await mkdir(join(folder, 'TB-1'), { recursive: true })
    await writeFile(join(folder, 'TB-1', 'front.jpg'), await picture())
    await writeFile(join(folder, 'TB-1', '.DS_Store'), 'x')
    const body = { files: { folder }, rules: [{ by: 'folder' }], attribute: 'gallery', dry_run: false }
    expect((await server.post('/asset-matches', body)).body.error.code).toBe('forbidden')
    const headers = { 'vitrine-workspace': server.workspace.id }
    const { body: job } = await server.asOwner({
      method: 'POST',
      path: '/api/v1/asset-matches',
      body,
      headers,
    })
    const { result } = await server.endedJob(job.data.id)
    expect(result).toMatchObject({ files: 1, applied: 1 })
    expect(await gallery('TB-1')).toEqual(['front.jpg'])
    await rm(folder, { recursive: true })
  })

  test('files of a linked library are named by values and not copied [LIBRARY-09]', async () => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'vitrine-match-library-')))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    await mkdir(join(folder, 'spring', 'TB-1'), { recursive: true })
    await writeFile(join(folder, 'spring', 'TB-1', 'side.png'), await picture())
    await writeFile(join(folder, 'TB-1.png'), await picture())
    const headers = { 'vitrine-workspace': server.workspace.id }
    const asOwner = (method: string, path: string, body?: object) =>
      server.asOwner({ method, path, body, headers })
    const linked = await asOwner('POST', '/app/v1/asset-libraries', { name: 'Studio', path: folder })
    const library: string = linked.body.data.id
    const files = { library, folder: 'spring' }
    const body = { files, rules: [{ by: 'folder' }], attribute: 'gallery' }
    expect((await server.post('/asset-matches', body)).status).toBe(403)
    for (const [wrong, field] of [
      [{ library: randomUUID() }, 'files.library'],
      [{ library, folder: '../spring' }, 'files.folder'],
      [{ library, folder: 'autumn' }, 'files.folder'],
    ] as const) {
      const { status, body: refused } = await asOwner('POST', '/api/v1/asset-matches', {
        ...body,
        files: wrong,
      })
      expect([status, refused.error.field_errors]).toMatchObject([400, [{ field, issue: 'invalid_value' }]])
    }
    // The file has come since the last scan.
    await writeFile(join(folder, 'spring', 'TB-1', 'top.png'), await picture())
    const { body: match } = await asOwner('POST', '/api/v1/asset-matches', body)
    expect((await server.endedJob(match.data.id)).result).toMatchObject({ files: 2, counts: { matched: 2 } })
    const { edit_id: edit, applied, conflicts } = await apply(match.data.id)
    expect([applied, conflicts]).toEqual([2, []])
    const { body: images } = await server.get('/images?filter[file_name]=side.png')
    const value = `linked/${library}/spring/TB-1/side.png`
    expect(images.data[0].attributes.image_url).toBe(value)
    expect((await server.get(`/${value}`)).headers['content-type']).toBe('image/png')
    const { body: wide } = await server.get(
      `/images?filter[image_url][width][gte]=40&filter[file_name]=top.png`,
    )
    expect(wide.data).toHaveLength(1)
    const again = await asOwner('POST', '/api/v1/asset-matches', body)
    expect((await server.endedJob(again.body.data.id)).result.counts).toMatchObject({ already_there: 2 })
    await server.post(`/edits/${edit}/undo`, {})
    expect(await gallery('TB-1')).not.toContain('side.png')
  })

  test('a ZIP is opened, its folders count, and what is in it may be anything [ASSET-05]', async () => {
    const zip = zipBytes({
      'CH-1001/01.png': await picture(),
      'CH-1001/bomb.svg': Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="90000" height="90000"/>',
      ),
      '__MACOSX/CH-1001/._01.png': Buffer.from('x'),
      'CH-200/cut.png': (await picture()).subarray(0, 60),
    })
    const { rows } = await plan(
      { 'shoot.zip': Buffer.from(zip) },
      { rules: [{ by: 'folder' }], attribute: 'gallery' },
    )
    expect(statuses(rows)).toEqual({
      'CH-1001/01.png': 'matched',
      'CH-1001/bomb.svg': 'damaged',
      'CH-200/cut.png': 'damaged',
    })
  })

  test('a form without files, or with a damaged ZIP, is refused and leaves nothing', async () => {
    const { status, body } = await send({}, bySku)
    expect([status, body.error.field_errors[0]]).toMatchObject([400, { field: 'files', issue: 'required' }])
    const cut = await send({ 'a.zip': Buffer.from('PK\u0003\u0004 cut off') }, bySku)
    expect(cut.body.error.field_errors).toMatchObject([{ field: 'files' }])
    const folders = await readdir(join(server.dataDir, 'asset-matches'))
    expect(folders.length).toBeGreaterThan(0)
    for (const name of folders)
      expect(await readdir(join(server.dataDir, 'asset-matches', name))).toContain('source.json')
  })

  test('manuals are documents of their products, and are not opened', async () => {
    const manual = zipBytes({
      '_rels/.rels': '<a/>',
      'word/media/CH-200.png': await picture(),
      'word/document.xml': '<a/>',
      '[Content_Types].xml': '<Types/>',
    })
    const { id, rows } = await plan({ 'CH-100.docx': Buffer.from(manual) }, { ...bySku, attribute: 'manual' })
    expect(statuses(rows)).toEqual({ 'CH-100.docx': 'matched' })
    await apply(id)
    const { body } = await server.get(`/products/${products.get('CH-100')}`)
    expect(body.data.attributes.manual).toMatch(/^files\/[0-9a-f]{64}\.docx$/)
  })

  test('stored files are matched by their hash and a name', async () => {
    const form = new FormData()
    form.append('file', new Blob([await picture()]), 'any.jpg')
    const encoded = new Response(form)
    const { body: stored } = await server.post('/files', new Uint8Array(await encoded.arrayBuffer()), {
      'content-type': encoded.headers.get('content-type') ?? '',
    })
    const files = [{ hash: stored.data.hash, name: '4006381333931_2.jpg' }]
    const { body } = await server.post('/asset-matches', {
      files,
      rules: [{ by: 'gtin' }],
      attribute: 'gallery',
    })
    expect(await server.endedJob(body.data.id)).toMatchObject({ status: 'completed' })
    const { body: page } = await server.get(`/asset-matches/${body.data.id}/rows`)
    expect(page.data).toMatchObject([{ entity: { label: 'TB-1' } }])
  })

  test('every fault is named with its place', async () => {
    const { body } = await server.post('/asset-matches', {
      files: [{ hash: 'f'.repeat(64), name: 'x.jpg' }],
      rules: [
        { by: 'luck' },
        { by: 'key', attribute: 'price' },
        { by: 'key', pattern: 'no key' },
        { by: 'pattern', pattern: '(a' },
        { by: 'column' },
        { by: 'key', attribute: 'gone' },
      ],
      attribute: 'price',
      as: 'shuffle',
    })
    expect(
      body.error.field_errors.map(({ field, issue }: Record<string, string>) => `${field} ${issue}`),
    ).toEqual([
      'files[0].hash invalid_value',
      'rules[0].by invalid_value',
      'rules[1].attribute not_a_text_attribute',
      'rules[2].pattern invalid_value',
      'rules[3].pattern invalid_value',
      'rules[4].csv required',
      'rules[5].attribute not_a_defined_attribute',
      'attribute not_a_reference_attribute',
      'as invalid_value',
    ])
  })
})
