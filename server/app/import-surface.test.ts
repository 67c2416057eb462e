import { afterAll, expect, test } from 'vitest'
import { testServer } from '../testing/test-server.ts'

const server = await testServer({ attributes: [] })
afterAll(() => server[Symbol.asyncDispose]())

const headers = { 'vitrine-workspace': server.workspace.id }

async function send(path: string, part: string, files: Readonly<Record<string, string | Uint8Array>>) {
  const form = new FormData()
  for (const [name, content] of Object.entries(files))
    form.append(part, new Blob([new Uint8Array(Buffer.from(content))]), name)
  const encoded = new Response(form)
  return server.asOwner({
    method: 'POST',
    path: `/app/v1${path}`,
    body: Buffer.from(await encoded.arrayBuffer()),
    headers: { ...headers, 'content-type': encoded.headers.get('content-type') ?? '' },
  })
}

const call = (method: string, path: string, body?: object) =>
  server.asOwner({ method, path: `/app/v1${path}`, headers, ...(body && { body }) })

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

async function upload(name: string, content: string): Promise<string> {
  return `/import-uploads/${(await send('/import-uploads', 'file', { [name]: content })).body.data.id as string}`
}

interface Column {
  readonly header: string
  readonly meaning?: { readonly message: string; readonly message_code: string }
}

async function preview(path: string): Promise<readonly Column[]> {
  const asked = { type: 'product', create_missing_attributes: true }
  return (await call('POST', `${path}/preview`, asked)).body.data.columns
}

test('each column of a new catalog says what it means, with its counts [IMPORT-59, surfaces 1.2]', async () => {
  const file = await upload(
    'lieferant.csv',
    [
      'Artikelnummer;EAN;Bezeichnung;Lieferant;Kategorie;VK brutto EUR;Gewicht kg;Bild',
      'A-1;4006381333931;Stuhl;Nordvik;Möbel > Stühle;12,50;4,5;a-1.png',
      'A-2;4006381333948;Tisch;Holzmann;Möbel > Tische;99,90;14,5;a-2.png',
      'A-3;4006381333955;Lampe;Nordvik;Licht;19,90;1,5;a-3.png',
    ].join('\n'),
  )
  const columns = await preview(file)
  expect(Object.fromEntries(columns.map(({ header, meaning }) => [header, meaning?.message]))).toEqual({
    Artikelnummer: undefined,
    EAN: '3 GTINs with right check digits',
    Bezeichnung: undefined,
    Lieferant: '2 vendors, 2 new',
    Kategorie: '4 categories in a tree, by the steps between >; 4 new',
    'VK brutto EUR': 'Money in EUR, tax included',
    'Gewicht kg': 'Measured in kg',
    Bild: '3 picture files named, none of them sent yet',
  })
})

test('a column that says one currency in each row makes the prices money of it [IMPORT-59]', async () => {
  const file = await upload('prix.csv', 'Référence;Prix HT;Devise\nA-1;12,50;EUR\nA-2;99,90;EUR\n')
  const mixed = await upload('prijs.csv', 'Artikelnummer;Prijs;Valuta\nA-1;12,50;EUR\nA-2;99,90;USD\n')
  const meaningOf = async (path: string) => (await preview(path))[1]?.meaning?.message
  expect(await meaningOf(file)).toBe('Money in EUR, without tax')
  expect(await meaningOf(mixed)).toBeUndefined()
})

test('pictures sent for a file are found by its cells and imported with it; they are kept with the upload [IMPORT-60, surfaces 2.1]', async () => {
  const file = await upload('list.csv', 'Code,Picture\nP-1,p-1.png\nP-2,p-2.png\n')
  const sent = await send(`${file}/pictures`, 'files', { 'shots/p-1.png': pixel })
  expect([sent.status, sent.body.data]).toEqual([200, { pictures: 1 }])
  const pictures = (await preview(file)).find(({ header }) => header === 'Picture')
  expect(pictures?.meaning?.message).toBe('1 of 2 picture files found')
  const settings = {
    type: 'product',
    merge_key: 'code',
    create_missing_attributes: true,
    mapping: { Picture: { key: 'picture', data_type: 'image' } },
  }
  const started = await call('POST', `${file}/import`, settings)
  // The app removes the upload when its dialog closes, while the job may still run.
  await call('DELETE', file)
  const { result } = await server.endedJob(started.body.data.id)
  expect(result).toMatchObject({ created: 2, failed: 0 })
  const { data } = (await server.asOwner({ path: '/api/v1/products?sort=code', headers })).body
  const [first, second] = data.map(({ attributes }: { attributes: object }) => attributes)
  expect(first).toMatchObject({ code: 'P-1', picture: expect.stringMatching(/^files\/[0-9a-f]{64}\.png$/) })
  expect(second).toEqual({ code: 'P-2' })
})

