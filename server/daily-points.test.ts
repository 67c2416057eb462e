import { expect, test, vi } from 'vitest'
import { tooSlow } from './catalog/errors.ts'
import { DailyPointRecorder, type DailyPointParts } from './daily-points.ts'
import { JobWorkspace } from './testing/job-workspace.ts'

test('a point is kept when a workspace opens and some time after changes, and its own write is none [QUALITY-12]', async () => {
  vi.useFakeTimers()
  const calls: string[] = []
  let noteWrite = (): void => undefined
  const threads = {
    call: async (name: string) => {
      calls.push(name)
      if (name === 'recordDailyPoints') noteWrite()
      return { scores: [{ type: 'product', score: 90, entities: 3 }], completeness: [] }
    },
    onWritten: (listener: () => void) => {
      noteWrite = listener
    },
    load: () => ({ reads: 0, writes: 0, jobs: 0 }),
  }
  const history = new DailyPointRecorder({
    threads: threads as unknown as DailyPointParts['threads'],
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
  expect(calls).toEqual(['readDailyPoints', 'recordDailyPoints'])
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
        if (name === 'readDailyPoints' && calls.length <= stops) throw tooSlow([])
        return { scores: [{ type: 'product', score: 90, entities: 3 }], completeness: [] }
      },
      onWritten: () => undefined,
      load: () => ({ reads: 0, writes: 0, jobs: 0 }),
    }
    new DailyPointRecorder({
      threads: threads as unknown as DailyPointParts['threads'],
      onError: (error) => faults.push(error),
      startMs: 100,
    }).start()
    return calls
  }
  const [slow, endless] = [begin(3), begin(Infinity)]
  await vi.advanceTimersByTimeAsync(1000)
  expect(slow).toEqual([...Array.from({ length: 4 }, () => 'readDailyPoints'), 'recordDailyPoints'])
  expect(endless).toEqual(Array.from({ length: 8 }, () => 'readDailyPoints'))
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
      return { scores: [{ type: 'product', score: 90, entities: 3 }], completeness: [] }
    },
    onWritten: () => undefined,
    load: () => ({ reads: 0, writes: 0, jobs }),
  }
  const begin = () =>
    new DailyPointRecorder({
      threads: threads as unknown as DailyPointParts['threads'],
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
  expect(calls).toEqual(['readDailyPoints', 'recordDailyPoints'])
  jobs = 1
  begin()
  await vi.advanceTimersByTimeAsync(11_200)
  expect(calls).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(1000)
  expect(calls).toHaveLength(4)
  vi.useRealTimers()
})

test('the threads of a workspace read its points [QUALITY-12]', async () => {
  await using workspace = await JobWorkspace.open()
  const faults: unknown[] = []
  const call = vi.spyOn(workspace.threads, 'call')
  const recorder = new DailyPointRecorder({
    threads: workspace.threads,
    onError: (error) => faults.push(error),
    startMs: 1,
  })
  recorder.start()
  await vi.waitFor(() => expect(call).toHaveBeenCalledWith('readDailyPoints', undefined))
  expect(await call.mock.results[0]?.value).toEqual({ scores: [], completeness: [] })
  expect(faults).toEqual([])
  recorder.close()
})
