import { mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../testing/test-server.ts'
import { zipBytes } from '../testing/zip-bytes.ts'
import { withoutCodes } from '../testing/without-codes.ts'

const server = await testServer({
  attributes: [
    { name: 'SKU', entity_type: 'product', data_type: 'single_line_text_field', is_primary: true },
    { name: 'Price', entity_type: 'product', data_type: 'number' },
    { name: 'Day', entity_type: 'product', data_type: 'date' },
  ],
})
afterAll(() => server[Symbol.asyncDispose]())

const root = '/app/v1'
const headers = { 'vitrine-workspace': server.workspace.id }

async function send(file: string | Uint8Array, name = 'prices.csv') {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(Buffer.from(file))]), name)
  const encoded = new Response(form)
  return server.asOwner({
    method: 'POST',
    path: `${root}/import-uploads`,
    body: Buffer.from(await encoded.arrayBuffer()),
    headers: { ...headers, 'content-type': encoded.headers.get('content-type') ?? '' },
  })
}

const call = (method: string, path: string, body?: object) =>
  server.asOwner({ method, path: root + path, headers, ...(body && { body }) })

const csv = 'sku;Price;Day;Note;Parent SKU\nA;1.234,50;3.2.2024;red;\nB;7,5;28.2.2024;blue;A\n;;;;\n'

test('the very same file is known by its bytes, and its corrected cells are proposed again; a changed one is not [IMPORT-29]', async () => {
  const corrections = [{ row: 2, column: 'Price', value: '3' }]
  const settings = { type: 'product', merge_key: 'sku', mapping: { Price: 'price' }, corrections }
  const list = 'sku,Price,Comment\nCOR-1,1,a\nCOR-2,soon,b\n'
  const upload = async (text: string): Promise<string> =>
    `/import-uploads/${(await send(text, 'corrected.csv')).body.data.id as string}`
  const first = await upload(list)
  const started = await call('POST', `${first}/import`, settings)
  expect((await server.endedJob(started.body.data.id)).result.corrected.cells).toBe(1)
  const rememberedOf = async (text: string) =>
    (await call('POST', `${await upload(text)}/preview`, { type: 'product' })).body.data.remembered
  expect((await rememberedOf(list)).corrections).toEqual(corrections)
  const changed = await rememberedOf(list.replace('COR-1,1', 'COR-1,2'))
  expect([changed.file, changed.corrections]).toEqual(['corrected.csv', undefined])
})

test('a file is sent once, looked at, rehearsed and imported with the rules that were proposed [IMPORT-05]', async () => {
  const sent = await send(csv)
  expect([sent.status, sent.body.data]).toMatchObject([201, { name: 'prices.csv', format: 'csv' }])
  const upload = `/import-uploads/${sent.body.data.id as string}`

  const preview = await call('POST', `${upload}/preview`, {
    type: 'product',
    create_missing_attributes: true,
  })
  const { columns, ...about } = preview.body.data
  expect(about).toMatchObject({
    delimiter: ';',
    encoding: 'utf-8',
    first_rows: [
      ['A', '1.234,50', '3.2.2024', 'red', ''],
      ['B', '7,5', '28.2.2024', 'blue', 'A'],
    ],
    rows: 2,
    is_whole: true,
    merge_key: 'sku',
    problems: [],
  })
  expect(columns).toMatchObject([
    { header: 'sku', reason: 'name', rule: { key: 'sku' }, converted: ['A', 'B'] },
    {
      reason: 'name',
      rule: { key: 'price', decimal: 'comma' },
      samples: ['1.234,50', '7,5'],
      converted: ['1234.50', '7.5'],
    },
    { rule: { key: 'day', dates: 'dmy' }, converted: ['2024-02-03', '2024-02-28'] },
    { reason: 'new', rule: { key: 'note' }, data_type: 'single_line_text_field' },
    { rule: { key: 'parent_id' }, samples: ['A'] },
  ])

  const rules = columns.map(({ header, rule }: { header: string; rule: object }) => [header, rule])
  const settings = {
    type: 'product',
    merge_key: 'sku',
    create_missing_attributes: true,
    mapping: Object.fromEntries(rules),
  }
  const dry = await call('POST', `${upload}/import`, { ...settings, dry_run: true })
  const rehearsed = await server.endedJob(dry.body.data.id)
  expect(rehearsed.result).toMatchObject({ created: 2, failed: 0, dry_run: true, differences_total: 9 })
  const path = `/api/v1/jobs/${dry.body.data.id as string}/differences?limit=2&offset=1`
  const { data, pagination } = (await server.asOwner({ path, headers })).body
  expect(data).toMatchObject([
    { row: 1, attribute: 'price', old: null, new: 1234.5 },
    { row: 1, attribute: 'day', new: '2024-02-03' },
  ])
  expect(pagination).toMatchObject({ total: 9, offset: 1, has_more: true, next_cursor: expect.any(String) })

  const real = await call('POST', `${upload}/import`, settings)
  expect(real.status).toBe(202)
  expect((await server.endedJob(real.body.data.id)).result).toMatchObject({ created: 2, failed: 0 })

  expect((await call('DELETE', upload)).status).toBe(200)
  expect((await call('POST', `${upload}/preview`, { type: 'product' })).status).toBe(404)
  const left = await readdir(join(server.dataDir, 'uploads'))
  expect(left.filter((name) => name.startsWith(sent.body.data.id as string))).toEqual([])
})

