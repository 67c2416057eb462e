import { beforeEach, expect, test } from 'vitest'
import { JobWorkspace } from '../../../testing/job-workspace.ts'

let workspace: JobWorkspace
beforeEach(async () => {
  workspace = await JobWorkspace.open()
  return () => workspace[Symbol.asyncDispose]()
})

const csv = [
  'Artikelnummer;Bezeichnung;Preis',
  'Zangen;;',
  'MG-1;Kombizange;9,50',
  'MG-2;Spitzzange;8,50',
  'Schraubendreher;;',
  'MG-3;Kreuzschlitz;4,50',
  '',
].join('\n')

const categoryOf = (product: Record<string, unknown> | undefined) =>
  (product?.['kategorie'] as { label: string } | undefined)?.label

test('titles of sections are the categories of the rows below in a new catalog, and a second run changes nothing [IMPORT-57]', async () => {
  const { notes = [], columns } = await workspace.preview(csv)
  expect(notes).toMatchObject([{ message_code: 'import.sections_read' }])
  expect(columns.at(-1)).toMatchObject({ header: 'Kategorie', rule: { reference_type: 'category' } })

  const { result } = await workspace.import(csv, { merge_key: 'artikelnummer' })
  expect(result).toMatchObject({
    created: 3,
    errors: [],
    left_out_rows: [{ reason: 'section', count: 2, texts: ['Zangen', 'Schraubendreher'] }],
  })
  expect((await workspace.products()).map(categoryOf)).toEqual(['Zangen', 'Zangen', 'Schraubendreher'])
  const again = await workspace.import(csv, { merge_key: 'artikelnummer' })
  expect(again.result).toMatchObject({ created: 0, updated: 0, unchanged: 3, created_attributes: [] })
})

test('an update only tells them, and so does a file with a column of categories [IMPORT-57]', async () => {
  await workspace.import(csv, { merge_key: 'artikelnummer' })
  const moved = csv.replace('Schraubendreher', 'Anderes').replace('9,50', '9,60')
  const { result } = await workspace.import(moved, { merge_key: 'artikelnummer' })
  expect(result).toMatchObject({ created: 0, updated: 1, left_out_rows: [{ texts: ['Zangen', 'Anderes'] }] })
  expect((await workspace.products()).map(categoryOf)).toEqual(['Zangen', 'Zangen', 'Schraubendreher'])
})

test('a column of categories goes first [IMPORT-57]', async () => {
  const own = csv
    .replaceAll(/^(.*;.*;.*)$/gm, '$1;')
    .replace('Preis;', 'Preis;Warengruppe')
    .replace('9,50;', '9,50;Werkzeug')
  const { columns, notes = [] } = await workspace.preview(own)
  expect(columns.map(({ header }) => header)).not.toContain('Kategorie')
  expect(notes).toEqual([])
})

test('rows without a key are found again although the catalog is in use then [IMPORT-57]', async () => {
  const first = await workspace.import(csv)
  expect(first.result).toMatchObject({ created: 3 })
  expect((await workspace.products()).map(categoryOf)).toEqual(['Zangen', 'Zangen', 'Schraubendreher'])
  expect((await workspace.import(csv)).result).toMatchObject({ created: 0, updated: 0, unchanged: 3 })
})
