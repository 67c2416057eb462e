import { expect, test } from 'vitest'
import { openQuestions } from '#shared/imports.ts'
import type { ImportFields } from '../../catalog/job-queue/enqueue-import.ts'
import { counts, JobWorkspace } from '../../testing/job-workspace.ts'

const codes = ['5901234123457', '5901234123464', '5901234123471', '5901234123488']

function table(header: string, rows: readonly (readonly (string | number)[])[]): string {
  return [header, ...rows.map((row) => row.join(';'))].join('\n')
}

const catalog = table(
  'Indeks;Nazwa;EAN;Cena zakupu',
  codes.map((code, at) => [`KL-${at}`, `Klej ${at}`, code, `${10 + at},50`]),
)

async function openCatalog(content = catalog, fields: ImportFields = {}): Promise<JobWorkspace> {
  const workspace = await JobWorkspace.open()
  await workspace.import(content, fields)
  return workspace
}

const renumbered = catalog.replace('KL-2', 'KX-2').replace('12,50', '12,70')

test('a new number with a known GTIN is asked about with both numbers, and nothing is written [IMPORT-44]', async () => {
  await using workspace = await openCatalog()
  const job = await workspace.import(renumbered, { merge_key: 'indeks' })

  expect(job.status).toBe('failed')
  expect(openQuestions(job)).toEqual([
    {
      field: 'renumbered',
      issue: expect.stringMatching(/^1 row has a new Indeks.* EAN .*: KX-2 for KL-2 \(row 3\)\./),
      acceptable_values: ['change', 'new'],
    },
  ])
  expect((await workspace.products()).map(({ indeks }) => indeks)).toEqual(['KL-0', 'KL-1', 'KL-2', 'KL-3'])
  const { questions, problems } = await workspace.preview(renumbered)
  expect(questions).toMatchObject([
    { setting: 'renumbered', readings: [{ value: 'change' }, { value: 'new' }] },
  ])
  expect(questions[0]?.readings[0]?.samples).toEqual([
    { row: 3, column: 'Indeks', cell: 'KX-2', value: 'KL-2' },
  ])
  expect(problems).toMatchObject([{ field: 'renumbered' }])
})

test('the answer gives the entry its new number or makes another, and the second run changes nothing [IMPORT-44]', async () => {
  const answers = {
    change: { first: counts(0, 1, 3, 0), numbers: ['KL-0', 'KL-1', 'KX-2', 'KL-3'], price: 12.7 },
    new: { first: counts(1, 0, 3, 0), numbers: ['KL-0', 'KL-1', 'KL-2', 'KL-3', 'KX-2'], price: 12.5 },
  } as const
  for (const answer of ['change', 'new'] as const) {
    await using workspace = await openCatalog()
    const fields = { merge_key: 'indeks', renumbered: answer }
    const { result } = await workspace.import(renumbered, fields)
    const { first, numbers, price } = answers[answer]
    expect(result).toMatchObject({
      ...first,
      warnings: expect.arrayContaining([expect.stringMatching(/KX-2 for KL-2 \(row 3\)/)]),
    })
    const products = await workspace.products()
    expect(products.map(({ indeks }) => indeks)).toEqual(numbers)
    expect(products[2]).toMatchObject({ cena_zakupu: price })
    expect((await workspace.import(renumbered, fields)).result).toMatchObject(counts(0, 0, 4, 0))
  }
})

const others = {
  'the entry of the code stands in the file too': `${catalog}\nKX-9;Klej 9;${codes[3]};9,50`,
  'two rows have the code': table('Indeks;Nazwa;EAN', [
    ['KX-7', 'Klej 7', codes[1] ?? ''],
    ['KX-8', 'Klej 8', codes[1] ?? ''],
  ]),
  'no entry has the code': table('Indeks;Nazwa;EAN', [['KX-5', 'Klej 5', '5901234123495']]),
}

test.each(Object.entries(others))('a new number is not asked about where %s [IMPORT-44]', async (_, file) => {
  await using workspace = await openCatalog()
  expect(await workspace.preview(file)).toMatchObject({ merge_key: 'indeks', questions: [], problems: [] })
})

test('numbers that change where the GTIN is the key are told [IMPORT-44]', async () => {
  await using workspace = await openCatalog()
  const { result } = await workspace.import(renumbered, { merge_key: 'ean' })
  expect(result).toMatchObject({
    ...counts(0, 1, 3, 0),
    warnings: ['1 entry gets another Indeks, found by the EAN: KX-2 for KL-2 (row 3).'],
  })
})

