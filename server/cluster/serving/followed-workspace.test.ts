import { duplexPair } from 'node:stream'
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { BatchFeed, leaveMs, type SentBatch, type StepState } from '../database/batch-feed.ts'
import type { WorkspaceThreads } from '../../threads/pool.ts'
import { FollowedWorkspace } from './followed-workspace.ts'
import { sendSteps } from './batch-stream.ts'

const stateAt = (sequence: number): StepState => ({ origin: 'o', sequence, digest: `d${sequence}` })
const stepTo = (sequence: number): SentBatch => ({
  from: stateAt(sequence - 1),
  to: stateAt(sequence),
  body: `[["step to ${sequence}"]]`,
})

class Copy {
  readonly taken: string[] = []
  sequence: number
  fetched = 0
  mayTake: Promise<void> = Promise.resolve()

  constructor(sequence: number) {
    this.sequence = sequence
  }

  readonly threads = {
    callCopy: async (name: string, input: { body?: string }) => {
      if (name === 'takeStep') {
        await this.mayTake
        const next = Number(/\d+/.exec(input.body ?? '')?.[0])
        if (next !== this.sequence + 1) throw new Error('It begins elsewhere.')
        this.sequence = next
        this.taken.push(input.body ?? '')
      }
      if (name === 'fetchCopy') {
        this.fetched += 1
        this.sequence = 7
      }
      return stateAt(this.sequence)
    },
    close: async () => undefined,
  } as unknown as WorkspaceThreads
}

describe('a followed workspace', () => {
  const opened: FollowedWorkspace[] = []
  const cuts: (() => void)[] = []
  function follow(feed: BatchFeed, copy: Copy): FollowedWorkspace {
    const followed = new FollowedWorkspace(copy.threads, async () => {
      const [here, there] = duplexPair()
      cuts.push(() => here.destroy())
      sendSteps(there, feed)
      return here
    })
    opened.push(followed)
    return followed
  }
  async function until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await sleep(5)
  }
  function feedAt(sequence: number): BatchFeed {
    const feed = new BatchFeed()
    feed.take({ kind: 'begun', state: stateAt(sequence) })
    return feed
  }

  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close()
    cuts.length = 0
  })

  test('takes each step in its order, and a write waits for it [FOLLOW-02]', async () => {
    const [feed, copy] = [feedAt(3), new Copy(3)]
    const followed = follow(feed, copy)
    await until(() => followed.isCurrent())
    expect(feed.held()).toBeUndefined()
    const { promise, resolve } = Promise.withResolvers<void>()
    copy.mayTake = promise
    for (const sequence of [4, 5]) feed.take({ kind: 'taken', batch: stepTo(sequence) })
    let isHeld = false
    const held = feed.held()?.then(() => (isHeld = true))
    for (let turns = 0; turns < 20; turns += 1) await turn()
    expect([isHeld, copy.sequence]).toEqual([false, 3])
    resolve()
    await held
    expect([copy.sequence, copy.taken.length, feed.held()]).toEqual([5, 2, undefined])
  })

  test('goes on after a cut from what is kept, and fetches the whole where that is gone [FOLLOW-01]', async () => {
    const [feed, copy] = [feedAt(3), new Copy(3)]
    const followed = follow(feed, copy)
    await until(() => followed.isCurrent())
    cuts[0]?.()
    await until(() => !followed.isCurrent())
    for (const sequence of [4, 5, 6, 7]) feed.take({ kind: 'taken', batch: stepTo(sequence) })
    await until(() => followed.isCurrent())
    expect([copy.sequence, copy.taken.length, copy.fetched]).toEqual([7, 4, 0])
    copy.sequence = 1
    cuts[1]?.()
    await until(() => copy.fetched > 0)
    await until(() => followed.isCurrent())
    expect([copy.sequence, copy.fetched]).toEqual([7, 1])
  })

  test('is not read any more once it has not heard for a second, and is waited for no longer [FOLLOW-03]', async () => {
    const [feed, copy] = [feedAt(3), new Copy(3)]
    const followed = follow(feed, copy)
    await until(() => followed.isCurrent())
    const { promise, resolve } = Promise.withResolvers<void>()
    copy.mayTake = promise
    feed.take({ kind: 'taken', batch: stepTo(4) })
    const held = feed.held()
    expect(followed.isCurrent(performance.now() + leaveMs)).toBe(false)
    await held
    expect([followed.isCurrent(), feed.held()]).toEqual([false, undefined])
    resolve()
  })
})
