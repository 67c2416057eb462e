import { afterAll, beforeAll, expect, test } from 'vitest'
import { JobWorkspace } from '../../testing/job-workspace.ts'

let workspace: JobWorkspace
beforeAll(async () => {
  workspace = await JobWorkspace.open()
  const text = 'single_line_text_field'
  const product = { entity_type: 'product' } as const
  await workspace.define({ entity_type: 'vendor', name: 'Vendor name', data_type: text, is_primary: true })
  await workspace.define({ entity_type: 'category', name: 'Name', data_type: text, is_primary: true })
  await workspace.define({ ...product, name: 'SKU', data_type: text })
  await workspace.define({
    ...product,
    name: 'Vendor',
    data_type: 'entity_reference',
    reference: { type: 'vendor' },
  })
  await workspace.define({
    ...product,
    name: 'Colour',
    data_type: 'multi_select_list',
    acceptable_values: 'Red, Blue',
  })
  await workspace.define({
    ...product,
    name: 'Category',
    data_type: 'entity_reference',
    reference: { type: 'category' },
  })
  await workspace.import('Vendor name\nAcme\n', { type: 'vendor' })
})
afterAll(() => workspace[Symbol.asyncDispose]())

const csv =
  'sku,vendor,colour,category\nA,acme,"red, Green",Home > Chairs\nB,Bolt,Pink,\nC,Core,GREEN,\nD,bolt,,\n'

test('what the cells of a column name and is not there is counted with what would make it [IMPORT-22]', async () => {
  const { result } = await workspace.import(csv, {
    merge_key: 'sku',
    mapping: { category: { key: 'category', path: '>' } },
    create_missing_categories: true,
  })

  expect(result).toMatchObject({
    missing_references: [
      {
        header: 'vendor',
        key: 'vendor',
        type: 'vendor',
        creates: 'create_missing_vendors',
        missing: 2,
        names: ['bolt', 'Core'],
      },
      {
        header: 'colour',
        key: 'colour',
        type: null,
        creates: 'create_missing_options',
        missing: 2,
        names: ['GREEN', 'Pink'],
      },
    ],
  })
})

test('nothing is missing of what the import creates [IMPORT-22]', async () => {
  const creations = {
    create_missing_vendors: true,
    create_missing_options: true,
    create_missing_categories: true,
  }
  const { result } = await workspace.import(csv, { merge_key: 'sku', ...creations })

  expect(result).toMatchObject({ failed: 0, missing_references: [] })
})
