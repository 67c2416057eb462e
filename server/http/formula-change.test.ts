import { expect, test } from 'vitest'
import { testServer } from '../testing/test-server.ts'

interface Page {
  readonly data: readonly { readonly attributes: { readonly price: number; readonly total: number } }[]
}

test('while a formula changes, each of 1,000 reads sees the old or the new one throughout', async () => {
  await using server = await testServer({
    isThreaded: true,
    rateLimit: 1_000_000,
    attributes: [
      {
        entity_type: 'product',
        name: 'SKU',
        key: 'sku',
        data_type: 'single_line_text_field',
        is_primary: true,
      },
      { entity_type: 'product', name: 'Price', key: 'price', data_type: 'number' },
      { entity_type: 'product', name: 'Total', key: 'total', data_type: 'formula', formula: '{{price}} * 2' },
    ],
  })
  const items = Array.from({ length: 100 }, (_, index) => ({
    attributes: { sku: `P${index}`, price: index + 1 },
  }))
  await server.post('/products/batch', { items })
  const seen = new Set<number>()
  const isOne = (factors: readonly number[]) => factors.every((factor) => factor === factors[0])

  const mixed: number[][] = []
  for (let round = 0; round < 10; round += 1) {
    const change = server.patch('/attributes/total?type=product', { formula: `{{price}} * ${3 + round}` })
    const reads = Array.from({ length: 100 }, () =>
      server.get('/products?limit=100&filter[total][gte]=10&sort=-total'),
    )
    for (const { body } of await Promise.all(reads)) {
      const { data } = body as Page
      const factors = data.map(({ attributes }) => attributes.total / attributes.price)
      // The filter uses the same formula as the values: with this factor total reaches 10 from a certain
      // price on.
      const expected = 100 - Math.ceil(10 / (factors[0] ?? 1)) + 1
      if (!isOne(factors) || data.length !== expected) mixed.push(factors)
      seen.add(factors[0] ?? 0)
    }
    expect((await change).status).toBe(200)
  }

  expect(mixed).toEqual([])
  expect(seen.size).toBeGreaterThan(1)
  expect([...seen].every((factor) => factor >= 2 && factor <= 12)).toBe(true)
})
