import { expect, test } from 'vitest'
import { RunProgress } from './run-book.ts'

function takeAll(progress: RunProgress): number[] {
  const taken: number[] = []
  for (let id = progress.next(); id !== undefined; id = progress.next()) taken.push(id)
  return taken
}

test('entities are taken in order and end in any, and the place says which are behind it [RUN-11]', () => {
  const progress = new RunProgress([3, 5, 8, 9], undefined)
  expect([progress.next(), progress.next(), progress.next()]).toEqual([3, 5, 8])
  progress.markEntityDone(5)
  progress.markKeyDone(8, 'material')
  expect(progress.toCheckpoint()).toEqual({
    position: 0,
    last: 9,
    done: [5],
    partial: { 8: ['material'] },
    entities: 1,
  })
  progress.markEntityDone(3)
  expect(progress.toCheckpoint()).toMatchObject({ position: 5, done: [], entities: 2 })
})

test('a run that goes on deals with what was there when it began, and with the rest of what no longer matches [RUN-11]', () => {
  const before = new RunProgress([3, 5, 8], undefined)
  for (const id of [before.next(), before.next()]) before.markKeyDone(id ?? 0, 'material')
  before.markEntityDone(3)
  const progress = new RunProgress([8, 12], before.toCheckpoint())
  expect(takeAll(progress)).toEqual([5, 8])
  expect(progress.isKeyDone(5, 'material')).toBe(true)
})
