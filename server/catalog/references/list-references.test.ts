import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EntityResource, EntityType, ReferenceStub } from '#shared/entities.ts'
import type { Pagination } from '#shared/paging.ts'
import { issueSentence } from '#shared/describe-fault.ts'
import { refusal, ScratchCatalog } from '../../testing/scratch-catalog.ts'
import { parseAnswer } from '../answer.ts'
import { listReferences, type ListReferencesRequest } from './list-references.ts'
import { listenTo } from '../../testing/listening-db.ts'

let catalog: ScratchCatalog
let vendor: EntityResource
let lonely: EntityResource
let images: EntityResource[]
let chair: EntityResource
let products: EntityResource[]

beforeAll(() => {
  catalog = new ScratchCatalog()
  catalog.define('vendor', 'Name', { is_primary: true })
  catalog.define('image', 'File name', { is_primary: true })
  catalog.define('product', 'SKU', { is_primary: true })
  catalog.define('product', 'Vendor', { data_type: 'entity_reference', reference: { type: 'vendor' } })
  catalog.define('product', 'Gallery', { data_type: 'entity_list_reference', reference: { type: 'image' } })
  catalog.define('vendor', 'Products', {
    data_type: 'inverse_reference',
    reference: { type: 'product', attribute: 'vendor' },
  })
  vendor = catalog.create('vendor', { name: 'Nord' })
  lonely = catalog.create('vendor', { name: 'Süd' })
  images = ['c', 'a', 'b', 'd', 'e'].map((name) => catalog.create('image', { file_name: name }))
  const gallery = images.map(({ id }) => id)
  chair = catalog.create('product', { sku: 'S0', vendor: vendor.id, gallery })
  const others = Array.from({ length: 6 }, (_, index) =>
    catalog.create('product', { sku: `S${index + 1}`, vendor: vendor.id, gallery: [gallery[index % 2]] }),
  )
  products = [chair, ...others]
})

afterAll(() => catalog[Symbol.dispose]())

const ask = (type: EntityType, id: string, rest: Partial<ListReferencesRequest>) => ({
  type,
  id,
  limit: 50,
  offset: 0,
  faults: [],
  ...rest,
})

function list(type: EntityType, id: string, rest: Partial<ListReferencesRequest>) {
  const answer = catalog.read((db) => listReferences(db, ask(type, id, rest)))
  return parseAnswer<{ data: ReferenceStub[]; pagination: Pagination }>(answer)
}

const stub = ({ id, type, label }: EntityResource) => ({ id, type, label })

describe('what a reference attribute refers to', () => {
  test.each([
    ['an inverse', 'vendor', () => lonely.id, 'products'],
    ['a list', 'product', () => catalog.create('product', { sku: 'bare' }).id, 'gallery'],
    ['a single reference', 'product', () => catalog.create('product', { sku: 'bare' }).id, 'vendor'],
  ] as const)(
    '%s without references is empty, and its cursor leads to what comes later',
    (_name, type, id, key) => {
      const entity = id()
      const { data, pagination } = list(type, entity, { attribute: key })
      expect(data).toEqual([])
      expect(pagination).toMatchObject({ total: 0, has_more: false })
      expect(list(type, entity, { attribute: key, cursor: pagination.next_cursor }).data).toEqual([])
    },
  )

  test.each([
    ['vendor', () => vendor, 'products', () => products],
    ['product', () => chair, 'gallery', () => images],
  ] as const)(
    'pages of a %s by cursor and by offset give every stub once',
    (type, entity, attribute, all) => {
      for (const limit of [1, 2, 3, 7]) {
        const byCursor: ReferenceStub[] = []
        const byOffset: ReferenceStub[] = []
        let cursor: string | undefined
        for (let hasMore = true; hasMore;) {
          const { data, pagination } = list(type, entity().id, {
            attribute,
            limit,
            ...(cursor && { cursor }),
          })
          const { data: same } = list(type, entity().id, { attribute, limit, offset: byOffset.length })
          byCursor.push(...data)
          byOffset.push(...same)
          expect(pagination.total).toBe(all().length)
          cursor = pagination.next_cursor
          hasMore = pagination.has_more
        }
        expect(byCursor).toEqual(all().map(stub))
        expect(byOffset).toEqual(byCursor)
      }
    },
  )

  test('the cursor of an inverse neither skips nor repeats while references come and go', () => {
    const first = list('vendor', vendor.id, { attribute: 'products', limit: 3 })
    const late = catalog.create('product', { sku: 'late', vendor: vendor.id })
    const { cursor } = { cursor: first.pagination.next_cursor }
    const rest = list('vendor', vendor.id, { attribute: 'products', cursor })
    expect([...first.data, ...rest.data]).toEqual([...products, late].map(stub))
  })
})

describe('refusals', () => {
  const fault = (type: EntityType, id: string, rest: Partial<ListReferencesRequest>) =>
    refusal(() => catalog.read((db) => listReferences(db, ask(type, id, rest))))

  test('all faults together', () => {
    const structural = [{ field: 'limit', issue: 'out_of_range' as const }]
    const { fieldErrors } = fault('product', chair.id, { cursor: 'x', faults: structural })
    expect(fieldErrors).toMatchObject([
      ...structural,
      { field: 'attribute', issue: 'required' },
      { field: 'cursor', issue: 'invalid_value' },
    ])
  })

  test('an attribute that could not be read is told once', () => {
    const faults = [{ field: 'attribute', ...issueSentence('Send this parameter once.') }]
    expect(fault('product', chair.id, { faults }).fieldErrors).toEqual(faults)
  })
})

test('a page behind a cursor and the total come from indexes alone', () => {
  const steps = catalog.read((db) => {
    const found = new Set<string>()
    const explaining = listenTo(db, ({ method, text, steps }) => {
      const isPage = (method === 'get' || method === 'tuples') && text.includes('reference')
      if (isPage) for (const step of steps()) found.add(step)
    })
    listReferences(explaining, ask('vendor', vendor.id, { attribute: 'products', limit: 2 }))
    listReferences(explaining, ask('product', chair.id, { attribute: 'gallery', limit: 2 }))
    return [...found]
  })
  expect(steps).toEqual([
    'SEARCH reference USING COVERING INDEX reference_by_target (target=? AND attribute=? AND source>?)',
    'SEARCH reference USING COVERING INDEX reference_by_target (target=? AND attribute=?)',
    'SEARCH reference USING PRIMARY KEY (source=? AND attribute=? AND position>?)',
    'SEARCH reference USING PRIMARY KEY (source=? AND attribute=?)',
  ])
})
