import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EntityResource } from '#shared/entities.ts'
import type { Pagination } from '#shared/paging.ts'
import { refusal, ScratchCatalog } from '../../testing/scratch-catalog.ts'
import { parseAnswer } from '../answer.ts'
import type { ListRequest } from './list-request.ts'
import { listVariants } from './list-variants.ts'

let catalog: ScratchCatalog
let chair: EntityResource
let table: EntityResource
let variants: EntityResource[]

beforeAll(() => {
  catalog = new ScratchCatalog()
  catalog.define('product', 'SKU', { is_primary: true })
  catalog.define('product', 'Price', { data_type: 'number' })
  chair = catalog.create('product', { sku: 'CHAIR' })
  table = catalog.create('product', { sku: 'TABLE' })
  variants = [30, 10, 20, undefined].map((price, index) =>
    catalog.create('product', { sku: `C-${index}`, ...(price && { price }) }, chair.id),
  )
  catalog.create('product', { sku: 'T-0', price: 10 }, table.id)
  catalog.create('product', { sku: 'C-0-0', price: 10 }, variants[0]!.id)
  catalog.create('image', {}, chair.id)
})

afterAll(() => catalog[Symbol.dispose]())

const whole = (request: Partial<ListRequest>): ListRequest => ({
  limit: 50,
  offset: 0,
  sort: [],
  clauses: [],
  join: 'and',
  ...request,
})

function list(id: string, request: Partial<ListRequest> = {}) {
  const answer = catalog.read((db) => listVariants(db, { id, request: whole(request), faults: [] }))
  return parseAnswer<{ data: EntityResource[]; pagination: Pagination }>(answer)
}

const skus = (data: readonly EntityResource[]) => data.map(({ attributes }) => attributes['sku'])
const clause = (key: string, operator: string, value: string) => ({ field: 'filter', key, operator, value })

describe('variants', () => {
  test('are the products whose parent the product is, in order of creation', () => {
    const { data, pagination } = list(chair.id)
    expect(data).toEqual(variants)
    expect(pagination).toMatchObject({ total: 4, has_more: false })
    expect(list(variants[1]!.id).data).toEqual([])
  })

  test('are filtered, sorted, searched and narrowed like any list; the total is that of the matches', () => {
    const price = [clause('price', 'gte', '20')]
    expect(
      skus(list(chair.id, { clauses: price, sort: [{ key: 'price', descending: false }] }).data),
    ).toEqual(['C-2', 'C-0'])
    expect(list(chair.id, { clauses: price, limit: 1 }).pagination).toMatchObject({
      total: 2,
      has_more: true,
    })
    expect(skus(list(chair.id, { q: 'c-1' }).data)).toEqual(['C-1'])
    expect(list(chair.id, { fields: ['price'], limit: 1 }).data[0]?.attributes).toEqual({ price: 30 })
    const either = { clauses: [clause('price', 'eq', '10'), clause('sku', 'eq', 't-0')], join: 'or' as const }
    expect(skus(list(chair.id, either).data)).toEqual(['C-1'])
    expect(skus(list(chair.id, { clauses: [clause('price', 'ne', '10')] }).data)).toEqual([
      'C-0',
      'C-2',
      'C-3',
    ])
  })

  test.each([undefined, 'price', 'sku', 'created_at', 'parent_id'])(
    'page by cursor in the order of %s',
    (key) => {
      const sort = key === undefined ? [] : [{ key, descending: true }]
      const all = skus(list(chair.id, { sort }).data)
      const paged: unknown[] = []
      for (let cursor: string | undefined, hasMore = true; hasMore;) {
        const { data, pagination } = list(chair.id, { sort, limit: 1, ...(cursor && { cursor }) })
        paged.push(...skus(data))
        ;({ next_cursor: cursor, has_more: hasMore } = pagination)
      }
      expect(paged).toEqual(all)
      expect(new Set(paged).size).toBe(4)
    },
  )

  test('the cursor of another product, or of all products, is refused', () => {
    for (const { pagination } of [list(table.id, { limit: 1 }), catalog.list('product', { limit: 1 })]) {
      const { fieldErrors } = refusal(() => list(chair.id, { cursor: pagination.next_cursor }))
      expect(fieldErrors).toEqual([{ field: 'cursor', issue: 'invalid_value' }])
    }
  })

  test.each(['nope', '00000000-0000-7000-8000-000000000000'])('an unknown parent before faults: %s', (id) => {
    expect(refusal(() => list(id, { fields: ['nope'] })).code).toBe('not_found')
  })
})
