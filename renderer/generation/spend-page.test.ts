import { expect, test } from 'vitest'
import type { SpendRow } from '#shared/generations.ts'
import { daysOf, spendByModel, sumSpend, withFreeCalls } from './spend-page.tsx'

const row = (part: Partial<SpendRow>): SpendRow => ({
  day: '2026-01-05',
  provider: 'p',
  model: 'm',
  calls: 2,
  tokens: { input: 100, output: 10 },
  cost: 0.5,
  unsettled: { calls: 0, cost: 0 },
  ...part,
})

test('sums leave out what has no price, and say how much that was', () => {
  const rows = [row({}), row({ cost: null, calls: 3 }), row({ unsettled: { calls: 1, cost: 0.1 } })]
  expect(sumSpend(rows)).toEqual({
    calls: 7,
    input: 300,
    output: 30,
    cost: 1,
    unpriced: 3,
    lost: { calls: 1, cost: 0.1 },
  })
  expect(sumSpend([row({ cost: null })]).cost).toBeNull()
  expect(sumSpend([row({ cost: 0 })]).cost).toBe(0)
  expect(sumSpend([]).cost).toBeNull()
})

test('models are added up over days and providers kept apart, the dearest first', () => {
  const rows = [
    row({ model: 'free', cost: null, calls: 9 }),
    row({ model: 'dear', cost: 2 }),
    row({ day: '2026-01-04' }),
    row({}),
    row({ provider: 'q' }),
  ]
  expect(spendByModel(rows).map(({ provider, model, sum }) => [provider, model, sum.calls])).toEqual([
    ['p', 'dear', 2],
    ['p', 'm', 4],
    ['q', 'm', 2],
    ['p', 'free', 9],
  ])
})

test('a period that ends today is open at its end, one that has passed is not', () => {
  const now = new Date(2026, 2, 31, 23, 30)
  expect(daysOf('last_7_days', now)).toEqual({ since: '2026-03-25' })
  expect(daysOf('this_month', now)).toEqual({ since: '2026-03-01' })
  expect(daysOf('last_month', now)).toEqual({ since: '2026-02-01', until: '2026-02-28' })
  expect(daysOf('all', now)).toEqual({})
})

test('calls of a model on this computer are free where nobody has named a price; those elsewhere are not known', () => {
  const providers = [
    { id: 'here', price: null, base_url: 'http://127.0.0.1:11434/v1' },
    { id: 'there', price: null, base_url: 'https://models.example/v1' },
  ]
  const rows = ['here', 'there', 'gone'].map((provider) => row({ provider, cost: null }))
  expect(withFreeCalls(rows, providers).map(({ cost }) => cost)).toEqual([0, null, null])
})
