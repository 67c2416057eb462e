import { expect, test } from 'vitest'
import type { Job } from '#shared/jobs.ts'
import type { MergeResult } from '#shared/duplicates.ts'
import { listIdsByUuid, nextIdentity } from '../../store/tables/entities.ts'
import { mergeOrEnqueue } from '../job-queue/enqueue-edits.ts'
import { claimJob } from '../job-queue/queue.ts'
import { enqueueJob } from '../job-queue/queue.ts'
import { alive, takeBack, tryMerges } from '../../testing/random-merges.ts'
import { ScratchCatalog, testContext } from '../../testing/scratch-catalog.ts'
import { restoreEntities, trashEntities } from '../trash/trash-entities.ts'
import { mergeChunk, type MergeState } from './merge-chunk.ts'
import { mergeGroups } from './merge-entities.ts'

test.each([1, 2, 3])(
  'random merges are taken back and done again to the row, five of seed %i [MERGE-05]',
  (seed) => {
    expect.hasAssertions()
    using catalog = new ScratchCatalog()
    tryMerges(catalog, seed, 5)
  },
)

test('what of a list was in the trash comes back between what stood there before a merge was taken back [MERGE-05]', () => {
  using catalog = new ScratchCatalog()
  catalog.define('product', 'SKU', { is_primary: true })
  catalog.define('product', 'Related', { data_type: 'entity_list_reference', reference: { type: 'product' } })
  const create = (sku: string, related: readonly string[]) => catalog.create('product', { sku, related }).id
  const [one, gone, other] = [create('one', []), create('gone', []), create('other', [])]
  const keep = create('keep', [one, gone, other])
  const merge = [create('merged', [other, one])]
  const write = { faults: [], context: testContext }
  catalog.write((tx) => trashEntities(tx, { ...write, body: { type: 'product', ids: [gone] } }))
  const body = { type: 'product', keep, merge, values: { related: merge[0] ?? '' } }
  const { data } = catalog.answer<MergeResult>((tx) => mergeOrEnqueue(tx, { ...write, body }))
  takeBack(catalog, data.edit_id)
  catalog.write((tx) => restoreEntities(tx, { ...write, body: { ids: [gone] } }))
  const survivor = alive(catalog, 'product').find(({ id }) => id === keep)
  expect(survivor?.attributes['related']).toMatchObject([
    { label: 'one' },
    { label: 'gone' },
    { label: 'other' },
  ])
})

function vendorsAndProducts(products: number) {
  const catalog = new ScratchCatalog()
  catalog.define('vendor', 'Name', { is_primary: true })
  catalog.define('product', 'SKU', { is_primary: true })
  catalog.define('product', 'Vendor', { data_type: 'entity_reference', reference: { type: 'vendor' } })
  const vendors = ['Acme', 'ACME', 'Nordlys', 'nordlys'].map((name) => catalog.create('vendor', { name }).id)
  for (let number = 0; number < products; number += 1)
    catalog.create('product', { sku: `P-${number}`, vendor: vendors[number % vendors.length] })
  const ids = catalog.read((db) => listIdsByUuid(db, 'vendor', vendors))
  const [acme = 0, acme2 = 0, nordlys = 0, nordlys2 = 0] = ids
  const groups = [
    { keep: acme, merge: [acme2], values: {} },
    { keep: nordlys, merge: [nordlys2], values: {} },
  ]
  return { catalog, groups, vendors }
}

const vendorsOf = (catalog: ScratchCatalog) =>
  new Set(alive(catalog, 'product').map(({ attributes }) => JSON.stringify(attributes['vendor'])))

test('many groups are merged under one edit, which takes all of them back [MERGE-05]', () => {
  const { catalog, groups } = vendorsAndProducts(8)
  using _ = catalog
  const edit = catalog.write((tx) => nextIdentity(tx).uuid)
  const plan = { type: 'vendor', groups } as const
  const moved = catalog.write((tx) => mergeGroups(tx, plan, { ...testContext, edit_id: edit }))
  expect(moved).toEqual({ references: 4, variants: 0 })
  expect(vendorsOf(catalog).size).toBe(2)
  expect(takeBack(catalog, edit).summary.refused).toBe(0)
  expect(vendorsOf(catalog).size).toBe(4)
  expect(alive(catalog, 'vendor')).toHaveLength(4)
})

test('a job moves some at a time, goes on from its checkpoint and comes to the same [MERGE-08]', () => {
  const { catalog, groups, vendors } = vendorsAndProducts(2100)
  using _ = catalog
  const { uuid, edit } = catalog.write((tx) => ({ uuid: nextIdentity(tx).uuid, edit: nextIdentity(tx).uuid }))
  const { job_id: _job, ...context } = testContext
  const input = { type: 'vendor', groups, entities: 1050, edit_id: edit, context } as const
  catalog.answer<Job>((tx) => enqueueJob(tx, { uuid, name: 'merge_entities', input, metadata: {} }))
  catalog.write((tx) => claimJob(tx, { leaseMs: 60_000 }))
  let checkpoint: MergeState | undefined
  const steps: number[] = []
  for (;;) {
    const written = catalog.write((tx) => mergeChunk(tx, { jobId: uuid, input, checkpoint }))
    steps.push(written.state.references - (checkpoint?.references ?? 0))
    checkpoint = written.state
    if (!written.isDone) continue
    expect(written.result).toMatchObject({
      edit_id: edit,
      entity: { id: vendors[0] },
      merged: [vendors[1], vendors[3]],
      moved: { references: 1050, variants: 0 },
    })
    break
  }
  expect(steps).toEqual([500, 25, 0, 500, 25, 0])
  expect(vendorsOf(catalog).size).toBe(2)
})
