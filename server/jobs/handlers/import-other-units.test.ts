import { JobWorkspace, counts } from '../../testing/job-workspace.ts'
import { test, expect } from 'vitest'

async function openWith(unit: string): Promise<JobWorkspace> {
  const workspace = await JobWorkspace.open()
  const product = { entity_type: 'product' } as const
  await workspace.define({ ...product, key: 'sku', name: 'SKU', data_type: 'single_line_text_field' })
  await workspace.define({
    ...product,
    key: 'weight',
    name: 'Weight',
    data_type: 'number',
    constraints: { unit },
  })
  return workspace
}

test('weights in another unit are converted, by the cell and by the header [IMPORT-23]', async () => {
  await using workspace = await openWith('g')
  const cells = 'sku;weight\nA;12 oz\nB;1,2 kg\nC;300\nD;0,5 lbs\nE;4 m\nF;250 g\n'
  const { result } = await workspace.import(cells, { merge_key: 'sku', decimal: 'comma' })
  expect(result).toMatchObject({
    ...counts(6, 0, 0, 0),
    refused_cells: [{ column: 'weight', cells: 1 }],
  })
  const weights = async () => (await workspace.products()).map(({ weight }) => weight)
  expect(await weights()).toEqual([340.1942775, 1200, 300, 226.796185, undefined, 250])

  const again = await workspace.import('sku,Weight (oz)\nA,12\nB,10 g\nC,1e1\n', { merge_key: 'sku' })
  expect(again.result).toMatchObject({ updated: 2, created_attributes: [] })
  expect((await weights()).slice(0, 3)).toEqual([340.1942775, 10, 283.49523125])
})

test('numbers of JSON are converted from the unit beside them [IMPORT-23]', async () => {
  await using workspace = await openWith('g')
  const products = [
    { sku: 'A', weight: { value: 1.5, unit: 'kg' } },
    { sku: 'B', weight: { value: 12, unit: 'kg' } },
  ]
  const { result } = await workspace.import(JSON.stringify(products))
  expect(result).toMatchObject({ ...counts(2, 0, 0, 0), created_attributes: [] })
  expect(await workspace.products()).toEqual([
    { sku: 'A', weight: 1500 },
    { sku: 'B', weight: 12_000 },
  ])
  const mixed = [
    { sku: 'A', weight: { value: 16, unit: 'ounces' } },
    { sku: 'B', weight: { value: 2, unit: 'kilograms' } },
  ]
  await workspace.import(JSON.stringify(mixed))
  expect(await workspace.products()).toEqual([
    { sku: 'A', weight: 453.59237 },
    { sku: 'B', weight: 2000 },
  ])
})
