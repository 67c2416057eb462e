import { expect, test } from 'vitest'
import type { OperationName } from '../catalog/operations.ts'
import type { JobContext } from './job-context.ts'
import { makeIndexesFor } from './make-index.ts'

function jobOf(signal: AbortSignal, onCall: (name: OperationName) => void): JobContext {
  const call = (name: OperationName) => {
    onCall(name)
    return Promise.resolve(name === 'beginToIndex' ? 'History' : name === 'indexRows' ? 10 : undefined)
  }
  return { call, read: () => new Float64Array(50), signal } as unknown as JobContext
}

test('a job has the indexes it needs before it goes on', async () => {
  const calls: OperationName[] = []
  const job = jobOf(new AbortController().signal, (name) => calls.push(name))
  await makeIndexesFor(job, ['history'])
  expect(calls).toEqual(['beginToIndex', ...Array<string>(5).fill('indexRows'), 'finishIndexing'])
})

test('a job that is cut off takes back what is not complete and goes on to notice it', async () => {
  const calls: OperationName[] = []
  const abort = new AbortController()
  const job = jobOf(abort.signal, (name) => {
    calls.push(name)
    if (calls.length === 3) abort.abort()
  })
  await makeIndexesFor(job, ['history', 'updated'])
  expect(calls).toEqual(['beginToIndex', 'indexRows', 'indexRows', 'giveUpIndexing'])
})
