import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Bench } from './stand-in/driver.ts'
import { dialogMark } from './stand-in/record.ts'

const root = join(import.meta.dirname, '../..')
const run = join(import.meta.dirname, 'stand-in/run.ts')

export interface ShellStart {
  readonly dataFolder: string
  readonly args?: readonly string[]
  /** Whether to pass only the arguments, without a data folder before them. */
  readonly isBare?: boolean
  readonly env?: Readonly<Record<string, string | undefined>>
}

export class ShellApp {
  readonly #process: ChildProcess
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>()
  readonly exitCode: Promise<number | null>
  output = ''
  #lastId = 0

  constructor({ dataFolder, args = [], isBare = false, env = {} }: ShellStart) {
    const main = join(root, 'dist/main/index.js')
    this.#process = spawn(
      process.execPath,
      [run, main, ...(isBare ? [] : [`--data=${dataFolder}`]), ...args],
      {
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        env: { ...process.env, ...env },
      },
    )
    for (const stream of [this.#process.stdout, this.#process.stderr]) {
      stream?.on('data', (chunk) => (this.output += String(chunk)))
    }
    this.#process.on('message', (message) => this.#settle(message as Answer))
    this.exitCode = new Promise((resolve) => this.#process.once('close', resolve))
    this.#process.once('exit', (code, signal) => (this.output += `Ended with ${signal ?? code}.\n`))
    void this.exitCode.then(() => this.#rejectWaiting())
  }

  /** Runs a function inside the program's process. It is sent as text: it sees its argument and nothing around it. */
  async evaluate<Result, Argument = void>(
    fn: (bench: Bench, argument: Argument) => Result,
    argument?: Argument,
  ): Promise<Awaited<Result>> {
    if (!this.#process.connected) {
      await this.exitCode
      throw new Error(`The program ended.\n${this.output}`)
    }
    const id = ++this.#lastId
    const waiting = Promise.withResolvers<unknown>()
    this.#waiting.set(id, waiting)
    this.#process.send({ id, source: String(fn), argument })
    return (await waiting.promise) as Awaited<Result>
  }

  origin(): Promise<string> {
    return this.evaluate(async ({ page }) => new URL((await page()).url()).origin)
  }

  dialogs(): { kind: string; options: { message?: string; detail?: string } }[] {
    const lines = this.output.split('\n').filter((line) => line.startsWith(dialogMark))
    return lines.map((line) => JSON.parse(line.slice(dialogMark.length)))
  }

  /** Ends the program as the system does when the user logs out, and returns its exit code. */
  async quit(): Promise<number | null> {
    if (this.#process.exitCode === null) this.#process.kill('SIGTERM')
    return this.exitCode
  }

  async kill(): Promise<void> {
    this.#process.kill('SIGKILL')
    await this.exitCode
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.quit()
  }

  #settle({ id, value, error }: Answer): void {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (error === undefined) waiting?.resolve(value)
    else waiting?.reject(new Error(error))
  }

  #rejectWaiting(): void {
    for (const { reject } of this.#waiting.values()) reject(new Error(`The program ended.\n${this.output}`))
  }
}

interface Answer {
  readonly id: number
  readonly value?: unknown
  readonly error?: string
}