test('what a file leaves open is shown in both readings, and has to be said [IMPORT-16]', async () => {
  const sent = await send('sku;Price;Day\nA;1.250;03/04/2025\nB;1.299;05/05/2025\n')
  const upload = `/import-uploads/${sent.body.data.id as string}`
  const { body } = await call('POST', `${upload}/preview`, { type: 'product' })

  expect(body.data.questions).toMatchObject([
    {
      setting: 'decimal',
      readings: [
        {
          value: 'comma',
          samples: [{ row: 1, column: 'Price', cell: '1.250', value: 1250 }, { value: 1299 }],
        },
        {
          value: 'point',
          samples: [
            { row: 1, value: 1.25 },
            { row: 2, value: 1.299 },
          ],
        },
      ],
    },
    {
      setting: 'dates',
      readings: [
        { value: 'dmy', samples: [{ row: 1, column: 'Day', cell: '03/04/2025', value: '2025-04-03' }] },
        { value: 'mdy', samples: [{ value: '2025-03-04' }] },
      ],
    },
  ])
  expect(body.data.problems).toMatchObject([{ field: 'decimal' }, { field: 'dates' }])
  const refused = await call('POST', `${upload}/import`, { type: 'product', dates: 'dmy' })
  expect(refused).toMatchObject({ status: 400, body: { error: { field_errors: [{ field: 'decimal' }] } } })

  const said = { type: 'product', decimal: 'comma', dates: 'dmy' }
  const after = await call('POST', `${upload}/preview`, said)
  expect(after.body.data).toMatchObject({ questions: [], problems: [] })
  expect(after.body.data.columns).toMatchObject([
    {},
    { rule: { key: 'price', decimal: 'comma' }, converted: ['1250', '1299'] },
    { rule: { key: 'day', dates: 'dmy' }, converted: ['2025-04-03', '2025-05-05'] },
  ])
})

test('what does not fit between settings and file is a problem of the preview, not a refusal', async () => {
  const { body } = await send('a,\n1,2\n')
  const preview = await call('POST', `/import-uploads/${body.data.id as string}/preview`, { type: 'product' })

  expect(preview.status).toBe(200)
  expect(preview.body.data.problems).toMatchObject([
    {
      field: 'file',
      issue: 'No column of the file matches an attribute, and none may be created.',
    },
  ])
})

test('a file that nobody could read is refused at once, and nothing of it stays', async () => {
  const { status, body } = await send(Buffer.from('%PDF-1.7 and more'), 'list.pdf')

  expect(status).toBe(400)
  expect(body.error.field_errors[0].issue).toContain('The file is a PDF document')
})

test('a list that is looked at as a workbook is refused, and the file is named', async () => {
  const path = `/import-uploads/${(await send(csv)).body.data.id as string}/preview`
  const { status, body } = await call('POST', path, { type: 'product', format: 'xlsx' })
  expect(status).toBe(400)
  expect(body.error.field_errors).toMatchObject([{ field: 'file', issue: body.error.message }])
})

