import { JobWorkspace } from '../../testing/job-workspace.ts'
import { expect, test } from 'vitest'

const rows = Array.from({ length: 12 }, (_, row) => row)

function gtin(row: number): string {
  const digits = `40063813${String(1000 + row)}`
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

async function constraintsOf(header: string, cell: (row: number) => string): Promise<unknown> {
  await using workspace = await JobWorkspace.open()
  const lines = rows.map((row) => `Chair ${row};${cell(row)}`)
  const { result } = await workspace.import(`Name;${header}\n${lines.join('\n')}\n`, {
    decimal: 'comma',
  })
  expect(result).toMatchObject({ created: rows.length, failed: 0 })
  return (await workspace.definitions()).find(({ name }) => name === header)?.constraints
}

test.each([
  ['amounts with a sign', 'Preis', (row: number) => `${row},50 €`, { kind: 'money', currency: 'EUR' }],
  ['a currency of the header', 'Price USD', (row: number) => `${row},5`, { kind: 'money', currency: 'USD' }],
  ['measures', 'Weight', (row: number) => `${row + 1},2 kg`, { kind: 'measure', unit: 'kg' }],
  ['inches', 'Width', (row: number) => `${row + 1},5 "`, { kind: 'measure', unit: 'in' }],
  ['a unit in brackets', 'Length (m)', (row: number) => `${row + 1},5`, { kind: 'measure', unit: 'm' }],
  ['a unit that does not convert', 'Capacity', (row: number) => `${row + 1},5 mAh`, { unit: 'mah' }],
  ['a letter that may be a size', 'Stock M', (row: number) => `${row + 1},5`, {}],
  ['GTINs', 'EAN', gtin, { kind: 'gtin' }],
  ['codes of the house that are GTINs', 'Product code', gtin, {}],
  ['GTINs of which one is wrong', 'EAN', (row: number) => (row === 3 ? '4006381333932' : gtin(row)), {}],
  ['email addresses', 'Contact', (row: number) => `sales${row}@example.com`, { kind: 'email' }],
  ['times', 'Checked', (row: number) => `2026-01-${10 + row}T09:30:00.000Z`, { kind: 'date_time' }],
])(
  'a new attribute is of the kind that all of its cells are: %s [IMPORT-31]',
  async (_of, header, cell, is) => {
    expect(await constraintsOf(header, cell)).toEqual(is)
  },
)

test('the next file of the same supplier fits the attributes that the first one made [IMPORT-31]', async () => {
  await using workspace = await JobWorkspace.open()
  const lines = rows.map((row) => `A-${row};${gtin(row)};${row + 1},50 €;${row + 2} lbs;${row + 3} "`)
  const file = `SKU;EAN;Price;Weight;Width\n${lines.join('\n')}\n`
  await workspace.import(file, { merge_key: 'sku', decimal: 'comma' })
  const before = await workspace.products()
  const again = await workspace.import(file, { merge_key: 'sku', decimal: 'comma' })
  expect(again.result).toMatchObject({
    created: 0,
    failed: 0,
    unchanged: rows.length,
    created_attributes: [],
  })
  expect(before[1]).toEqual({ sku: 'A-1', ean: gtin(1), price: 2.5, weight: 3, width: 4 })

  const next = await workspace.import('SKU;EAN;Price\nA-1;4006381333932;3 €\n', {
    merge_key: 'sku',
    decimal: 'comma',
  })
  expect(next.result).toMatchObject({ updated: 1, refused_cells: [{ column: 'EAN', cells: 1 }] })
})
