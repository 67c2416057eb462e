import { expect, test } from 'vitest'
import type { MergeResult } from '#shared/duplicates.ts'
import { ScratchCatalog, testContext } from '../../testing/scratch-catalog.ts'
import { parseAnswer } from '../answer.ts'
import { undoEdit } from '../edits/undo-edit.ts'
import { mergeOrEnqueue } from '../job-queue/enqueue-edits.ts'
import { aliasReads, aliasWrites } from './aliases.ts'

const write = { faults: [], context: testContext }

interface ListedAlias {
  readonly id: string
  readonly attribute: string | null
  readonly text: string
  readonly entity_id: string
}

function vendors() {
  const catalog = new ScratchCatalog()
  catalog.define('vendor', 'Name', { is_primary: true })
  catalog.define('vendor', 'Code', { constraints: { unique: true } })
  catalog.define('product', 'SKU', { is_primary: true })
  catalog.define('product', 'Vendor', { data_type: 'entity_reference', reference: { type: 'vendor' } })
  const keep = catalog.create('vendor', { name: 'Küchenwerk', code: 'K-1' }).id
  const merge = [catalog.create('vendor', { name: 'Kuechenwerk', code: 'K-2' }).id]
  const list = () =>
    catalog
      .answer<ListedAlias[]>((tx) =>
        aliasReads.listAliases(tx, { types: ['vendor', 'product'], limit: 50, offset: 0, faults: [] }),
      )
      .data.map(({ attribute, text, entity_id: id }) => [attribute, text, id])
  return { catalog, keep, merge, list }
}

test('a merge leaves labels and numbers as aliases, which go and come with its undo [work-surfaces.3.1]', () => {
  const { catalog, keep, merge, list } = vendors()
  using _ = catalog
  const { data } = catalog.answer<MergeResult>((tx) =>
    mergeOrEnqueue(tx, { ...write, body: { type: 'vendor', keep, merge } }),
  )
  const left = [
    ['code', 'K-2', keep],
    ['name', 'Kuechenwerk', keep],
    [null, 'Kuechenwerk', keep],
  ]
  expect(list()).toEqual(left)
  const undo = (id: string) =>
    parseAnswer<{ edit_id: string }>(catalog.write((tx) => undoEdit(tx, { ...write, id }))).edit_id
  const undone = undo(data.edit_id ?? '')
  expect(list()).toEqual([])
  undo(undone)
  expect(list()).toEqual(left)
})

test('an alias of what is merged further leads to the last survivor; a name in place of an id follows it [work-surfaces.3.2]', () => {
  const { catalog, keep, merge, list } = vendors()
  using _ = catalog
  const last = catalog.create('vendor', { name: 'Küchenwerke', code: 'K-3' }).id
  const mergeInto = (body: { keep: string; merge: readonly string[] }) =>
    catalog.answer((tx) => mergeOrEnqueue(tx, { ...write, body: { type: 'vendor', ...body } }))
  mergeInto({ keep, merge })
  mergeInto({ keep: last, merge: [keep] })
  expect(new Set(list().map(([, , id]) => id))).toEqual(new Set([last]))
  const byLabel = catalog.create('product', { sku: 'A', vendor: { label: 'kuechenwerk' } })
  const byKey = catalog.create('product', { sku: 'B', vendor: { merge_key: 'code', value: 'K-2' } })
  for (const product of [byLabel, byKey])
    expect(product.attributes['vendor']).toMatchObject({ id: last, label: 'Küchenwerke' })
})

test('a person makes and deletes an alias; a second of the same text replaces the first', () => {
  const { catalog, keep, merge, list } = vendors()
  using _ = catalog
  const make = (id: string | undefined) =>
    catalog.answer<ListedAlias>((tx) =>
      aliasWrites.createAlias(tx, {
        ...write,
        body: { entity_type: 'vendor', text: ' KW ', ...(id !== undefined && { entity_id: id }) },
      }),
    ).data
  make(merge[0])
  const { id } = make(keep)
  expect(list()).toEqual([[null, 'KW', keep]])
  catalog.write((tx) => aliasWrites.deleteAlias(tx, { id, faults: [] }))
  expect(list()).toEqual([])
})
