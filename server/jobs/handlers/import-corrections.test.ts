import { afterEach, beforeEach, expect, test } from 'vitest'
import { counts, JobWorkspace } from '../../testing/job-workspace.ts'

let workspace: JobWorkspace
beforeEach(async () => {
  workspace = await JobWorkspace.open()
  const shared = { entity_type: 'product' } as const
  await workspace.define({ ...shared, key: 'sku', name: 'SKU', data_type: 'single_line_text_field' })
  await workspace.define({ ...shared, key: 'price', name: 'Price', data_type: 'number' })
})
afterEach(() => workspace[Symbol.asyncDispose]())

const csv = 'sku;Price\nA;1,50\nB;cheap\nC;bald\n'

test('a cell that does not fit is taken as it was corrected, written as the file writes; the others are told as before [IMPORT-29]', async () => {
  const fields = { merge_key: 'sku', corrections: [{ row: 2, column: 'Price', value: '12,25' }] }
  const trial = await workspace.import(csv, { ...fields, dry_run: true })
  expect(trial.result).toMatchObject({
    ...counts(3, 0, 0, 0),
    refused_cells: [{ column: 'Price', cells: 1 }],
  })
  expect(await workspace.products()).toEqual([])

  const { result } = await workspace.import(csv, fields)

  expect(result).toMatchObject({
    errors: [{ row: 3, field: 'Price', value: 'bald' }],
    corrected: { cells: 1, file_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
  })
  expect(await workspace.products()).toEqual([
    { sku: 'A', price: 1.5 },
    { sku: 'B', price: 12.25 },
    { sku: 'C' },
  ])
  expect((await workspace.import(csv, fields)).result).toMatchObject(counts(0, 0, 3, 0))
})

test('a missing key is filled in, and an import that was cut off goes on with what was corrected [IMPORT-29]', async () => {
  const list = `sku,Price\n${Array.from({ length: 2500 }, (_, row) => `${row === 2400 ? '' : `S${row}`},1`).join('\n')}\n`
  await workspace.enqueue(list, {
    merge_key: 'sku',
    corrections: [{ row: 2401, column: 'sku', value: 'S2400' }],
  })
  await workspace.restart()
  await workspace.runner.idle()
  const products = await workspace.products()
  expect(products).toHaveLength(2500)
  expect(products).toContainEqual({ sku: 'S2400', price: 1 })
})

test('corrections of a row or column that the file does not have are refused before anything is written [IMPORT-29]', async () => {
  const { status, result } = await workspace.import(csv, {
    corrections: [
      { row: 9, column: 'Price', value: '1' },
      { row: 1, column: 'Cost', value: '1' },
    ],
  })
  expect([status, JSON.stringify(result)]).toEqual([
    'failed',
    expect.stringMatching(/The file has 3 rows.*no column of this name/),
  ])
  expect(await workspace.products()).toEqual([])
})

test('what are no corrections is refused with how they are written [IMPORT-29]', async () => {
  const asked = (corrections: unknown) => workspace.enqueue(csv, { corrections })
  await expect(asked('Price')).rejects.toThrow('Expected a list of corrected cells.')
  await expect(asked([{ row: 0, column: 'Price', value: '1' }])).rejects.toThrow('Expected {"row": 3')
  await expect(asked(Array.from({ length: 501 }, () => ({})))).rejects.toThrow('At most 500 cells')
})
