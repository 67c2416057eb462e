import { expect, test } from 'vitest'
import type { EntityType, EntityResource } from '#shared/entities.ts'
import type { ImportResult } from '#shared/jobs.ts'
import type { ImportFields } from '../../catalog/job-queue/enqueue-import.ts'
import { parseAnswer } from '../../catalog/answer.ts'
import { JobWorkspace, ownerContext } from '../../testing/job-workspace.ts'

const write = { faults: [], context: ownerContext }

async function open() {
  const workspace = await JobWorkspace.open()
  const text = { data_type: 'single_line_text_field' } as const
  await workspace.define({ ...text, name: 'Name', entity_type: 'vendor', is_primary: true })
  const product = { entity_type: 'product' } as const
  await workspace.define({ ...text, ...product, name: 'SKU', is_primary: true })
  await workspace.define({ ...product, name: 'Price', data_type: 'number' })
  await workspace.define({
    ...product,
    name: 'Vendor',
    data_type: 'entity_reference',
    reference: { type: 'vendor' },
  })
  await workspace.define({
    ...product,
    name: 'Colour',
    data_type: 'single_select_list',
    acceptable_values: 'Anthrazit, Weiß',
  })
  const create = async (type: Exclude<EntityType, 'source'>, attributes: Record<string, string>) => {
    const answer = await workspace.threads.call('createEntity', { ...write, type, body: { attributes } })
    return parseAnswer<{ data: EntityResource }>(answer).data.id
  }
  const merge = (body: { type: EntityType; keep: string; merge: string[] }) =>
    workspace.threads.call('mergeEntities', { ...write, body })
  return { workspace, create, merge }
}

async function imported(workspace: JobWorkspace, file: string, fields: ImportFields) {
  const job = await workspace.import(file, fields)
  expect(job.status).toBe('completed')
  return { result: job.result as ImportResult }
}

test('cells that name a merged vendor, or an option by its other spelling, are read by aliases and told [work-surfaces.3.2]', async () => {
  const { workspace, create, merge } = await open()
  await using _ = workspace
  const keep = await create('vendor', { name: 'Küchenwerk' })
  await merge({ type: 'vendor', keep, merge: [await create('vendor', { name: 'Kuechenwerk' })] })
  const option = { entity_type: 'product', attribute: 'colour', text: 'Anthrazith', option: 'Anthrazit' }
  await workspace.threads.call('createAlias', { ...write, body: option })
  const file = 'SKU,Vendor,Colour\nA,Kuechenwerk,anthrazith\nB,KUECHENWERK,Weiß\n'
  const { result } = await imported(workspace, file, {
    merge_key: 'sku',
    create_missing_vendors: true,
    create_missing_options: true,
  })
  expect(result).toMatchObject({ created: 2, failed: 0 })
  expect(result.aliases).toEqual([
    expect.objectContaining({ text: 'Kuechenwerk', stands_for: 'Küchenwerk', cells: 1, origin: 'merge' }),
    expect.objectContaining({ text: 'anthrazith', stands_for: 'Anthrazit', cells: 1, origin: 'person' }),
    expect.objectContaining({ text: 'KUECHENWERK', stands_for: 'Küchenwerk', cells: 1 }),
  ])
  expect((await workspace.products()).map(({ colour }) => colour)).toEqual(['Anthrazit', 'Weiß'])
})

test('a row of a product that was merged away fails, updates the survivor, or is left out, as is said [work-surfaces.3.3]', async () => {
  const { workspace, create, merge } = await open()
  await using _ = workspace
  const keep = await create('product', { sku: 'A-100' })
  await merge({ type: 'product', keep, merge: [await create('product', { sku: 'B-200' })] })
  const run = async (settings: object) =>
    (await imported(workspace, 'SKU,Price\nB-200,12\n', { merge_key: 'sku', ...settings })).result
  const held = await run({})
  expect(held).toMatchObject({ created: 0, failed: 1 })
  expect(held.errors[0]?.message).toMatch(/B-200.*A-100/)
  expect(await run({ merged_rows: 'leave_out' })).toMatchObject({ created: 0, failed: 0, unchanged: 1 })
  expect(await run({ merged_rows: 'update' })).toMatchObject({ created: 0, updated: 1 })
  expect((await workspace.products()).map(({ sku, price }) => [sku, price])).toEqual([['A-100', 12]])
})
