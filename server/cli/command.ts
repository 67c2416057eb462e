import type { Readable, Writable } from 'node:stream'
import type { PackageOpening } from '#shared/app-surface.ts'
import type { ErrorCode } from '#shared/errors.ts'
import type { Job } from '#shared/jobs.ts'
import { entityTypeNamed, entityTypes, type EntityType } from '#shared/entities.ts'
import { guess } from '#shared/nearest.ts'
import { ProgressLine } from './progress-line.ts'
import { Table } from './table.ts'

export type OptionValues = Readonly<
  Record<string, string | boolean | readonly (string | boolean)[] | undefined>
>

export interface Terminal {
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number }
  readonly stderr: Writable & { readonly isTTY?: boolean }
  readonly interrupted: AbortSignal
  /** Standard input of the process where it is left out. */
  readonly stdin?: Readable
  /** Whether the reader of standard output has gone; the stream of a process does not say. */
  readonly isClosed?: () => boolean
}

export class Output {
  readonly isJson: boolean
  readonly #terminal: Terminal
  readonly #isQuiet: boolean
  #progress: ProgressLine | undefined

  constructor(isJson: boolean, terminal: Terminal, isQuiet = false) {
    this.isJson = isJson
    this.#terminal = terminal
    this.#isQuiet = isQuiet
  }

  print(object: object, sentence: string): void {
    this.printLine(this.isJson ? JSON.stringify(object) : sentence)
  }

  printLine(line: string): void {
    this.#terminal.stdout.write(`${line}\n`)
  }

