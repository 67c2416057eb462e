import { sharedCounter } from './message-queue.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Answer } from '../catalog/answer.ts'
import { KnownAnswers } from './known-answers.ts'

const answer = (body: Answer['body']): Answer => ({ status: 200, body })

function ask(body: Answer['body']) {
  return vi.fn<() => Promise<Answer>>().mockResolvedValue(answer(body))
}

describe('answers that are known', () => {
  afterEach(() => void vi.useRealTimers())

  test('the same question is asked once', async () => {
    const known = new KnownAnswers(sharedCounter())
    await known.recall('a', ask('one'))
    const again = ask('two')
    expect(await known.recall('a', again)).toEqual(answer('one'))
    expect(again).not.toHaveBeenCalled()
    expect(await known.recall('b', again)).toEqual(answer('two'))
  })

  test('a commit makes all of them be asked anew', async () => {
    const commits = sharedCounter()
    const known = new KnownAnswers(commits)
    await known.recall('a', ask('before'))
    Atomics.add(commits, 0, 1)
    expect(await known.recall('a', ask('after'))).toEqual(answer('after'))
  })

  test('an answer that was asked for before a commit is given, but not kept', async () => {
    const commits = sharedCounter()
    const known = new KnownAnswers(commits)
    let give!: (answer: Answer) => void
    const pending = known.recall('a', () => new Promise((resolve) => (give = resolve)))
    Atomics.add(commits, 0, 1)
    await known.recall('b', ask('new'))
    give(answer('old'))
    expect(await pending).toEqual(answer('old'))
    expect(await known.recall('a', ask('new'))).toEqual(answer('new'))
  })

  test('a failure is told and asked again', async () => {
    const known = new KnownAnswers(sharedCounter())
    await expect(known.recall('a', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
    expect(await known.recall('a', ask('there'))).toEqual(answer('there'))
  })

  test('bytes are kept when they are asked for again, unless they are many', async () => {
    const known = new KnownAnswers(sharedCounter())
    await known.recall('a', ask(Buffer.from('one')))
    await known.recall('a', ask(Buffer.from('two')))
    expect(await known.recall('a', ask('three'))).toEqual(answer(Buffer.from('two')))

    const many = Buffer.alloc(200_000)
    for (const times of [1, 2, 3]) {
      const again = ask(many)
      await known.recall('b', again)
      expect(again, `time ${times}`).toHaveBeenCalledOnce()
    }
  })

  test('what another program wrote shows after five seconds', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const known = new KnownAnswers(sharedCounter())
    await known.recall('a', ask('ours'))
    vi.setSystemTime(Date.now() + 5001)
    expect(await known.recall('a', ask('theirs'))).toEqual(answer('theirs'))
  })

  test('no more than 8 MB are kept', async () => {
    const known = new KnownAnswers(sharedCounter())
    const large = 'x'.repeat(16_000)
    for (let count = 0; count < 600; count++) await known.recall(`${count}`, ask(large))
    const again = ask(large)
    await known.recall('0', again)
    expect(again).toHaveBeenCalledOnce()
  })
})
