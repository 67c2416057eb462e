import { writeXlsx } from 'hucre/xlsx'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ColumnMapping } from '#shared/imports.ts'
import type { ColumnStep } from '#shared/imports.ts'
import { counts, JobWorkspace } from '../../testing/job-workspace.ts'

let workspace: JobWorkspace
beforeEach(async () => {
  workspace = await JobWorkspace.open()
  const line = { entity_type: 'product', data_type: 'single_line_text_field' } as const
  await workspace.define({ ...line, key: 'sku', name: 'SKU', is_primary: true })
  await workspace.define({ ...line, key: 'color', name: 'Color' })
  await workspace.define({ entity_type: 'product', key: 'price', name: 'Price', data_type: 'number' })
})
afterEach(() => workspace[Symbol.asyncDispose]())

type Rules = Record<'Nr' | 'Preis' | 'Farbe', ColumnMapping[string]>
const rules: Rules = {
  Nr: { key: 'sku', steps: [{ split: { separator: '/', part: -1 } }, { case: 'upper' }] },
  Preis: { key: 'price', steps: [{ number: { decimal: 'comma' } }, { formula: 'ROUND({{Preis}} * 2, 2)' }] },
  Farbe: { key: 'color', steps: [{ map: { table: { rot: 'Red' }, otherwise: 'clear' } }] },
}

test.each([
  ['CSV', 'Nr;Preis;Farbe\nx/a-1;1.234,50;rot\nx/b-2;2,5;blau\n'],
  [
    'JSON',
    JSON.stringify([
      { Nr: 'x/a-1', Preis: '1.234,50', Farbe: 'rot' },
      { Nr: 'x/b-2', Preis: '2,5', Farbe: 'blau' },
    ]),
  ],
  [
    'XML',
    '<r><p><Nr>x/a-1</Nr><Preis>1.234,50</Preis><Farbe>rot</Farbe></p><p><Nr>x/b-2</Nr><Preis>2,5</Preis><Farbe>blau</Farbe></p></r>',
  ],
])('cells of %s go through the steps of their column, keys too [IMPORT-61]', async (_format, content) => {
  await workspace.import('sku;color\nB-2;Blue\n')
  const { result } = await workspace.import(content, { mapping: rules, merge_key: 'sku' })
  expect(result).toMatchObject(counts(1, 1, 0, 0))
  expect(await workspace.products()).toEqual([
    { sku: 'B-2', price: 5 },
    { sku: 'A-1', price: 2469, color: 'Red' },
  ])
})

test('numbers of a workbook are no texts with a decimal mark, and go through the other steps too [IMPORT-61]', async () => {
  const rows = [
    ['Nr', 'Preis', 'Farbe'],
    ['x/a-1', 1234.5, 'rot'],
    ['x/b-2', '2,5', 'blau'],
  ]
  const content = await writeXlsx({ sheets: [{ name: 'Liste', rows }] })
  const { result } = await workspace.import(content, { mapping: rules, merge_key: 'sku' })
  expect(result).toMatchObject(counts(2, 0, 0, 0))
  expect(await workspace.products()).toEqual([
    { sku: 'A-1', price: 2469, color: 'Red' },
    { sku: 'B-2', price: 5 },
  ])
})

test('a step that fails leaves the cell out, with its number and the cell as it is in the file [IMPORT-62]', async () => {
  const job = await workspace.import('Nr;Preis\nx/a;viel\n', {
    mapping: { Nr: rules.Nr, Preis: rules.Preis },
  })
  expect(job.result).toMatchObject({
    ...counts(1, 0, 0, 0),
    errors: [{ row: 1, field: 'Preis', value: 'viel', step: 1, row_kept: true }],
  })
  expect(await workspace.products()).toEqual([{ sku: 'A' }])
})

test('a step that names a column which the file does not have is told at its place [IMPORT-62]', async () => {
  const steps: ColumnStep[] = [{ trim: true }, { join: { columns: ['Nr', 'Art'], separator: '-' } }]
  const job = await workspace.import('Nr\n1\n', { mapping: { Nr: { key: 'sku', steps } } })
  expect(JSON.stringify(job)).toContain('mapping.Nr.steps[1]')
})
