import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { productAttributes } from './attributes.ts'
import { productReferences, productValues, skuOf } from './products.ts'

const indexes = Array.from({ length: 2000 }, (_, index) => index)

test('the generated catalog is the same on every run and machine', () => {
  const text = indexes.map((index) => JSON.stringify(productValues(index))).join('\n')
  expect(createHash('sha256').update(text).digest('hex').slice(0, 16)).toMatchInlineSnapshot(
    `"1fe4958f9baea73c"`,
  )
})

test('about 17 of 20 attributes hold a value', () => {
  const counts = { vendors: 200, categories: 300, images: 5000 }
  const filled = indexes.map((index) => {
    const { vendor, gallery } = productReferences(index, counts)
    return (
      Object.keys(productValues(index)).length + 1 + Number(vendor !== undefined) + Number(gallery.length > 0)
    )
  })
  const average = filled.reduce((sum, count) => sum + count, 0) / filled.length
  expect(productAttributes).toHaveLength(20)
  expect(average).toBeGreaterThan(16)
  expect(average).toBeLessThan(17.5)
})

test('every product has a SKU of its own, and a parent is no variant itself', () => {
  expect(new Set(Array.from({ length: 100_000 }, (_, index) => skuOf(index))).size).toBe(100_000)
  const parentOf = (index: number) =>
    productReferences(index, { vendors: 1, categories: 1, images: 1 }).parent
  const parents = new Set(indexes.flatMap((index) => parentOf(index) ?? []))
  expect(parents.size).toBe(200)
  expect([...parents].filter((index) => parentOf(index) !== undefined)).toEqual([])
})