test('settings are saved under a name of their own, and imports take them by it', async () => {
  const settings = { merge_key: 'sku', mapping: { Code: 'sku', P: { key: 'price', decimal: 'comma' } } }
  const profile = { name: 'Acme', entity_type: 'product', settings }
  const created = await call('POST', '/import-profiles', profile)
  const again = await call('POST', '/import-profiles', { ...profile, name: ' acme' })
  const wrong = await call('POST', '/import-profiles', {
    ...profile,
    name: 'B',
    settings: { mapping: { A: 5 } },
  })
  expect([created.status, again.status, wrong.status]).toEqual([201, 409, 400])

  const { body } = await send('Code;P\nZ;2,5\n')
  const path = `/import-uploads/${body.data.id as string}/import`
  const job = await call('POST', path, { type: 'product', profile: 'ACME' })
  expect((await server.endedJob(job.body.data.id)).result).toMatchObject({
    created: 1,
    merge_key: 'sku',
    mapping: { Code: 'sku', P: 'price' },
  })
  const unknown = await call('POST', path, { type: 'product', profile: 'Nobody' })
  expect(unknown.body.error.field_errors).toMatchObject([{ field: 'profile' }])

  const id: string = created.body.data.id
  expect((await call('PATCH', `/import-profiles/${id}`, { name: 'Beta' })).body.data).toMatchObject({
    name: 'Beta',
    settings,
  })
  expect((await call('DELETE', `/import-profiles/${id}`)).status).toBe(200)
  expect((await call('GET', '/import-profiles')).body.data).toEqual([])
})

test('the owner alone may name a folder of pictures; a relative one and one that is not there are refused', async () => {
  const { body } = await send('sku\nP\n')
  const path = `/import-uploads/${body.data.id as string}/import`
  const refusalOf = async (folder: string) =>
    (await call('POST', path, { type: 'product', images_folder: folder })).body.error.field_errors

  expect(withoutCodes(await refusalOf('pictures'))).toEqual([
    { field: 'images_folder', issue: 'Give the whole path of the folder.' },
  ])
  for (const folder of [join(import.meta.dirname, 'nowhere'), import.meta.filename])
    expect(withoutCodes(await refusalOf(folder))).toEqual([
      { field: 'images_folder', issue: 'There is no folder of this path.' },
    ])
})

const png = (text: string) => Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from(text)])

test('the preview reads file names as pictures where the folder has them, and tells a folder that is none [IMPORT-54]', async () => {
  const sent = await send('SKU,Snapshot\nPIC-1,lamp.png\n', 'snapshots.csv')
  const upload = `/import-uploads/${sent.body.data.id as string}`
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-pictures-'))
  await writeFile(join(folder, 'lamp.png'), png('lamp'))
  const preview = async (more: object) => {
    const asked = { type: 'product', create_missing_attributes: true, ...more }
    const { columns, problems } = (await call('POST', `${upload}/preview`, asked)).body.data
    return { column: columns[1], problems }
  }
  expect(await preview({})).toMatchObject({
    column: { data_type: 'single_line_text_field', names_picture_files: true },
    problems: [],
  })
  expect(await preview({ images_folder: folder })).toMatchObject({
    column: { data_type: 'image', rule: { data_type: 'image' } },
    problems: [],
  })
  for (const wrong of [join(folder, 'nowhere'), 'pictures'])
    expect((await preview({ images_folder: wrong })).problems).toMatchObject([{ field: 'images_folder' }])

  const { column } = await preview({ images_folder: folder })
  const settings = {
    type: 'product',
    create_missing_attributes: true,
    images_folder: folder,
    mapping: { Snapshot: column.rule },
  }
  const started = await call('POST', `${upload}/import`, settings)
  expect((await server.endedJob(started.body.data.id)).result).toMatchObject({ created: 1, errors: [] })
})

test('a ZIP with a table and its pictures is looked at and imported by the app and the API [IMPORT-55]', async () => {
  const zip = (sku: string) =>
    zipBytes({
      'list.csv': `SKU,Portrait\n${sku},one.png|two.png\n`,
      'one.png': png('1'),
      'two.png': png('2'),
    })
  const sent = await send(zip('ZIP-1'), 'list.zip')
  const upload = `/import-uploads/${sent.body.data.id as string}`
  const asked = { type: 'product', create_missing_attributes: true }
  const preview = (await call('POST', `${upload}/preview`, asked)).body.data
  expect(preview).toMatchObject({ format: 'csv', creations: ['create_missing_images'], problems: [] })
  expect(preview.columns[1]).toMatchObject({ data_type: 'entity_list_reference' })
  const started = await call('POST', `${upload}/import`, asked)
  expect((await server.endedJob(started.body.data.id)).result).toMatchObject({ created: 1, errors: [] })

  const form = new FormData()
  form.set('type', 'product')
  form.set('file', new Blob([new Uint8Array(zip('ZIP-2'))]), 'list.zip')
  const encoded = new Response(form)
  const answer = await server.asOwner({
    method: 'POST',
    path: '/api/v1/imports',
    body: Buffer.from(await encoded.arrayBuffer()),
    headers: { ...headers, 'content-type': encoded.headers.get('content-type') ?? '' },
  })
  expect(answer.status).toBe(202)
  expect((await server.endedJob(answer.body.data.id)).result).toMatchObject({ created: 1, errors: [] })
})
