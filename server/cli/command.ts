import type { ParseArgsOptionDescriptor } from 'node:util'
import type { Output } from './output.ts'

export type OptionValues = Readonly<Record<string, string | boolean | undefined>>

/** What a command is given: its parsed command line and where to print. */
export interface Invocation {
  readonly dataDir: string
  readonly output: Output
  readonly options: OptionValues
  readonly positionals: readonly string[]
  /** Aborted by Ctrl+C or SIGTERM. */
  readonly interrupted: AbortSignal
}

/** One command of the program; `run` gives the exit code. */
export interface Command {
  /** As typed: `serve`, `workspace create`. */
  readonly name: string
  readonly summary: string
  /** What follows the name, for the usage line. */
  readonly arguments: string
  /** How many words it takes behind its name. */
  readonly positionals: number
  readonly options: Readonly<Record<string, ParseArgsOptionDescriptor & { readonly help: string }>>
  run(invocation: Invocation): Promise<number>
}

/** Wrong usage: exit code 2. */
export class UsageError extends Error {}

/** A failure that has been explained in one line: exit code 1. */
export class CommandError extends Error {}

/** The text of an option that the command cannot do without. */
export function requireOption(options: OptionValues, name: string, example: string): string {
  const value = options[name]
  if (typeof value === 'string' && value.trim() !== '') return value
  throw new UsageError(`Name the ${name} with --${name} ${example}.`)
}

export function textOption(options: OptionValues, name: string): string | undefined {
  const value = options[name]
  return typeof value === 'string' ? value : undefined
}
