/**
 * The main side of the parsers of untrusted bytes. Their process is killed where it takes too much: native
 * memory counts too, and no file can crash the program. It starts on the main thread, because Electron allows
 * no other.
 */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { toFailure, type ParseMessage, type ParserReply, type ParserRequest } from './channel.ts'
import { PictureProcesses } from './picture-processes.ts'
import { parserEntry } from './worker-entry.ts'

export interface ParserProcess {
  send(request: ParserRequest): void
  onMessage(listener: (reply: ParserReply) => void): void
  readonly ended: Promise<unknown>
  kill(): void
  /** Says whether the program has to live on for it; what waits for nothing must not keep the program. */
  hold?(isNeeded: boolean): void
}

export type StartParser = (file: string) => Promise<ParserProcess> | ParserProcess

let startParser: StartParser = forkNode

/** Sets how this program starts processes, where Node itself does not run it. */
export function startParsersBy(start: StartParser): void {
  startParser = start
}

export function forkNode(file: string): ParserProcess {
  // Structured clones: bytes stay bytes.
  const child = fork(file, { serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  const ended = new Promise((resolve) => child.once('exit', resolve).once('error', resolve))
  return {
    send: (request) => void child.send(request, () => undefined),
    onMessage: (listener) => child.on('message', (reply) => listener(reply as ParserReply)),
    ended,
    kill: () => void child.kill('SIGKILL'),
    hold: (isNeeded) => {
      for (const handle of [child, child.channel]) {
        if (isNeeded) handle?.ref()
        else handle?.unref()
      }
    },
  }
}

class Line {
  #last: Promise<unknown> = Promise.resolve()
  #taken = 0

  get isFree(): boolean {
    return this.#taken === 0
  }

  run<T>(fn: () => Promise<T>): Promise<T> {
    this.#taken += 1
    const done = this.#last.then(fn).finally(() => (this.#taken -= 1))
    this.#last = done.catch(() => undefined)
    return done
  }
}

/** One after the other, because each may use nearly all of the memory. */
const [line, sideLine] = [new Line(), new Line()]
const memoryMb = 320
// A workbook of 50,000 rows is inspected in 111 MB and a second.
const beside = { memoryMb: 128, timeoutMs: 10_000 }

const pictures = new PictureProcesses((file) => startParser(file))

/**
 * Runs a parser that looks at one picture, by a process that is there. The value of a signal that aborts
 * early is a `limit`, as is that of a picture that breaks two processes.
 */
export function parsePicture(parser: string, input: object, signal: AbortSignal): Promise<ParserReply> {
  return pictures.run({ parser, input }, signal)
}

/** Runs a parser after earlier ones, or in parallel to them where somebody watches. */
export function parseInLine(message: ParseMessage): void {
  const leaving = new AbortController()
  message.port.once('close', () => leaving.abort())
  void answer(message, leaving.signal)
}

async function answer(message: ParseMessage, left: AbortSignal): Promise<void> {
  const { port } = message
  try {
    port.postMessage(await parseInTurn(message, left))
  } catch (error) {
    port.postMessage({ kind: 'failure', failure: toFailure(error) } satisfies ParserReply)
  }
  port.close()
}

async function parseInTurn(message: ParseMessage, left: AbortSignal): Promise<ParserReply> {
  const { parser, input, timeoutMs, isWatched, isPicture } = message
  if (isPicture) return pictures.run({ parser, input }, left)
  if (isWatched && !line.isFree) {
    const reply = await sideLine.run(() => parse({ parser, input, ...beside }, left))
    if (reply.kind !== 'limit') return reply
  }
  return line.run(() => parse({ parser, input, memoryMb, timeoutMs }, left))
}

async function parse(
  { timeoutMs, ...request }: ParserRequest & { readonly timeoutMs: number },
  left: AbortSignal,
): Promise<ParserReply> {
  if (left.aborted) return { kind: 'limit', sentence: nobodyWaits }
  const process = await startParser(fileURLToPath(parserEntry))
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    return await new Promise<ParserReply>((resolve) => {
      const limit = (sentence: string) => resolve({ kind: 'limit', sentence })
      process.onMessage(resolve)
      timeout.addEventListener('abort', () => limit(`It took longer than ${formatTime(timeoutMs)}.`))
      void process.ended.then(() => limit('What reads it broke down.'))
      left.addEventListener('abort', () => limit(nobodyWaits))
      process.send(request)
    })
  } finally {
    process.kill()
    await process.ended
  }
}

const nobodyWaits = 'Nobody waits for it.'

function formatTime(ms: number): string {
  return ms < 120_000 ? `${ms / 1000} seconds` : `${ms / 60_000} minutes`
}