  /** A remark for people, on standard error so that standard output can be piped. */
  note(sentence: string): void {
    if (!this.isJson && !this.#isQuiet) this.#terminal.stderr.write(`${sentence}\n`)
  }

  /** How many columns a line has: of a terminal as many as it is wide, of anything else any number. */
  get width(): number {
    const { isTTY, columns } = this.#terminal.stdout
    return isTTY && columns ? columns : Infinity
  }

  get isTerminal(): boolean {
    return this.#terminal.stdout.isTTY === true
  }

  heading(text: string): string {
    const { NO_COLOR: no, CLICOLOR_FORCE: force } = process.env
    const isBold = !no && (this.#terminal.stdout.isTTY || (force !== undefined && force !== '0'))
    return isBold ? `\u001B[1m${text}\u001B[0m` : text
  }

  /** Prints rows as a table, or each object on a line of its own. */
  printRows(
    heads: readonly string[],
    rows: readonly { readonly object: object; readonly cells: readonly string[] }[],
    none: string,
  ): void {
    if (this.isJson) for (const { object } of rows) this.print(object, '')
    else if (rows.length === 0) this.note(none)
    else {
      const table = new Table(heads, this.width)
      const lines = table.lines(rows.map(({ cells }) => cells))
      for (const line of [this.heading(table.heading), ...lines]) this.printLine(line)
    }
  }

  /** Whether whoever read standard output has gone, as `head` does. */
  get isClosed(): boolean {
    return this.#terminal.isClosed?.() ?? false
  }

  /** Waits until standard output has taken what was written, so that a slow reader fills no memory. */
  async drained(): Promise<void> {
    const { stdout } = this.#terminal
    if (!stdout.writableNeedDrain || this.isClosed) return
    await new Promise<void>((resolve) => {
      const done = () => {
        for (const event of ['drain', 'close', 'error']) stdout.off(event, done)
        resolve()
      }
      for (const event of ['drain', 'close', 'error']) stdout.on(event, done)
    })
  }

  /**
   * Standard output itself, for a file that a command writes there; other output goes to standard error by
   * `aside`.
   */
  get stdout(): Writable {
    return this.#terminal.stdout
  }

  aside(): Output {
    const { stderr } = this.#terminal
    return new Output(this.isJson, { ...this.#terminal, stdout: stderr }, this.#isQuiet)
  }

  /**
   * Prints the progress of a job, to people on standard error, so that standard output can be kept.
   */
  printProgress({ progress: { current, total, percent } }: Job | PackageOpening, unit = 'rows'): void {
    if (this.#isQuiet) return
    if (this.isJson) this.print({ event: 'progress', current, total, percent }, '')
    else (this.#progress ??= new ProgressLine(this.#terminal.stderr)).show({ current, total, unit })
  }

  endProgress(): void {
    this.#progress?.end()
    this.#progress = undefined
  }
}

export interface Invocation {
  readonly dataDir: string
  readonly output: Output
  readonly options: OptionValues
  readonly positionals: readonly string[]
  readonly interrupted: AbortSignal
  readonly stdin: Readable
  readonly commands: readonly Command[]
}

export interface CommandOption {
  readonly type: 'string' | 'boolean'
  readonly short?: string
  readonly multiple?: boolean
  readonly help: string
  /** Whether VITRINE_WORKSPACE or `vitrine use` speak where it is left out. */
  readonly hasUsual?: true
}

export interface Command {
  readonly name: string
  readonly summary: string
  readonly arguments: string
  readonly positionals: number
  readonly optionalPositionals?: number
  readonly options: Readonly<Record<string, CommandOption>>
  /** Lines as they are typed behind `vitrine`. */
  readonly examples?: readonly string[]
  run(invocation: Invocation): Promise<number>
}

export interface CommandGroup {
  readonly title: string
  readonly commands: readonly Command[]
}

/** Wrong usage: exit code 2. */
export class UsageError extends Error {
  readonly fields: readonly string[]

  constructor(
    message: string,
    { fields = [], ...options }: ErrorOptions & { fields?: readonly string[] } = {},
  ) {
    super(message, options)
    this.fields = fields
  }
}

/** A failure that has been explained in one sentence: exit code 1. */
export class CommandError extends Error {
  /** The error with which the server refused. */
  readonly code: ErrorCode | undefined

  constructor(text: string, { code, ...options }: ErrorOptions & { readonly code?: ErrorCode } = {}) {
    super(text, options)
    this.code = code
  }
}

/** The line that takes back what a command has written; none where it wrote nothing. */
export function undoLines(id: string | null): readonly string[] {
  return id === null ? [] : [`vitrine undo ${id} takes it back.`]
}

export const forceOption = {
  force: { type: 'boolean', help: 'Replace files that are there' },
} as const satisfies Record<string, CommandOption>

export function requireOption(options: OptionValues, name: string, example: string): string {
  const value = options[name]
  if (typeof value === 'string' && value.trim() !== '') return value
  throw new UsageError(`Name the ${name} with --${name} ${example}.`)
}

export function textOption(options: OptionValues, name: string): string | undefined {
  const value = options[name]
  return typeof value === 'string' ? value : undefined
}

/** The texts of an option that may be given several times. */
export function listOption(options: OptionValues, name: string): readonly string[] | undefined {
  const values = options[name]
  if (!Array.isArray(values)) return undefined
  return values.filter((value) => typeof value === 'string')
}

export function typeOption(options: OptionValues): EntityType {
  const type = textOption(options, 'type') ?? 'product'
  return requireChoice('--type', type, entityTypes)
}

/** The type that a word names, in the singular or the plural. */
export function toType(word: string): EntityType {
  return entityTypeNamed(word.toLowerCase()) ?? requireChoice('TYPE', word, entityTypes)
}

export function requireChoice<const T extends string>(name: string, word: string, allowed: readonly T[]): T {
  const found = allowed.find((one) => one === word)
  if (found !== undefined) return found
  const { did_you_mean: meant } = guess(word, allowed)
  const remedy = meant === undefined ? '' : ` Did you mean ${meant}?`
  throw new UsageError(`${name} takes ${allowed.join(', ')}, and not "${word}".${remedy}`)
}

/** Reads a whole number from 0 on; undefined where the option is missing. */
export function countOption(
  options: OptionValues,
  name: string,
  most = Number.MAX_SAFE_INTEGER,
): number | undefined {
  const text = textOption(options, name)
  if (text === undefined) return undefined
  if (/^\d{1,15}$/.test(text) && Number(text) <= most) return Number(text)
  const upTo = most === Number.MAX_SAFE_INTEGER ? 'on' : `to ${most}`
  throw new UsageError(`--${name} takes a whole number from 0 ${upTo}, not "${text}".`)
}

export function counted(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`
}