test('entries without a number get theirs, where that is the answer [IMPORT-44]', async () => {
  await using workspace = await openCatalog(
    table('Indeks;Nazwa;EAN', [
      ['A-1', 'One', codes[0] ?? ''],
      ['', 'Two', codes[1] ?? ''],
    ]),
  )
  const list = table('Indeks;EAN', [
    ['A-1', codes[0] ?? ''],
    ['A-2', codes[1] ?? ''],
  ])
  const { result } = await workspace.import(list, { merge_key: 'indeks', renumbered: 'change' })
  expect(result).toMatchObject(counts(0, 1, 1, 0))
  expect((await workspace.products()).map(({ indeks }) => indeks)).toEqual(['A-1', 'A-2'])
})

/** Supplier's lists of other programs: what they called their columns, and what they call them now. */
const lists = {
  English: ['Part no.;Description;Buying price;EAN', 'Part no.;Article text;Net price 2027;GTIN'],
  French: ['Référence;Désignation;Prix d’achat;EAN', 'Réf.;Libellé article;Tarif net;Code EAN'],
  Italian: ['Codice articolo;Descrizione;Prezzo di acquisto;EAN', 'Cod. art.;Testo;Prezzo netto nuovo;EAN'],
  Polish: ['Indeks;Nazwa;Cena zakupu;EAN', 'Indeks;Opis towaru;Cena netto;EAN'],
  German: ['Artikelnummer;Bezeichnung;EK;EAN', 'Artikelnummer;Kurztext;Preis neu;EAN'],
} as const

function rowsOf(header: string, percent: number): string {
  const rows = codes.map((code, at) => [`P${at}`, `Part ${at}`, (20 + at * 7.5) * (1 + percent / 100), code])
  return table(
    header,
    rows.map(([number, name, price, code]) => [
      number,
      name,
      Number(price).toFixed(2).replace('.', ','),
      code,
    ]) as string[][],
  )
}

const languages = Object.entries(lists)

test.each(languages)(
  '%s columns under new names are asked about, and fill what they hold [IMPORT-45]',
  async (_, names) => {
    const [before, now] = names
    await using workspace = await openCatalog(rowsOf(before, 0))
    const [first] = await workspace.products()
    const [key = '', name = '', price = ''] = Object.keys(first ?? {})
    const list = rowsOf(now, 4)
    const fields = { merge_key: key, mapping: { [now.split(';')[0] ?? '']: key } }
    const questions = openQuestions(await workspace.import(list, fields))
    expect(questions).toMatchObject([{ field: 'renamed', acceptable_values: ['fill', 'new'] }])

    const { result } = await workspace.import(list, { ...fields, renamed: 'fill' })
    expect(result).toMatchObject({ ...counts(0, 4, 0, 0), created_attributes: [] })
    const [changed] = await workspace.products()
    expect(changed).toMatchObject({ [name]: 'Part 0', [price]: 20.8 })
    const again = await workspace.import(list, { ...fields, renamed: 'fill' })
    expect(again.result).toMatchObject(counts(0, 0, 4, 0))
  },
)

test('columns of other values become attributes without a question, and so do those that are mapped [IMPORT-45]', async () => {
  await using workspace = await openCatalog(rowsOf(lists.German[0], 0))
  const list = table(
    'Artikelnummer;UVP;Farbe;VPE',
    codes.map((_, at) => [`P${at}`, `${22 + at * 8},00`, at % 2 ? 'rot' : 'blau', 10]),
  )
  expect((await workspace.import(list, { merge_key: 'artikelnummer' })).result).toMatchObject({
    ...counts(0, 4, 0, 0),
    created_attributes: ['uvp', 'farbe', 'vpe'],
  })
  const mapped = await workspace.import(rowsOf('Artikelnummer;Kurztext;Preis neu;EAN', 4), {
    merge_key: 'artikelnummer',
    mapping: { Kurztext: 'kurztext', 'Preis neu': 'ek' },
  })
  expect(mapped.result).toMatchObject({ created_attributes: ['kurztext'] })
  expect(mapped.result).not.toHaveProperty('filled_columns')
})

test('a later list of the same name fills what its columns filled before, whatever its values [IMPORT-45]', async () => {
  await using workspace = await openCatalog(rowsOf(lists.German[0], 0))
  const now = lists.German[1]
  const { result } = await workspace.import(rowsOf(now, 4), { merge_key: 'artikelnummer', renamed: 'fill' })
  expect(result).toMatchObject({ filled_columns: { 'Preis neu': 'ek' } })
  const file = 'test.csv'
  const { remembered } = await workspace.preview(rowsOf(now, 400), { type: 'product' }, file)
  expect(remembered?.settings).toMatchObject({
    renamed: 'fill',
    mapping: { 'Preis neu': 'ek' },
  })
})
