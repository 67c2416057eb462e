import { expect, test } from 'vitest'
import { testServer } from '../../testing/test-server.ts'
import { counts, JobWorkspace } from '../../testing/job-workspace.ts'

const lines = [
  'Preisliste Möbelwerk Müller GmbH;;;;;;;',
  'gültig ab 1.3.2025;;;;;;;',
  '',
  'Art.-Nr.;Bezeichnung;UVP;Gewicht;Bestand;MwSt.;Auslauf;Lieferbar ab',
  ';;EUR;kg;Stk;;;',
  '1.001;Stühle „Käthe“;1.250;12,50 kg;>10;19 %;Nein;01.03.2025',
  '1.002;Tisch;1.299;8,25 kg;ca. 5;19 %;Ja;13.03.2025',
  '1.003;Regal;auf Anfrage;20 kg;0;19 %;Nein;k.A.',
  '1.004;Bank;99,90;3,5 kg;7;7 %;Nein;02.04.2025',
  '1.005;Höcker;1.250,50;k.A.;>10;19 %;Ja;03.04.2025',
  'Summe;;3.899,40;;;;;',
  'Alle Preise zzgl. der gesetzlichen Mehrwertsteuer.;;;;;;;',
]

function encoded(text: string): Buffer {
  const quotes = new Map([
    ['„', 0x84],
    ['“', 0x93],
  ])
  return Buffer.from([...text].map((sign) => quotes.get(sign) ?? sign.charCodeAt(0)))
}

const list = encoded(lines.join('\r\n'))

test('a messy price list becomes right products with no option chosen [IMPORT-23]', async () => {
  await using workspace = await JobWorkspace.open()
  const { result } = await workspace.import(list)

  expect(result).toMatchObject({
    ...counts(5, 0, 0, 0),
    encoding: 'windows-1252',
    delimiter: ';',
    header_row: 4,
    left_out_rows: [{ reason: 'title' }, { reason: 'units' }, { reason: 'total' }, { reason: 'note' }],
  })
  const values = (await workspace.products()).map((product) => Object.values(product))
  expect(values).toEqual([
    ['1.001', 'Stühle „Käthe“', 1250, 12.5, 10, 19, false, '2025-03-01'],
    ['1.002', 'Tisch', 1299, 8.25, 5, 19, true, '2025-03-13'],
    ['1.003', 'Regal', 20, 0, 19, false],
    ['1.004', 'Bank', 99.9, 3.5, 7, 7, false, '2025-04-02'],
    ['1.005', 'Höcker', 1250.5, 10, 19, true, '2025-04-03'],
  ])
})

test('its preview counts what is not quite a number, and says what becomes of it [IMPORT-23]', async () => {
  await using server = await testServer()
  const headers = { 'vitrine-workspace': server.workspace.id }
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(list)]), 'list.csv')
  const sent = new Response(form)
  const { body: upload } = await server.asOwner({
    method: 'POST',
    path: '/app/v1/import-uploads',
    body: Buffer.from(await sent.arrayBuffer()),
    headers: { ...headers, 'content-type': sent.headers.get('content-type') ?? '' },
  })
  const { body } = await server.asOwner({
    method: 'POST',
    path: `/app/v1/import-uploads/${upload.data.id as string}/preview`,
    headers,
    body: {
      type: 'product',
      create_missing_attributes: true,
      mapping: { Bestand: { key: 'stock', data_type: 'number', remedies: { qualified: 'empty' } } },
    },
  })

  const [, , price, weight, stock, tax, ended, from] = body.data.columns
  expect(price).toMatchObject({
    data_type: 'number',
    rule: { decimal: 'comma' },
    misfits: [
      { kind: 'placeholder', count: 1, remedy: 'empty', samples: [{ cell: 'auf Anfrage', value: null }] },
    ],
  })
  expect(weight).toMatchObject({
    data_type: 'number',
    rule: { decimal: 'comma', unit: 'kg' },
    misfits: [
      {
        kind: 'unit',
        count: 4,
        remedy: 'read',
        samples: expect.arrayContaining([{ cell: '12,50 kg', count: 1, value: '12.50' }]),
      },
      { kind: 'placeholder', count: 1 },
    ],
  })
  expect(stock.misfits).toMatchObject([
    {
      kind: 'qualified',
      count: 3,
      remedy: 'empty',
      samples: [{ cell: '>10', count: 2, value: null }, { cell: 'ca. 5' }],
    },
  ])
  expect(tax).toMatchObject({ data_type: 'number', rule: { unit: '%' } })
  expect(ended).toMatchObject({ data_type: 'boolean', converted: [false, true], misfits: [] })
  expect(from).toMatchObject({
    data_type: 'date',
    rule: { dates: 'dmy' },
    misfits: [{ kind: 'placeholder', count: 1 }],
  })
})

test('where none of its cells tells the marks it asks [IMPORT-16]', async () => {
  await using workspace = await JobWorkspace.open()
  const open = lines
    .map((line) =>
      line
        .replace(/;\d[^;]* kg;/, ';;')
        .replace('99,90', '99')
        .replace('1.250,50', '1.250')
        .replace('3.899,40', '3.898'),
    )
    .join('\r\n')
  const { result } = await workspace.import(encoded(open))

  expect(result).toMatchObject({
    error: { field_errors: [{ field: 'decimal', issue: expect.stringContaining('1250 or 1.25') }] },
  })
  expect(await workspace.products()).toEqual([])
})

