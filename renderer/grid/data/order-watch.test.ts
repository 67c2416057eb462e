import { expect, test } from 'vitest'
import { emptyGridQuery, type GridQuery } from '../../query/grid-query.ts'
import { OrderWatch } from './order-watch.ts'
import { RowSource } from './row-source.ts'
import { sampleEntity } from '../../query/testing/samples.ts'

const row = (index: number, price: number) =>
  sampleEntity(`id-${index}`, { attributes: { price, name: `row ${index}` } })

async function setUp(query: GridQuery) {
  const prices = new Map(Array.from({ length: 10 }, (_, index) => [`id-${index}`, index * 10]))
  const asked: string[][] = []
  const read = () =>
    Promise.resolve({
      rows: Array.from({ length: 10 }, (_, index) => row(index, index * 10)),
      total: 10,
      order: 'o',
    })
  const watch: OrderWatch = new OrderWatch({
    source: () => source,
    query: () => query,
    matching: (ids) => Promise.resolve(new Set(ids.filter((id) => (prices.get(id) ?? -1) >= 0))),
    rank: (ids) => {
      asked.push([...ids].sort())
      const known = ids.filter((id) => (prices.get(id) ?? -1) >= 0)
      return Promise.resolve(known.sort((a, b) => (prices.get(a) ?? 0) - (prices.get(b) ?? 0)))
    },
  })
  const source = new RowSource(
    { read, renew: () => undefined },
    { onReplaced: (before, after) => watch.replaced(before, after), onNewOrder: () => watch.reset() },
  )
  source.want({ first: 0, last: 9 })
  await settle(5)
  const set = async (index: number, price: number): Promise<void> => {
    prices.set(`id-${index}`, price)
    source.replace([row(index, price)])
    await settle(300)
  }
  return { watch, set, asked, source }
}

const settle = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
const byPrice: GridQuery = { ...emptyGridQuery, sort: [{ key: 'price', descending: false }] }

test('a row that belongs elsewhere is counted until it is back between its neighbours', async () => {
  const { watch, set, asked } = await setUp(byPrice)
  await set(3, 75)
  expect(watch.count.get()).toBe(1)
  expect(asked).toEqual([['id-2', 'id-3', 'id-4']])
  await set(3, 31)
  expect(watch.count.get()).toBe(0)
})

test('one that does not match any more is counted too; a refresh starts anew', async () => {
  const { watch, set } = await setUp({ ...byPrice, clauses: [{ key: 'price', operator: 'gte', value: '0' }] })
  await set(5, -1)
  expect(watch.count.get()).toBe(1)
  watch.reset()
  expect(watch.count.get()).toBe(0)
})

test('an edit that the order does not depend on asks nothing', async () => {
  const { watch, source, asked } = await setUp(byPrice)
  source.replace([{ ...row(3, 30), attributes: { price: 30, name: 'other' } }])
  await settle(300)
  expect([watch.count.get(), asked]).toEqual([0, []])
})

test('rows that were created here are judged by the server, until there is a new order', async () => {
  const { watch } = await setUp({ ...emptyGridQuery, q: 'row' })
  watch.createdHere('id-3')
  watch.createdHere('no-match')
  expect(watch.created.get()).toEqual({ matching: 0, unmatched: 0 })
  await settle(300)
  expect(watch.created.get()).toEqual({ matching: 1, unmatched: 1 })
  expect(watch.count.get()).toBe(0)
  watch.reset()
  expect(watch.created.get()).toEqual({ matching: 0, unmatched: 0 })
})
