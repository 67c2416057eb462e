import { afterAll, expect, test } from 'vitest'
import type { TestResponse } from '../../testing/http-client.ts'
import { everyTypeServer } from './every-type.ts'

/** "The operation is idempotent, so a retry after an ambiguous failure cannot double-create" (specification, Upsert 7). */
const { server } = await everyTypeServer({ isThreaded: true })
afterAll(() => server[Symbol.asyncDispose]())

const twenty = Array.from({ length: 20 }, (_, index) => index)
const total = async (query: string): Promise<number> =>
  (await server.get(`/products?${query}`)).body.pagination.total

function countBy(answers: readonly TestResponse[]): Record<number, number> {
  const groups = Map.groupBy(answers, ({ status }) => status)
  return Object.fromEntries([...groups].map(([status, { length }]) => [status, length]))
}

test('20 parallel upserts of one new key create one entity', async () => {
  const spellings = ['Straße 1', ' STRASSE 1', 'strasse 1 ', 'Strasse 1']
  const answers = await Promise.all(
    twenty.map((index) =>
      server.post('/products/upsert', {
        merge_key: 'sku',
        attributes: { sku: spellings[index % 4], name: `Upsert ${index}` },
      }),
    ),
  )
  expect(countBy(answers)).toEqual({ 200: 19, 201: 1 })
  expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
  expect(await total('filter[sku]=strasse 1'.replace(' ', '%20'))).toBe(1)
})

test('20 parallel creates of one unique value: one 201, nineteen 409', async () => {
  const answers = await Promise.all(
    twenty.map((index) =>
      server.post('/products', { attributes: { name: `Create ${index}`, serial: 'S-1' } }),
    ),
  )
  expect(countBy(answers)).toEqual({ 201: 1, 409: 19 })
  expect(await total('filter[serial]=s-1')).toBe(1)
})

test('20 parallel updates to one unique value: one 200, nineteen 409', async () => {
  const created = await Promise.all(
    twenty.map((index) => server.post('/products', { attributes: { name: `Update ${index}` } })),
  )
  const answers = await Promise.all(
    created.map(({ body }) => server.patch(`/products/${body.data.id}`, { attributes: { serial: 'S-2' } })),
  )
  expect(countBy(answers)).toEqual({ 200: 1, 409: 19 })
})

test('a batch that is sent again, one after the other or at once, creates nothing twice', async () => {
  const items = Array.from({ length: 100 }, (_, index) => ({
    attributes: { sku: `BATCH-${index}`, name: `Batch ${index}`, price: index },
  }))
  const body = { merge_key: 'sku', items }
  const first = await server.post('/products/batch', body)
  expect(first.body.summary).toEqual({ total: 100, created: 100, updated: 0, unchanged: 0, failed: 0 })
  const again = await Promise.all(twenty.slice(0, 5).map(() => server.post('/products/batch', body)))
  for (const { body } of again)
    expect(body.summary).toEqual({ total: 100, created: 0, updated: 0, unchanged: 100, failed: 0 })
  expect(await total('filter[sku][starts_with]=batch-')).toBe(100)
  const ids = (answer: TestResponse) => answer.body.data.map(({ id }: { id: string }) => id)
  expect(ids(again[0] as TestResponse)).toEqual(ids(first))
})
