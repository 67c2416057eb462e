import { expect, test } from 'vitest'
import { KnownRows } from '../../store/plan/known-rows.ts'
import { readOn } from './found-parts.ts'

const found = Array.from({ length: 1000 }, (_, index) => 3 * index + 1)

function pages() {
  const known = new KnownRows('', 20)
  const looked: number[] = []
  const page = (offset: number, limit = 50) =>
    readOn(known, { behind: 0, offset, limit }, ({ behind, offset: skipped, limit: taken }) => {
      looked.push(skipped + taken)
      return found.filter((id) => id > behind).slice(skipped, skipped + taken)
    })
  return { page, looked }
}

test('[QUALITY-03] a page of findings goes on from where one before it has ended, in any order of pages', () => {
  const { page, looked } = pages()
  const offsets = [0, 50, 100, 700, 750, 400, 110, 990]
  for (const offset of offsets) expect(page(offset)).toEqual(found.slice(offset, offset + 50))
  expect(looked).toEqual([50, 50, 50, 600, 50, 300, 10 + 50, 240])
})
