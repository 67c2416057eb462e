/**
 * The main side of the parsers of untrusted bytes. They run in a process of their own, which is killed where it takes too
 * much: native memory and buffers count then too, and nothing that is parsed can take the program along. Started here, on
 * the main thread, because under Electron nothing else can start a process.
 */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { toFailure } from './failures.ts'
import type { ParseMessage, ParserReply, ParserRequest } from './protocol.ts'
import { parserEntry } from './worker-entry.ts'

/** A started process of the parsers, whatever the host starts it by. */
export interface ParserProcess {
  send(request: ParserRequest): void
  onMessage(listener: (reply: ParserReply) => void): void
  /** Resolves when it has ended, however it did. */
  readonly ended: Promise<unknown>
  kill(): void
}

/** Starts a process of Node that runs this file. */
export type StartParser = (file: string) => Promise<ParserProcess> | ParserProcess

let startParser: StartParser = forkNode

/** Says how this program starts processes, where it is not run by Node itself. */
export function startParsersBy(start: StartParser): void {
  startParser = start
}

function forkNode(file: string): ParserProcess {
  // Structured clones: bytes stay bytes.
  const child = fork(file, { serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  const ended = new Promise((resolve) => child.once('exit', resolve).once('error', resolve))
  return {
    // One that has ended already tells so by itself.
    send: (request) => void child.send(request, () => undefined),
    onMessage: (listener) => child.on('message', (reply) => listener(reply as ParserReply)),
    ended,
    kill: () => void child.kill('SIGKILL'),
  }
}

let line: Promise<void> = Promise.resolve()

/** Answers on the port of the message when the parsers asked for before have ended: the memory of one is all that there is. */
export function parseInLine(message: ParseMessage): void {
  const leaving = new AbortController()
  message.port.once('close', () => leaving.abort())
  const before = line
  line = answer(message, leaving.signal, before)
}

async function answer(message: ParseMessage, left: AbortSignal, before: Promise<void>): Promise<void> {
  await before
  if (left.aborted) return
  const { port } = message
  try {
    port.postMessage(await parse(message, left))
  } catch (error) {
    port.postMessage({ kind: 'failure', failure: toFailure(error) } satisfies ParserReply)
  }
  port.close()
}

async function parse({ request, timeoutMs }: ParseMessage, left: AbortSignal): Promise<ParserReply> {
  const process = await startParser(fileURLToPath(parserEntry))
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    return await new Promise<ParserReply>((resolve) => {
      const limit = (sentence: string) => resolve({ kind: 'limit', sentence })
      process.onMessage(resolve)
      timeout.addEventListener('abort', () => limit(`It took longer than ${tellTime(timeoutMs)}.`))
      void process.ended.then(() => limit('What reads it broke down.'))
      left.addEventListener('abort', () => limit('Nobody waits for it.'))
      process.send(request)
    })
  } finally {
    process.kill()
    await process.ended
  }
}

function tellTime(ms: number): string {
  return ms < 120_000 ? `${ms / 1000} seconds` : `${ms / 60_000} minutes`
}
