import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ReadGuard } from '#shared/interrupted.ts'
import type { Database } from '../../store/database/database.ts'
import { ScratchCatalog } from '../../testing/scratch-catalog.ts'
import { parseAnswer } from '../answer.ts'
import { readFacets } from './read-facets.ts'

const catalog = new ScratchCatalog()

beforeAll(() => {
  catalog.define('product', 'Name', { is_primary: true })
  catalog.define('product', 'Brand')
  catalog.define('product', 'Price', { data_type: 'number' })
  for (let at = 0; at < 1200; at += 1)
    catalog.create('product', { name: `P${at}`, brand: `B${at % 5}`, price: at })
})
afterAll(() => catalog[Symbol.dispose]())

function read(reader: Database, facets: readonly string[], end: (asked: number) => boolean = () => false) {
  let asked = 0
  const guard: ReadGuard = () => {
    asked += 1
    return end(asked) ? 'deadline' : undefined
  }
  try {
    const answer = reader.read(
      (db) =>
        readFacets(db, {
          type: 'product',
          request: { limit: 10, offset: 0, sort: [], clauses: [], join: 'and' },
          facets,
          choices: { clauses: [{ field: 'price', key: 'price', operator: 'gte', value: '200' }] },
          searches: [],
          faults: [],
        }),
      guard,
    )
    return { asked, data: parseAnswer<{ data: { matching: number } }>(answer).data }
  } catch (error) {
    return { asked, error }
  }
}

test('facets that took too long may be asked for again, and go on from what was counted [FACET-10]', () => {
  const whole = catalog.openReader()
  const cut = catalog.openReader()
  try {
    const { asked } = read(whole, ['brand'])
    const { error } = read(cut, ['brand'], (times) => times === asked)
    expect(error).toMatchObject({ code: 'validation_failed', isRetriable: true, retryAfterSeconds: 1 })
    const again = read(cut, ['brand'])
    expect(again.data?.matching).toBe(1000)
    expect(again.asked).toBeLessThan(asked)
  } finally {
    whole.close()
    cut.close()
  }
})

test('what is chosen is read once, though each facet is asked for alone [FACET-04]', () => {
  const reader = catalog.openReader()
  try {
    const first = read(reader, ['brand'])
    const second = read(reader, ['brand'])
    expect(second.asked).toBeLessThan(first.asked)
    catalog.create('product', { name: 'Q', brand: 'B1', price: 500 })
    const third = read(reader, ['brand'])
    expect(third.asked).toBeGreaterThan(second.asked)
    expect(third.data?.matching).toBe(1001)
  } finally {
    reader.close()
  }
})
