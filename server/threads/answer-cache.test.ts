import { sharedCounter } from './channel.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Answer } from '../catalog/answer.ts'
import { AnswerCache } from './answer-cache.ts'

const answer = (body: Answer['body']): Answer => ({ status: 200, body })

function ask(body: Answer['body']) {
  return vi.fn<() => Promise<Answer>>().mockResolvedValue(answer(body))
}

describe('the cache of answers', () => {
  afterEach(() => void vi.useRealTimers())

  test('the same question is asked once', async () => {
    const cache = new AnswerCache(sharedCounter())
    await cache.getOrAsk('a', ask('one'))
    const again = ask('two')
    expect(await cache.getOrAsk('a', again)).toEqual(answer('one'))
    expect(again).not.toHaveBeenCalled()
    expect(await cache.getOrAsk('b', again)).toEqual(answer('two'))
  })

  test('a commit makes all of them be asked anew', async () => {
    const commits = sharedCounter()
    const cache = new AnswerCache(commits)
    await cache.getOrAsk('a', ask('before'))
    Atomics.add(commits, 0, 1)
    expect(await cache.getOrAsk('a', ask('after'))).toEqual(answer('after'))
  })

  test('an answer that was asked for before a commit is given, but not kept', async () => {
    const commits = sharedCounter()
    const cache = new AnswerCache(commits)
    let give!: (answer: Answer) => void
    const pending = cache.getOrAsk('a', () => new Promise((resolve) => (give = resolve)))
    Atomics.add(commits, 0, 1)
    await cache.getOrAsk('b', ask('new'))
    give(answer('old'))
    expect(await pending).toEqual(answer('old'))
    expect(await cache.getOrAsk('a', ask('new'))).toEqual(answer('new'))
  })

  test('a failure is told and asked again', async () => {
    const cache = new AnswerCache(sharedCounter())
    await expect(cache.getOrAsk('a', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
    expect(await cache.getOrAsk('a', ask('there'))).toEqual(answer('there'))
  })

  test('bytes are kept when they are asked for again, unless they are many', async () => {
    const cache = new AnswerCache(sharedCounter())
    await cache.getOrAsk('a', ask(Buffer.from('one')))
    await cache.getOrAsk('a', ask(Buffer.from('two')))
    expect(await cache.getOrAsk('a', ask('three'))).toEqual(answer(Buffer.from('two')))

    const many = Buffer.alloc(200_000)
    for (const times of [1, 2, 3]) {
      const again = ask(many)
      await cache.getOrAsk('b', again)
      expect(again, `time ${times}`).toHaveBeenCalledOnce()
    }
  })

  test('what another program wrote shows after five seconds', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const cache = new AnswerCache(sharedCounter())
    await cache.getOrAsk('a', ask('ours'))
    vi.setSystemTime(Date.now() + 5001)
    expect(await cache.getOrAsk('a', ask('theirs'))).toEqual(answer('theirs'))
  })

  test('no more than 8 MB are kept', async () => {
    const cache = new AnswerCache(sharedCounter())
    const large = 'x'.repeat(16_000)
    for (let count = 0; count < 600; count++) await cache.getOrAsk(`${count}`, ask(large))
    const again = ask(large)
    await cache.getOrAsk('0', again)
    expect(again).toHaveBeenCalledOnce()
  })
})