test('units and qualifiers fit attributes that are there; another unit is refused [IMPORT-23]', async () => {
  await using workspace = await JobWorkspace.open()
  const define = (key: string, data_type: 'number' | 'boolean', unit?: string) =>
    workspace.define({
      entity_type: 'product',
      key,
      name: key,
      data_type,
      ...(unit && { constraints: { unit } }),
    })
  await define('weight', 'number', 'kg')
  await define('stock', 'number')
  await define('old', 'boolean')
  const { result } = await workspace.import(
    'sku;weight;stock;old\nA;2,5 kg;mehr als 5;x\nB;2 kg;n/a;–\nC;500 ml;3;Oui\nD;3;-;Nein\n',
  )

  expect(result).toMatchObject({ created: 4, errors: [{ row: 3, field: 'weight', value: '500 ml' }] })
  expect(await workspace.products()).toEqual([
    { sku: 'A', weight: 2.5, stock: 5, old: true },
    { sku: 'B', weight: 2, old: false },
    { sku: 'C', stock: 3, old: true },
    { sku: 'D', weight: 3, old: false },
  ])
})

async function columnOf(header: string, cells: readonly string[], beside = ''): Promise<unknown> {
  await using workspace = await JobWorkspace.open()
  const rows = cells.map((cell, index) => [`A${index}`, cell, index % 2 === 0 ? 'Ja' : 'Nein'])
  const columns = beside === '' ? 2 : 3
  const lines = [['Name', header, beside], ...rows].map((row) => row.slice(0, columns).join(';'))
  const { result } = await workspace.import(lines.join('\n'))
  const types = await workspace.dataTypes()
  const { refused_cells: refused = [] } = result as { refused_cells?: { cells: number }[] }
  return [Object.values(types)[1], refused[0]?.cells ?? 0]
}

const many = (...cells: readonly string[]) =>
  Array.from({ length: 20 }, (_, at) => cells[at % cells.length] ?? '')
const prices = Array.from({ length: 18 }, (_, at) => `${at + 1},50`)
const days = Array.from({ length: 18 }, (_, at) => `${at + 11}.05.2026`)

test.each([
  [
    'words among many numbers are kept, and so is every cell',
    'Preis',
    [...prices, 'je nach Lage', 'siehe Katalog'],
    '',
    ['single_line_text_field', 0],
  ],
  [
    'so many words are no numbers',
    'Preis',
    [...prices, 'a b', 'c d', 'e f'],
    '',
    ['single_line_text_field', 0],
  ],
  [
    'few numbers tell nothing',
    'Preis',
    [...prices.slice(0, 9), 'siehe Katalog'],
    '',
    ['single_line_text_field', 0],
  ],
  [
    'what mixes letters and digits is a code',
    'Typ',
    [...prices, 'X300', 'X400'],
    '',
    ['single_line_text_field', 0],
  ],
  ['words among many dates', 'Ab', [...days, 'folgt', 'auf Abruf'], '', ['single_line_text_field', 0]],
  ['few dates tell nothing', 'Ab', [...days.slice(0, 9), 'folgt'], '', ['single_line_text_field', 0]],
  ['sizes go on behind numbers', 'Größe', [...prices, 'XL', 'XXL'], '', ['single_line_text_field', 0]],
  ['0 and 1 under the name of a flag', 'Sichtbar', many('0', '1'), '', ['boolean', 0]],
  ['0 and 1 under a name that asks', 'isFragile', many('0', '1'), '', ['boolean', 0]],
  ['0 and 1 of a stock', 'Bestand', many('0', '1'), '', ['number', 0]],
  ['0 and 1 of which the name says nothing', 'Wert', many('0', '1'), '', ['number', 0]],
  ['0 and 1 beside a flag', 'Wert', many('0', '1'), 'Auslauf', ['boolean', 0]],
  ['0 and 1 that are counted, beside a flag', 'Anzahl', many('0', '1'), 'Auslauf', ['number', 0]],
  ['TRUE and FALSE', 'Wert', many('TRUE', 'FALSE'), '', ['boolean', 0]],
  ['Y and N', 'Wert', many('Y', 'N'), '', ['boolean', 0]],
  ['lists of few values', 'Räume', many('Bad|Küche', 'Küche|Flur'), '', ['multi_select_list', 0]],
  [
    'texts with commas',
    'Text',
    Array.from({ length: 20 }, (_, at) => `Stuhl ${at}, gut, für ${at * 3} Leute`),
    '',
    ['single_line_text_field', 0],
  ],
])('%s [IMPORT-23]', async (_what, header, cells, beside, expected) => {
  expect(await columnOf(header, cells, beside)).toEqual(expected)
})

test('a list that was taken for one is read so again [IMPORT-28]', async () => {
  await using workspace = await JobWorkspace.open()
  const file = [
    'SKU;Räume',
    ...many('Bad|Küche', 'Küche|Flur', 'Flur').map((cell, at) => `A${at};${cell}`),
  ].join('\n')
  expect((await workspace.import(file)).result).toMatchObject(counts(20, 0, 0, 0))
  expect((await workspace.products())[1]).toMatchObject({ raeume: 'Küche, Flur' })
  const again = await workspace.import(file, { merge_key: 'sku' })
  expect(again.result).toMatchObject({ ...counts(0, 0, 20, 0), errors: [] })
  const one = await workspace.import('SKU;Räume\nA0;Bad|Flur', { merge_key: 'sku' })
  expect(one.result).toMatchObject({ ...counts(0, 1, 0, 0), errors: [] })
})
