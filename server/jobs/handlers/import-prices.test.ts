import { expect, test } from 'vitest'
import { counts, JobWorkspace } from '../../testing/job-workspace.ts'

const header = 'Codice articolo;Descrizione;Prezzo di acquisto'

function list(prices: readonly (readonly [code: string, price: string])[]): string {
  return [header, ...prices.map(([code, price]) => `${code};Vite ${code};${price}`)].join('\n')
}

const before = list([
  ['V-1', '10,00'],
  ['V-2', '20,00'],
  ['V-3', '30,00'],
  ['V-4', '40,00'],
  ['V-5', '50,00'],
])

const after = list([
  ['V-1', '10,50'],
  ['V-2', '26,00'],
  ['V-3', '300,00'],
  ['V-4', '0,40'],
])

async function openCatalog(): Promise<JobWorkspace> {
  const workspace = await JobWorkspace.open()
  await workspace.import(before)
  return workspace
}

const fields = { merge_key: 'codice_articolo' }

test('large changes of prices, slipped decimal marks and missing articles are shown before and told [IMPORT-50]', async () => {
  await using workspace = await openCatalog()
  const warnings = [
    '2 prices look as if the decimal mark had slipped: V-3: Prezzo di acquisto 30 → 300, V-4: Prezzo di acquisto 40 → 0.4.',
    '1 price changes by more than 25 %: V-2: Prezzo di acquisto 20 → 26.',
    '1 entry is not in the file and stays as it is, of 5 with Codice articolo: V-5.',
  ]
  expect(await workspace.preview(after, { type: 'product', ...fields })).toMatchObject({ warnings })
  expect((await workspace.import(after, { ...fields, dry_run: true })).result).toMatchObject({ warnings })
  const { result } = await workspace.import(after, fields)
  expect(result).toMatchObject({ ...counts(0, 4, 0, 0), warnings })
  const again = await workspace.import(after, fields)
  expect(again.result).toMatchObject({
    ...counts(0, 0, 4, 0),
    warnings: [expect.stringContaining('This very file'), warnings[2]],
  })
})

test('the share is a setting, and a list of fewer than half of the articles lacks none [IMPORT-50]', async () => {
  await using workspace = await openCatalog()
  const some = list([
    ['V-2', '26,00'],
    ['V-9', '1,00'],
  ])
  expect((await workspace.import(some, { ...fields, price_share: 30 })).result).toMatchObject({
    ...counts(1, 1, 0, 0),
    warnings: [],
  })
})

test('rows with large changes are held where that is the setting, and the others written [IMPORT-50]', async () => {
  await using workspace = await openCatalog()
  const { id, result } = await workspace.import(after, { ...fields, price_changes: 'hold' })
  expect(result).toMatchObject({ ...counts(0, 1, 0, 0), held: 3 })
  expect((await workspace.products()).map(({ prezzo_di_acquisto: price }) => price)).toEqual([
    10.5, 20, 30, 40, 50,
  ])
  expect(await workspace.result(id, 'errors')).toContain(
    'The row is held, as Prezzo di acquisto changes from 30 to 300.',
  )
})

test('the missing articles are those of the only vendor of the list [IMPORT-50]', async () => {
  await using workspace = await JobWorkspace.open()
  const rows = ['A-1;Uno', 'A-2;Uno', 'B-1;Due', 'B-2;Due', 'B-3;Due']
  await workspace.import(['Codice articolo;Fornitore', ...rows].join('\n'), { create_missing_vendors: true })
  const ofOne = 'Codice articolo;Peso\nA-1;3\n'
  expect((await workspace.import(ofOne, fields)).result).toMatchObject({
    warnings: [expect.stringMatching(/^1 entry is not in the file .*, of 2 .*: A-2\.$/)],
  })
})

test('prices of columns under new names are compared too [IMPORT-50]', async () => {
  await using workspace = await openCatalog()
  const renamed = after
    .replace(header, 'Codice articolo;Descrizione;Prezzo netto')
    .replace('300,00', '31,00')
    .replace('0,40', '41,00')
  const { result } = await workspace.import(renamed, { ...fields, renamed: 'fill' })
  expect(result).toMatchObject({
    filled_columns: { 'Prezzo netto': 'prezzo_di_acquisto' },
    warnings: [
      expect.stringContaining('Prezzo netto looks like Prezzo di acquisto'),
      '1 price changes by more than 25 %: V-2: Prezzo netto 20 → 26.',
      expect.stringContaining('not in the file'),
    ],
  })
})
