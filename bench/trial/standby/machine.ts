import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { entry } from '../../processes/vitrine.ts'
import { signalTree } from '../lost-machine.ts'

export type PrintedLine = Readonly<Record<string, unknown>>

/** One machine of a pair: a process of Vitrine on a data folder of its own, and what it has printed. */
export class Machine {
  readonly dataDir: string
  readonly printed: PrintedLine[] = []
  readonly #child: ChildProcess
  readonly #closed: Promise<unknown>
  #errors = ''

  constructor(dataDir: string, args: readonly string[]) {
    this.dataDir = dataDir
    const words = [entry, ...args, '--port', '0', '--json', '--data', dataDir]
    this.#child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'] })
    this.#closed = once(this.#child, 'close')
    if (this.#child.stdout)
      createInterface(this.#child.stdout).on('line', (line) =>
        this.printed.push(JSON.parse(line) as PrintedLine),
      )
    this.#child.stderr?.on('data', (chunk) => (this.#errors = `${this.#errors}${chunk}`.slice(-4000)))
  }

  get baseUrl(): string {
    return String(this.printed.find(({ event }) => event === 'listening')?.['base_url'])
  }

  get errors(): string {
    return this.#errors
  }

  /** Waits for a line that fits. Throws with what was printed instead. */
  async hears(what: string, fits: (line: PrintedLine) => boolean, withinMs = 60_000): Promise<PrintedLine> {
    for (const until = Date.now() + withinMs; Date.now() < until;) {
      const found = this.printed.find(fits)
      if (found) return found
      if (this.#child.exitCode !== null) break
      await sleep(20)
    }
    throw new Error(
      `${this.dataDir} did not say ${what}: ${JSON.stringify(this.printed.slice(-3))} ${this.#errors}`,
    )
  }

  signal(name: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void {
    if (this.#child.pid !== undefined) signalTree(this.#child.pid, name)
  }

  async ends(withinMs: number): Promise<boolean> {
    return Promise.race([this.#closed.then(() => true), sleep(withinMs).then(() => false)])
  }

  async kill(): Promise<void> {
    this.signal('SIGKILL')
    await this.#closed
  }

  async stop(): Promise<void> {
    this.#child.kill('SIGTERM')
    await this.#closed
  }
}