test('names of sent pictures cannot lead out of their folder, and a form without files is refused [IMPORT-60]', async () => {
  const file = await upload('other.csv', 'Code,Picture\nQ-1,evil.png\n')
  const sent = await send(`${file}/pictures`, 'files', { '../../evil.png': pixel, '..': pixel })
  expect(sent.body.data).toEqual({ pictures: 2 })
  const pictures = (await preview(file)).find(({ header }) => header === 'Picture')
  expect(pictures?.meaning?.message).toBe('1 of 1 picture file found')
  const empty = await call('POST', `${file}/pictures`, {})
  expect(empty.status).toBe(400)
})

const steps = [
  { split: { separator: '-', part: 2 } },
  { map: { table: { '100': 'Chair' }, otherwise: 'fail' } },
  { prefix: 'Name: ' },
]

test('a preview shows what each step changes, and what comes of all; a profile keeps them [IMPORT-63]', async () => {
  const file = await upload('steps.csv', 'Code,Text\nS-1,CH-100\nS-2,CH-200\nS-3,\n')
  const mapping = { Text: { key: 'text', steps } }
  const settings = { create_missing_attributes: true, mapping }
  const { body } = await call('POST', `${file}/preview`, { type: 'product', ...settings })
  const column = body.data.columns.find(({ header }: Column) => header === 'Text')
  expect(column).toMatchObject({
    samples: ['CH-100', 'CH-200'],
    converted: ['Name: Chair', null],
    steps: [
      [
        { before: 'CH-100', after: '100' },
        { before: 'CH-200', after: '200' },
      ],
      [
        { before: '100', after: 'Chair' },
        { before: '200', after: null },
      ],
      [{ before: 'Chair', after: 'Name: Chair' }],
    ],
  })
  const profile = { name: 'Steps', entity_type: 'product', settings }
  const saved = await call('POST', '/import-profiles', profile)
  expect([saved.status, saved.body.data.settings.mapping]).toEqual([201, mapping])
  const { body: again } = await call('POST', `${file}/preview`, { profile: 'Steps' })
  expect(again.data.columns.find(({ header }: Column) => header === 'Text').rule.steps).toEqual(steps)
})

test('wrong steps are refused at their places, in JSON and in a form, and in a profile [IMPORT-62]', async () => {
  const mapping = {
    Text: { key: 'text', steps: [{ trim: true }, { split: { separator: '-' } }, { twist: 1 }] },
  }
  const file = await upload('wrong.csv', 'Code,Text\nS-1,CH-100\n')
  const form = new FormData()
  form.set('type', 'product')
  form.set('mapping', JSON.stringify(mapping))
  form.set('file', new Blob(['Code,Text\nS-1,CH-100\n']), 'wrong.csv')
  const answers = [
    (await call('POST', `${file}/preview`, { type: 'product', mapping })).body,
    (await call('POST', `${file}/import`, { type: 'product', mapping })).body,
    (await call('POST', '/import-profiles', { name: 'No', entity_type: 'product', settings: { mapping } }))
      .body,
    await (
      await fetch(`${server.server.origin}/api/v1/imports`, {
        method: 'POST',
        headers: { authorization: `Bearer ${server.key}` },
        body: form,
      })
    ).json(),
  ]
  for (const { error } of answers)
    expect(error.field_errors.map(({ field }: { field: string }) => field)).toEqual([
      'mapping.Text.steps[1]',
      'mapping.Text.steps[2]',
    ])
})
