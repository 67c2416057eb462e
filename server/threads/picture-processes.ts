/**
 * Processes that look at one picture after the other. Starting one takes longer than most pictures, so it is
 * kept for the next; a picture that takes too much of it ends it, and the next picture gets another.
 */
import { fileURLToPath } from 'node:url'
import { type ParserReply, type ParserRequest, toFailure } from './channel.ts'
import type { ParserProcess, StartParser } from './parser-processes.ts'
import { parserEntry } from './worker-entry.ts'

const maxProcesses = 2
const memoryMb = 512
const pictureSeconds = 10
const idleMs = 30_000

type PictureRequest = Omit<ParserRequest, 'memoryMb'>

interface Waiting {
  readonly request: PictureRequest
  readonly signal: AbortSignal
  readonly reply: (reply: ParserReply) => void
}

const usualTimeout = () => AbortSignal.timeout(pictureSeconds * 1000)

export class PictureProcesses {
  readonly #start: StartParser
  readonly #timeout: () => AbortSignal
  readonly #waiting: Waiting[] = []
  readonly #idle: PictureProcess[] = []
  #running = 0

  constructor(start: StartParser, timeout = usualTimeout) {
    this.#start = start
    this.#timeout = timeout
  }

  /** Replies `limit` for a picture that breaks two processes, and where nobody waits for it any more. */
  run(request: PictureRequest, signal: AbortSignal): Promise<ParserReply> {
    return new Promise((reply) => {
      this.#waiting.push({ request, signal, reply })
      if (this.#running < maxProcesses) void this.#work()
    })
  }

  async #work(): Promise<void> {
    this.#running += 1
    let process = this.#idle.pop()
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      try {
        const answered = await this.#answer(next, process)
        process = answered.process
        next.reply(answered.reply)
      } catch (error) {
        process = undefined
        next.reply({ kind: 'failure', failure: toFailure(error) })
      }
    }
    this.#running -= 1
    if (process) this.#keep(process)
  }

  /** A picture is tried twice, since another one before it may have filled the memory of the process. */
  async #answer(
    { request, signal }: Waiting,
    idle: PictureProcess | undefined,
  ): Promise<{ reply: ParserReply; process: PictureProcess | undefined }> {
    let process = idle
    let reply: ParserReply = nobodyWaits
    for (let tries = 0; tries < 2 && !signal.aborted; tries += 1) {
      process ??= new PictureProcess(await this.#start(fileURLToPath(parserEntry)))
      reply = await process.ask({ ...request, memoryMb }, this.#timeout())
      const isSpent = reply.kind === 'limit' || (reply.kind === 'answer' && reply.isSpent)
      if (isSpent) {
        await process.end()
        process = undefined
      }
      if (reply.kind !== 'limit') break
    }
    return { reply, process }
  }

  #keep(process: PictureProcess): void {
    this.#idle.push(process)
    process.rest(idleMs, () => {
      const at = this.#idle.indexOf(process)
      if (at >= 0) this.#idle.splice(at, 1)
    })
  }
}

const brokeDown = { kind: 'limit', sentence: 'What reads it broke down.' } as const
const nobodyWaits = { kind: 'limit', sentence: 'Nobody waits for it.' } as const

class PictureProcess {
  readonly #process: ParserProcess
  #reply: (reply: ParserReply) => void = () => undefined
  #timer: NodeJS.Timeout | undefined
  #hasEnded = false

  constructor(process: ParserProcess) {
    this.#process = process
    process.onMessage((reply) => this.#reply(reply))
    void this.#watchEnd()
  }

  async #watchEnd(): Promise<void> {
    await this.#process.ended
    this.#hasEnded = true
    this.#reply(brokeDown)
  }

  async ask(request: ParserRequest, timeout: AbortSignal): Promise<ParserReply> {
    clearTimeout(this.#timer)
    if (this.#hasEnded) return brokeDown
    this.#process.hold?.(true)
    return new Promise((resolve) => {
      this.#reply = resolve
      const limit = { kind: 'limit', sentence: `It took longer than ${pictureSeconds} seconds.` } as const
      timeout.addEventListener('abort', () => resolve(limit))
      this.#process.send(request)
    })
  }

  /** Ends it after a while without another picture; until then it does not keep the program alive. */
  rest(ms: number, onEnd: () => void): void {
    this.#process.hold?.(false)
    this.#timer = setTimeout(() => {
      onEnd()
      void this.end()
    }, ms).unref()
  }

  async end(): Promise<void> {
    clearTimeout(this.#timer)
    this.#process.kill()
    await this.#process.ended
  }
}
