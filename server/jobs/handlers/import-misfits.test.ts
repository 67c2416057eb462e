import { afterEach, beforeEach, expect, test } from 'vitest'
import { counts, JobWorkspace } from '../../testing/job-workspace.ts'

let workspace: JobWorkspace
beforeEach(async () => {
  workspace = await JobWorkspace.open()
  const shared = { entity_type: 'product' } as const
  await workspace.define({ ...shared, key: 'sku', name: 'SKU', data_type: 'single_line_text_field' })
  await workspace.define({ ...shared, key: 'price', name: 'Price', data_type: 'number' })
  await workspace.define({
    ...shared,
    key: 'color',
    name: 'Color',
    data_type: 'single_select_list',
    acceptable_values: 'Red',
  })
})
afterEach(() => workspace[Symbol.asyncDispose]())

const csv = 'sku,Price,Color\nA,1,Red\nB,cheap,Blue\nC,3,Blue\n'

test('a cell that does not fit leaves that cell and not its row [IMPORT-24]', async () => {
  const { result } = await workspace.import(csv, { merge_key: 'sku' })

  expect(result).toMatchObject({
    ...counts(3, 0, 0, 0),
    refused_cells: [
      { column: 'Price', cells: 1 },
      { column: 'Color', cells: 2 },
    ],
  })
  expect(await workspace.products()).toEqual([
    { sku: 'A', price: 1, color: 'Red' },
    { sku: 'B' },
    { sku: 'C', price: 3 },
  ])
})

test('values that are there stay where the new cell does not fit [IMPORT-24]', async () => {
  await workspace.import('sku,Price,Color\nB,5,Red\n', { merge_key: 'sku' })

  const { result } = await workspace.import('sku,Price,Color\nB,cheap,Blue\n', {
    merge_key: 'sku',
    empty_cells: 'clear',
  })

  expect(result).toMatchObject(counts(0, 0, 1, 0))
  expect(await workspace.products()).toEqual([{ sku: 'B', price: 5, color: 'Red' }])
})

test('by choice such a row is left out [IMPORT-24]', async () => {
  const { result } = await workspace.import(csv, { merge_key: 'sku', misfits: 'row' })

  expect(result).toMatchObject(counts(1, 0, 0, 2))
  expect(result).not.toHaveProperty('refused_cells')
})

test('the error file holds rows with such cells where their key finds them again [IMPORT-24]', async () => {
  const keyed = await workspace.import(csv, { merge_key: 'sku' })
  const errors = await workspace.result(keyed.id, 'errors')
  const again = await workspace.import(errors.replace('cheap', '2').replaceAll('Blue', 'red'), {
    merge_key: 'sku',
  })
  const unkeyed = await workspace.import('sku,Price\nD,cheap\n')

  expect(errors.trimEnd().split('\r\n')).toHaveLength(3)
  expect(again.result).toMatchObject(counts(0, 2, 0, 0))
  expect(unkeyed.result).toMatchObject({ ...counts(1, 0, 0, 0), errors_file: null })
})

test.each([
  ['its parent', 'sku,parent_id,Price\nX,nobody,1\n', 'sku'],
  ['its only value', 'Price\ncheap\n', undefined],
])('a row does not come in without %s [IMPORT-24]', async (_what, file, key) => {
  const { result } = await workspace.import(file, key === undefined ? {} : { merge_key: key })

  expect(result).toMatchObject(counts(0, 0, 0, 1))
  expect(await workspace.products()).toEqual([])
})

test('a row does not come in without a value that must be unique [IMPORT-24]', async () => {
  await workspace.define({
    entity_type: 'product',
    key: 'gtin',
    name: 'GTIN',
    data_type: 'single_line_text_field',
    constraints: { unique: true },
  })

  const { result } = await workspace.import('sku,GTIN,Price\nA,1,cheap\nB,1,cheap\n')

  expect(result).toMatchObject({ ...counts(1, 0, 0, 1), refused_cells: [{ column: 'Price', cells: 1 }] })
  expect(result).toMatchObject({
    errors: [
      { row: 1, row_kept: true },
      { row: 2, field: 'Price' },
      { row: 2, field: 'GTIN' },
    ],
  })
})
