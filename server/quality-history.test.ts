import { expect, test, vi } from 'vitest'
import { tooSlow } from './catalog/errors.ts'
import { QualityHistory, type QualityHistoryParts } from './quality-history.ts'

test('a point is kept when a workspace opens and some time after changes, and its own write is none [QUALITY-12]', async () => {
  vi.useFakeTimers()
  const calls: string[] = []
  let noteWrite = (): void => undefined
  const threads = {
    call: async (name: string) => {
      calls.push(name)
      if (name === 'recordQualityPoints') noteWrite()
      return [{ type: 'product', day: '2026-01-05', score: 90, entities: 3 }]
    },
    onWritten: (listener: () => void) => {
      noteWrite = listener
    },
    load: () => ({ reads: 0, writes: 0, jobs: 0 }),
  }
  const history = new QualityHistory({
    threads: threads as unknown as QualityHistoryParts['threads'],
    onError: (error) => {
      throw error
    },
    pauseMs: 1000,
    startMs: 100,
  })
  history.start()
  await vi.advanceTimersByTimeAsync(99)
  expect(calls).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(calls).toEqual(['readQualityPoints', 'recordQualityPoints'])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(calls).toHaveLength(2)
  noteWrite()
  noteWrite()
  await vi.advanceTimersByTimeAsync(1000)
  expect(calls).toHaveLength(4)
  history.close()
  noteWrite()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(calls).toHaveLength(4)
  vi.useRealTimers()
})

test('what takes longer than a read may goes on until it is counted, and is given up where it never is [QUALITY-12]', async () => {
  vi.useFakeTimers()
  const faults: unknown[] = []
  const begin = (stops: number): string[] => {
    const calls: string[] = []
    const threads = {
      call: async (name: string) => {
        calls.push(name)
        if (name === 'readQualityPoints' && calls.length <= stops) throw tooSlow([])
        return [{ type: 'product', day: '2026-01-05', score: 90, entities: 3 }]
      },
      onWritten: () => undefined,
      load: () => ({ reads: 0, writes: 0, jobs: 0 }),
    }
    new QualityHistory({
      threads: threads as unknown as QualityHistoryParts['threads'],
      onError: (error) => faults.push(error),
      startMs: 100,
    }).start()
    return calls
  }
  const [slow, endless] = [begin(3), begin(Infinity)]
  await vi.advanceTimersByTimeAsync(1000)
  expect(slow).toEqual([...Array.from({ length: 4 }, () => 'readQualityPoints'), 'recordQualityPoints'])
  expect(endless).toEqual(Array.from({ length: 8 }, () => 'readQualityPoints'))
  expect(faults).toHaveLength(1)
  vi.useRealTimers()
})

test('a point waits while a job is at work, and not for ever [QUALITY-12]', async () => {
  vi.useFakeTimers()
  const calls: string[] = []
  let jobs = 1
  const threads = {
    call: async (name: string) => {
      calls.push(name)
      return [{ type: 'product', day: '2026-01-05', score: 90, entities: 3 }]
    },
    onWritten: () => undefined,
    load: () => ({ reads: 0, writes: 0, jobs }),
  }
  const begin = () =>
    new QualityHistory({
      threads: threads as unknown as QualityHistoryParts['threads'],
      onError: (error) => {
        throw error
      },
      pauseMs: 1000,
      startMs: 100,
    }).start()
  begin()
  await vi.advanceTimersByTimeAsync(3000)
  expect(calls).toEqual([])
  jobs = 0
  await vi.advanceTimersByTimeAsync(1000)
  expect(calls).toEqual(['readQualityPoints', 'recordQualityPoints'])
  jobs = 1
  begin()
  await vi.advanceTimersByTimeAsync(11_200)
  expect(calls).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(1000)
  expect(calls).toHaveLength(4)
  vi.useRealTimers()
})
