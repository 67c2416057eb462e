import { expect, test } from 'vitest'
import { IdleThread } from './idle-thread.ts'
import type { Thread } from './thread.ts'

function start() {
  const closed: number[] = []
  const held: (() => void)[] = []
  let started = 0
  const idle = new IdleThread(() => {
    const number = (started += 1)
    const thread: Partial<Thread> = {
      call: async <Value>(operation: string) => {
        if (operation === 'hold') await new Promise<void>((resolve) => held.push(resolve))
        return number as Value
      },
      close: async () => void closed.push(number),
    }
    return thread as Thread
  })
  return { idle, closed, held, ask: (operation = 'answer') => idle.call<number>(operation, {}) }
}

test('a thread that waits is asked again, until its memory is needed', async () => {
  const { idle, closed, ask } = start()
  expect([await ask(), await ask(), closed]).toEqual([1, 1, []])
  idle.rest()
  expect(closed).toEqual([1])
  idle.rest()
  expect([await ask(), closed]).toEqual([2, [1]])
  await idle.close()
})

test('a thread at work goes on when its memory is needed, and stays for the next call', async () => {
  const { idle, closed, held, ask } = start()
  const first = ask('hold')
  idle.rest()
  held[0]?.()
  expect([await first, await ask(), closed]).toEqual([1, 1, []])
  await idle.close()
  expect(closed).toEqual([1])
})
