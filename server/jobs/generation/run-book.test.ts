import { expect, test, vi } from 'vitest'
import { beginRun } from '../../catalog/generation-runs/run-state.ts'
import type { StoreResults } from '../../catalog/generation-runs/store-results.ts'
import { RunBook } from './run-book.ts'

type Write = (input: StoreResults) => Promise<{ isCancelled: boolean; state: object; calls: number[] }>

function open(write: Write) {
  const writes: StoreResults[] = []
  const faults: unknown[] = []
  const call = (_name: string, input: StoreResults) => {
    writes.push(input)
    return write(input)
  }
  const state = beginRun(1000)
  const book = new RunBook({
    job: { jobId: 'job', call: call as never },
    terms: {
      type: 'product',
      mode: 'review',
      context: { actor: { type: 'system', id: null, name: null }, via: 'api', request_id: null },
      matched: 1000,
      provider: 'local',
    },
    checkpoint: undefined,
    place: () => state,
    onFault: (error) => faults.push(error),
  })
  return { book, writes, faults }
}

const written: Write = ({ reservations }) =>
  Promise.resolve({
    isCancelled: false,
    state: beginRun(1000),
    calls: reservations.map((_, index) => index + 7),
  })
const outcome = (entity: number) => ({
  entity,
  uuid: `${entity}`,
  outcomes: [{ kind: 'skipped' as const, reason: 'has_value' as const }],
})

test('what comes in together is written together, and the writer is left to others in between', async () => {
  const begun: number[] = []
  const { book, writes } = open((input) => {
    begun.push(performance.now())
    return written(input)
  })
  const ids = await Promise.all([book.note('small', 1), book.note('small', 2)])
  expect(ids).toEqual([7, 8])
  book.settlements.push({ id: 7, input: 1, output: 1, cost: 1 })
  void book.add(outcome(1))
  await book.note('small', 3)
  expect(
    writes.map(({ results, settlements, reservations }) =>
      [results, settlements, reservations].map((list) => list.length),
    ),
  ).toEqual([
    [0, 0, 2],
    [1, 1, 1],
  ])
  // The pause is 20 ms, by timers that count whole milliseconds and may be early; without it the second write
  // follows within one.
  expect((begun[1] ?? 0) - (begun[0] ?? 0)).toBeGreaterThan(10)
})

test('what needs no call is written in pieces', async () => {
  const { book, writes } = open(written)
  for (let entity = 0; entity < 1200; entity++) await book.add(outcome(entity))
  await book.written()
  expect(writes.map(({ results }) => results.length)).toEqual([500, 500, 200])
})

test('after a write that failed nothing is written, for its checkpoint would say that what is lost was stored', async () => {
  const { book, writes, faults } = open(() => Promise.reject(new Error('The disk is full.')))
  void book.add(outcome(1))
  await book.written()
  expect(faults).toMatchObject([{ message: 'The disk is full.' }])
  void book.add(outcome(2))
  await expect(book.note('small', 1)).rejects.toThrow('earlier write')
  await vi.waitFor(() => book.written())
  expect([writes.length, faults.length]).toEqual([1, 1])
})
