import { expect, test } from 'vitest'
import { Blocks } from './matches.ts'
import { Titles } from './collected.ts'

const shared = (blocks: Blocks) => [...blocks.shared()].map((places) => [...places])

test('[DUPLICATE-03] places share a block by their key, however many more come than were expected', () => {
  const blocks = new Blocks()
  blocks.expect(20)
  for (let place = 0; place < 1000; place += 1) blocks.add(place % 400, place)
  const found = shared(blocks)
  expect(found).toHaveLength(400)
  expect([found[0], found[399]]).toEqual([
    [0, 400, 800],
    [399, 799],
  ])
})

test('[DUPLICATE-03] what one step of a search has sorted is gone in the next, which uses the same memory', () => {
  const blocks = new Blocks()
  blocks.expect(100)
  for (const place of [1, 2, 3]) blocks.add(7, place)
  expect(shared(blocks)).toEqual([[1, 2, 3]])
  blocks.expect(50)
  expect(shared(blocks)).toEqual([])
  for (const [key, place] of [
    [7, 4],
    [8, 5],
    [7, 6],
  ] as const)
    blocks.add(key, place)
  expect(shared(blocks)).toEqual([[4, 6]])
})

test('[DUPLICATE-03] titles are told as they were, also those from before their memory grew', () => {
  const titles = new Titles()
  const wordsOf = (place: number) => ['chair', `of number ${place}`, `${place % 7}`]
  for (let place = 0; place < 1500; place += 1) titles.add(wordsOf(place))
  for (const place of [0, 340, 341, 1499]) expect(titles.wordsOf(place)).toEqual(wordsOf(place))
  expect([titles.frequency('chair'), titles.frequency('3')]).toEqual([1500, 214])
})
