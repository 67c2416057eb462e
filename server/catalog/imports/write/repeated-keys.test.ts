import { it, expect } from 'vitest'
import { FirstRows } from './repeated-keys.ts'

it('gives the first row of each text, however many others there are', () => {
  const rows = new FirstRows(20_000)
  const claimAll = () =>
    Array.from({ length: 20_000 }, (_, index) => rows.findOrAdd(`SKU-${index}`, index + 1))
  expect(claimAll().every((first) => first === undefined)).toBe(true)
  expect(claimAll()).toEqual(Array.from({ length: 20_000 }, (_, index) => index + 1))
})

it('forgets texts that it has no place for, and still knows the others', () => {
  const rows = new FirstRows(2)
  expect(['a', 'b', 'c', 'c', 'a', 'b'].map((text, index) => rows.findOrAdd(text, index + 1))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    1,
    2,
  ])
  expect(new FirstRows(0).findOrAdd('a', 1)).toBeUndefined()
})

it('takes no more memory for a file that has more rows than it has place for', () => {
  const before = process.memoryUsage().arrayBuffers
  const rows = new FirstRows(1_000_000_000)
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(65 * 1024 * 1024)
  expect(rows.findOrAdd('a', 1)).toBeUndefined()
  expect(rows.findOrAdd('a', 2)).toBe(1)
})
