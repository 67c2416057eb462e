import { expect, test } from 'vitest'
import { BlockingIndex } from './matches.ts'
import { Titles } from './collected.ts'

const shared = (blocks: BlockingIndex) => [...blocks.shared()].map((positions) => [...positions])

test('[DUPLICATE-03] places share a block by their key, however many more come than were expected', () => {
  const blocks = new BlockingIndex()
  blocks.reset(20)
  for (let position = 0; position < 1000; position += 1) blocks.add(position % 400, position)
  const found = shared(blocks)
  expect(found).toHaveLength(400)
  expect([found[0], found[399]]).toEqual([
    [0, 400, 800],
    [399, 799],
  ])
})

test('[DUPLICATE-03] what one step of a search has sorted is gone in the next, which uses the same memory', () => {
  const blocks = new BlockingIndex()
  blocks.reset(100)
  for (const position of [1, 2, 3]) blocks.add(7, position)
  expect(shared(blocks)).toEqual([[1, 2, 3]])
  blocks.reset(50)
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
  const wordsOf = (position: number) => ['chair', `of number ${position}`, `${position % 7}`]
  for (let position = 0; position < 1500; position += 1) titles.add(wordsOf(position))
  for (const position of [0, 340, 341, 1499]) expect(titles.wordsOf(position)).toEqual(wordsOf(position))
  expect([titles.frequency('chair'), titles.frequency('3')]).toEqual([1500, 214])
})
