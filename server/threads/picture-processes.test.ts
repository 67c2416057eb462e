import { beforeEach, expect, test } from 'vitest'
import type { ParserReply, ParserRequest } from './channel.ts'
import { PictureProcesses } from './picture-processes.ts'

class HeldProcess {
  readonly requests: string[] = []
  isKilled = false
  reply!: (reply: ParserReply) => void
  readonly #end = Promise.withResolvers<void>()
  readonly ended = this.#end.promise

  send({ parser }: ParserRequest): void {
    this.requests.push(parser)
  }

  onMessage(listener: (reply: ParserReply) => void): void {
    this.reply = listener
  }

  kill(): void {
    this.isKilled = true
    this.#end.resolve()
  }
}

let started: HeldProcess[] = []
let timeouts: AbortController[] = []
let pictures: PictureProcesses
beforeEach(() => {
  ;[started, timeouts] = [[], []]
  const start = () => {
    const process = new HeldProcess()
    started.push(process)
    return process
  }
  const timeout = () => {
    const controller = new AbortController()
    timeouts.push(controller)
    return controller.signal
  }
  pictures = new PictureProcesses(start, timeout)
})

const waits = new AbortController().signal
const ask = (parser: string, signal = waits) => pictures.run({ parser, input: {} }, signal)
const done = { kind: 'answer', value: 'done' } as const
const busyWith = async (parser: string): Promise<HeldProcess> => {
  const find = () => started.find(({ requests, isKilled }) => !isKilled && requests.at(-1) === parser)
  await expect.poll(find).toBeDefined()
  return find() as HeldProcess
}

test('two processes take one picture after the other and are kept [RENDITION-07]', async () => {
  const replies = ['a', 'b', 'c', 'd'].map((name) => ask(name))
  for (const name of ['a', 'b', 'c', 'd']) (await busyWith(name)).reply(done)
  expect(await Promise.all(replies)).toEqual([done, done, done, done])
  expect(started.map(({ requests, isKilled }) => [requests.length, isKilled])).toEqual([
    [2, false],
    [2, false],
  ])
  const next = ask('e')
  ;(await busyWith('e')).reply(done)
  expect([await next, started.length]).toEqual([done, 2])
})

test('a picture that takes too long is tried once more, by a process of its own [RENDITION-07]', async () => {
  const bomb = ask('bomb')
  const first = await busyWith('bomb')
  timeouts[0]?.abort()
  await expect.poll(() => started.length).toBe(2)
  expect(first.isKilled).toBe(true)
  await busyWith('bomb')
  timeouts[1]?.abort()
  expect(await bomb).toMatchObject({ kind: 'limit' })
  const next = ask('next')
  ;(await busyWith('next')).reply(done)
  expect([await next, started.length]).toEqual([done, 3])
})

test('a process that breaks down, or has kept much memory, is replaced [RENDITION-07]', async () => {
  const broken = ask('broken')
  ;(await busyWith('broken')).kill()
  ;(await busyWith('broken')).reply({ ...done, isSpent: true })
  expect(await broken).toMatchObject(done)
  expect(started.map(({ isKilled }) => isKilled)).toEqual([true, true])
})

test('a picture that nobody waits for any more is not begun [RENDITION-07]', async () => {
  const leaving = new AbortController()
  const running = [ask('a'), ask('b')]
  const left = ask('left', leaving.signal)
  leaving.abort()
  for (const name of ['a', 'b']) (await busyWith(name)).reply(done)
  expect(await left).toMatchObject({ kind: 'limit' })
  await Promise.all(running)
  expect(started.flatMap(({ requests }) => requests)).toEqual(['a', 'b'])
})
