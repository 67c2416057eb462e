import { once } from 'node:events'
import { MessageChannel } from 'node:worker_threads'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { forkNode, parseInLine, startParsersBy } from './parser-processes.ts'
import type { ParserReply, ParserRequest } from './channel.ts'

class HeldProcess {
  request: ParserRequest | undefined
  isKilled = false
  reply!: (reply: ParserReply) => void
  readonly #end = Promise.withResolvers<void>()
  readonly ended = this.#end.promise

  send(request: ParserRequest): void {
    this.request = request
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
beforeEach(() => {
  started = []
  startParsersBy(() => {
    const process = new HeldProcess()
    started.push(process)
    return process
  })
})
afterAll(() => startParsersBy(forkNode))

function ask(parser: string, isWatched = false) {
  const { port1, port2 } = new MessageChannel()
  parseInLine({ kind: 'parse', port: port2, parser, input: {}, timeoutMs: 60_000, isWatched })
  return {
    reply: once(port1, 'message').then(([reply]) => reply as ParserReply),
    leave: () => port1.close(),
  }
}

const running = () => started.filter(({ isKilled }) => !isKilled).map(({ request }) => request?.parser)
const find = async (parser: string): Promise<HeldProcess> => {
  const isIt = (process: HeldProcess) => !process.isKilled && process.request?.parser === parser
  await expect.poll(() => started.some(isIt)).toBe(true)
  return started.find(isIt) as HeldProcess
}
const done = { kind: 'answer', value: 'done' } as const

test('parsers run one after the other, and what somebody looks at beside them with less memory [IMPORT-13]', async () => {
  const long = ask('long')
  const next = ask('next')
  const looks = [ask('look 1', true), ask('look 2', true)]
  const look = await find('look 1')
  expect(running()).toEqual(['long', 'look 1'])
  expect([started[0]?.request?.memoryMb, look.request?.memoryMb]).toEqual([320, 128])
  look.reply(done)
  expect(await looks[0]?.reply).toEqual(done)
  await find('look 2')
  expect(running()).toEqual(['long', 'look 2'])

  for (const name of ['look 2', 'long', 'next']) (await find(name)).reply(done)
  expect(await Promise.all([long.reply, next.reply, looks[1]?.reply])).toEqual([done, done, done])
})

test('what somebody looks at has all memory where no other runs, and waits for it where it needs more [IMPORT-13]', async () => {
  const alone = ask('alone', true)
  expect((await find('alone')).request?.memoryMb).toBe(320)
  const large = ask('large', true)
  const small = await find('large')
  expect(small.request?.memoryMb).toBe(128)
  small.reply({ kind: 'limit', sentence: 'It took more than 128 MB of memory.' })
  await expect.poll(running).toEqual(['alone'])
  ;(await find('alone')).reply(done)
  await alone.reply
  const whole = await find('large')
  expect(whole.request?.memoryMb).toBe(320)
  whole.reply(done)
  expect(await large.reply).toEqual(done)
})

test('a parser that nobody waits for any more is ended, or never begins [JOB-10]', async () => {
  const left = ask('left')
  const waiting = ask('waiting')
  const last = ask('last')
  await find('left')
  waiting.leave()
  left.leave()
  ;(await find('last')).reply(done)
  expect(await last.reply).toEqual(done)
  expect(started.map(({ request }) => request?.parser)).toEqual(['left', 'last'])
})
