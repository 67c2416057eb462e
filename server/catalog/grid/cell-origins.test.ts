import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EntityResource, EntityType, ReferenceStub } from '#shared/entities.ts'
import type { CellReferrers } from '#shared/schemas/grid.ts'
import { refusal, ScratchCatalog, testContext } from '../../testing/scratch-catalog.ts'
import { parseAnswer } from '../answer.ts'
import { listReferences } from '../references/list-references.ts'
import { trashEntities } from '../trash/trash-entities.ts'
import { listReferrers } from './cell-origins.ts'
import { listenTo } from '../../testing/listening-db.ts'

let catalog: ScratchCatalog
let busy: EntityResource
let quiet: EntityResource
let idle: EntityResource
let products: EntityResource[]

beforeAll(() => {
  catalog = new ScratchCatalog()
  catalog.define('vendor', 'Name', { is_primary: true })
  catalog.define('product', 'SKU', { is_primary: true })
  const reference = { data_type: 'entity_reference', reference: { type: 'vendor' } } as const
  catalog.define('product', 'Vendor', reference)
  catalog.define('product', 'Maker', { ...reference, inheritance_mode: 'inherit_from_parent' })
  for (const [name, attribute] of [
    ['Products', 'vendor'],
    ['Makes', 'maker'],
  ] as const)
    catalog.define('vendor', name, {
      data_type: 'inverse_reference',
      reference: { type: 'product', attribute },
    })
  busy = catalog.create('vendor', { name: 'Busy' })
  quiet = catalog.create('vendor', { name: 'Quiet' })
  idle = catalog.create('vendor', { name: 'Idle' })
  products = Array.from({ length: 7 }, (_, index) =>
    catalog.create('product', { sku: `S${index}`, vendor: (index === 2 ? quiet : busy).id }),
  )
})

afterAll(() => catalog[Symbol.dispose]())

const ask = (ids: readonly string[], type: EntityType = 'vendor') =>
  catalog.read(
    (db) => parseAnswer<{ data: CellReferrers }>(listReferrers(db, { type, ids, faults: [] })).data,
  )

const stub = ({ id, type, label }: EntityResource): ReferenceStub => ({ id, type, label })

test('cells name the first four in the order of creation and count them all; what nothing refers to has no key', () => {
  const unknownIds = ['00000000-0000-7000-8000-000000000000', products[0]?.id as string]
  expect(ask([busy.id, quiet.id, idle.id, ...unknownIds])).toEqual({
    [busy.id]: { products: { total: 6, first: [0, 1, 3, 4].map((at) => stub(products[at]!)) } },
    [quiet.id]: { products: { total: 1, first: [stub(products[2]!)] } },
    [idle.id]: {},
  })
  expect(ask([products[0]?.id as string], 'product')).toEqual({ [products[0]!.id]: {} })
})

test('what refers by inheritance counts as it does for /references', () => {
  const parent = catalog.create('product', { sku: 'P', maker: quiet.id })
  const variants = ['V1', 'V2'].map((sku) => catalog.create('product', { sku }, parent.id))
  const other = catalog.create('product', { sku: 'V3', maker: idle.id }, parent.id)
  const cells = ask([quiet.id, idle.id])
  expect(cells[quiet.id]?.['makes']).toEqual({ total: 3, first: [parent, ...variants].map(stub) })
  expect(cells[idle.id]?.['makes']).toEqual({ total: 1, first: [stub(other)] })
  const request = { type: 'vendor', attribute: 'makes', limit: 4, offset: 0, faults: [] } as const
  const listed = catalog.read((db) => parseAnswer(listReferences(db, { ...request, id: quiet.id })))
  expect(listed).toMatchObject({
    data: cells[quiet.id]?.['makes']?.first,
    pagination: { total: 3 },
  })
})

test('what is in the trash is neither named nor counted', () => {
  const gone = catalog.create('product', { sku: 'gone', vendor: idle.id })
  expect(ask([idle.id])[idle.id]?.['products']?.total).toBe(1)
  const body = { type: 'product', ids: [gone.id] }
  catalog.write((tx) => trashEntities(tx, { body, faults: [], context: testContext }))
  expect(ask([idle.id])[idle.id]?.['products']).toBeUndefined()
})

test('more than 200 ids and ids that are none are refused together', () => {
  const ids = [...Array<string>(200).fill(busy.id), 'x']
  const ask201 = () => catalog.read((db) => listReferrers(db, { type: 'vendor', ids, faults: [] }))
  expect(refusal(ask201).fieldErrors).toMatchObject([
    { field: 'ids', issue: 'too_many_values' },
    { field: 'ids', issue: 'expected_uuid' },
  ])
})

test('the first and the count come from the index alone, in one statement for all rows', () => {
  const statements: string[][] = []
  catalog.read((db) => {
    const explaining = listenTo(db, ({ method, text, steps }) => {
      if (method === 'tuples' && text.includes('FROM reference')) statements.push(steps())
    })
    listReferrers(explaining, { type: 'vendor', ids: [busy.id, quiet.id, idle.id], faults: [] })
  })
  const own = statements.filter((steps) => !steps.join().includes('entity'))
  expect(own).toHaveLength(1)
  expect(own[0]).toMatchInlineSnapshot(`
    [
      "SCAN c1 VIRTUAL TABLE INDEX 1:",
      "CORRELATED SCALAR SUBQUERY 2",
      "SEARCH c3 USING COVERING INDEX reference_by_target (target=? AND attribute=?)",
      "CORRELATED SCALAR SUBQUERY 5",
      "CO-ROUTINE (subquery-4)",
      "SEARCH c2 USING COVERING INDEX reference_by_target (target=? AND attribute=?)",
      "USE TEMP B-TREE FOR json_group_array(ORDER BY)",
      "SCAN (subquery-4)",
    ]
  `)
})
