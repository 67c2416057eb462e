import { beforeEach, describe, expect, test } from 'vitest'
import { JobWorkspace } from '../../../testing/job-workspace.ts'
import { RowScan } from '../recognise/file-scan.ts'
import { findTierColumns } from './tier-columns.ts'

const none = { format: 'csv', encoding: 'utf-8', delimiter: ';', sheet: null } as const

function quantitiesOf(headers: readonly string[], cells: readonly string[]): number[] | undefined {
  const scan = new RowScan(headers)
  for (let row = 1; row <= 3; row += 1) scan.add(cells, row)
  return findTierColumns(scan.result(none))?.columns.map(({ quantity }) => quantity)
}

test.each([
  [
    ['Art', 'ab 10 Stk.', 'ab 50 Stk.'],
    [10, 50],
  ],
  [
    ['Art', '1-9', '10-49', '50+'],
    [1, 10, 50],
  ],
  [
    ['Art', 'from 10', 'from 1,000'],
    [10, 1000],
  ],
  [
    ['Art', 'Preis ab 1', 'Preis ab 10', 'Preis ab 100'],
    [1, 10, 100],
  ],
  [
    ['Art', 'Price 1-9 pcs', 'Price 10-99 pcs'],
    [1, 10],
  ],
  [
    ['Art', '≥ 5', '≥ 25'],
    [5, 25],
  ],
  [
    ['Art', 'à partir de 10', 'à partir de 20'],
    [10, 20],
  ],
])('%j are tiers [IMPORT-56]', (headers, quantities) => {
  expect(quantitiesOf(headers, ['A', '9,50', '8,50', '7,50'])).toEqual(quantities)
})

test.each([
  [
    ['Art', '36-38', '39-41'],
    ['A', '4', '7'],
  ],
  [
    ['Art', 'Alter ab 3', 'Alter ab 10'],
    ['A', '1,5', '2,5'],
  ],
  [
    ['Art', 'ab 10 Stk.'],
    ['A', '9,50'],
  ],
  [
    ['Art', 'ab 50', 'ab 10'],
    ['A', '9,50', '8,50'],
  ],
  [
    ['Art', 'ab 10', 'ab 50'],
    ['A', '1.250', '1.150'],
  ],
  [
    ['Art', 'ab 10', 'ab 50'],
    ['A', 'soon', 'later'],
  ],
  [
    ['Art', '2023', '2024'],
    ['A', '9,50', '8,50'],
  ],
])('%j are none, with %j [IMPORT-56]', (headers, cells) => {
  expect(quantitiesOf(headers, cells)).toBeUndefined()
})

describe('a price list with tiers', () => {
  let workspace: JobWorkspace
  beforeEach(async () => {
    workspace = await JobWorkspace.open()
    return () => workspace[Symbol.asyncDispose]()
  })
  const csv =
    'Artikelnummer;Name;ab 1 Stk.;ab 10 Stk.\nT-1;Zange;10,90 €;9,90 €\nT-2;Hammer;20,00 €;auf Anfrage\n'

  test('fills one attribute of a new catalog, and the next list the same one [IMPORT-56]', async () => {
    const first = await workspace.import(csv.replace('auf Anfrage', ''), { merge_key: 'artikelnummer' })
    expect(first.result).toMatchObject({ created: 2, failed: 0, errors: [] })
    const { data_type: type, constraints } =
      (await workspace.definitions()).find(({ key }) => key === 'staffelpreise') ?? {}
    expect([type, constraints]).toEqual(['json', { kind: 'price_tiers', currency: 'EUR' }])
    expect((await workspace.products()).map(({ staffelpreise }) => staffelpreise)).toEqual([
      '[{"quantity":1,"price":10.9},{"quantity":10,"price":9.9}]',
      '[{"quantity":1,"price":20}]',
    ])
    const next = csv.replaceAll('ab 10', 'ab 25').replace('auf Anfrage', '18,00 €')
    const again = await workspace.import(next, { merge_key: 'artikelnummer' })
    expect(again.result).toMatchObject({ updated: 2, created_attributes: [] })
    expect((await workspace.products())[1]?.['staffelpreise']).toBe(
      '[{"quantity":1,"price":20},{"quantity":25,"price":18}]',
    )
    const { bytes } = await workspace.export({ format: 'csv' })
    expect(bytes.toString()).toContain('1: 20.00; 25: 18.00')
    const back = await workspace.import(bytes, { merge_key: 'id' })
    expect(back.result).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
  })

  test('a quantity without a price has no tier [IMPORT-56]', async () => {
    await workspace.import(csv, { merge_key: 'artikelnummer' })
    expect((await workspace.products())[1]?.['staffelpreise']).toBe('[{"quantity":1,"price":20}]')
  })

  test('a catalog in use keeps attributes of their own [IMPORT-56]', async () => {
    await workspace.import('Artikelnummer;Name\nT-1;Zange\n', { merge_key: 'artikelnummer' })
    await workspace.import(csv, { merge_key: 'artikelnummer' })
    const { staffelpreise, ab_10_stk: own } = await workspace.dataTypes()
    expect([staffelpreise, own]).toEqual([undefined, 'number'])
  })

  test('the preview shows the tiers and says of which columns they are, unless these are mapped [IMPORT-56]', async () => {
    const { columns, notes = [], first_rows: rows } = await workspace.preview(csv)
    expect(columns.map(({ header, data_type: type }) => [header, type]).slice(0, 3)).toEqual([
      ['Artikelnummer', 'single_line_text_field'],
      ['Name', 'single_line_text_field'],
      ['Staffelpreise', 'json'],
    ])
    expect(rows[0]?.[2]).toBe('1: 10.90; 10: 9.90')
    expect(notes).toMatchObject([{ message_code: 'import.tiers_read' }])
    const mapping = { 'ab 1 Stk.': 'price', 'ab 10 Stk.': 'price_10' }
    const mapped = await workspace.preview(csv, { type: 'product', mapping })
    expect(mapped.columns.map(({ rule }) => rule.key)).toEqual(['artikelnummer', 'name', 'price', 'price_10'])
  })
})
