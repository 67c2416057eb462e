import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { leaveMs, type StepState } from '../database/batch-feed.ts'
import type { CopyOperations } from '../database/open-follower.ts'
import type { WorkspaceThreads } from '../../threads/pool.ts'
import { Line } from './batch-stream.ts'

const tickMs = 250
const againMs = 500

export class FollowedWorkspace {
  readonly threads: WorkspaceThreads
  readonly #connect: (signal: AbortSignal) => Promise<Duplex>
  readonly #closing = new AbortController()
  readonly #running: Promise<void>
  #line: Line | undefined
  /** Until then the server that writes acknowledges nothing that this copy lacks. */
  #until = 0
  #currentAt = performance.now()
  #isFollowing = false
  #tail: Promise<unknown> = Promise.resolve()

  constructor(threads: WorkspaceThreads, connect: (signal: AbortSignal) => Promise<Duplex>) {
    this.threads = threads
    this.#connect = connect
    this.#running = this.#run()
  }

  isCurrent(now = performance.now()): boolean {
    return now < this.#until
  }

  /** How long ago it was last known that the copy has everything. */
  lagMs(now = performance.now()): number {
    return Math.max(0, now - this.#currentAt)
  }

  turn(): void {
    this.#until = 0
    this.#isFollowing = false
    this.#line?.drop()
  }

  async close(): Promise<void> {
    this.#until = 0
    this.#isFollowing = false
    this.#line?.send('E')
    this.#line?.end()
    this.#closing.abort()
    await this.#running
    await this.threads.close()
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted) {
      await this.#follow().catch(() => undefined)
      await sleep(againMs, undefined, { signal }).catch(() => undefined)
    }
  }

  async #follow(): Promise<void> {
    const socket = await this.#connect(this.#closing.signal)
    const line = new Line(socket, (letter, about) => this.#hear(line, letter, about))
    if (this.#closing.signal.aborted) return line.drop()
    this.#line = line
    const ticking = setInterval(() => line.send('T', performance.now()), tickMs)
    const ended = new Promise<void>((resolve) => line.onClose(resolve))
    this.#inTurn(line, async () => this.#sayWhere(line, await this.#call('stateOfCopy', {})))
    await ended
    this.#until = 0
    this.#isFollowing = false
    clearInterval(ticking)
    await this.#tail
  }

  #call<Name extends keyof CopyOperations>(
    name: Name,
    input: Parameters<CopyOperations[Name]>[0],
  ): Promise<ReturnType<CopyOperations[Name]>> {
    return this.threads.callCopy(name, input) as Promise<ReturnType<CopyOperations[Name]>>
  }

  #hear(line: Line, letter: string, about: string): void {
    if (letter === 'S') this.#takeStep(line, about)
    else if (letter === 'H') this.#isFollowing = true
    else if (letter === 'R') this.#inTurn(line, async () => this.#fetch(line))
    else if (letter === 'T' && this.#isFollowing)
      this.#inTurn(line, async () => {
        if (line !== this.#line || !this.#isFollowing) return
        this.#currentAt = Number(about)
        this.#until = this.#currentAt + leaveMs
      })
  }

  #takeStep(line: Line, about: string): void {
    const end = about.indexOf(' ')
    const taking = this.#call('takeStep', { body: about.slice(end + 1) })
    // It may reject before the queue awaits it.
    taking.catch(() => undefined)
    this.#inTurn(line, async () => {
      await taking
      line.send('A', about.slice(0, end))
    })
  }

  async #fetch(line: Line): Promise<void> {
    this.#isFollowing = false
    this.#until = 0
    this.#sayWhere(line, await this.#call('fetchCopy', {}))
  }

  #sayWhere(line: Line, state: StepState | undefined): void {
    if (state) line.send('F', JSON.stringify(state))
    else line.drop()
  }

  /**
   * Works lines off in their order; a failure ends the connection, and the next one starts from the
   * beginning.
   */
  #inTurn(line: Line, work: () => Promise<void>): void {
    this.#tail = this.#tail.then(work).catch(() => {
      this.#until = 0
      line.drop()
    })
  }
}
