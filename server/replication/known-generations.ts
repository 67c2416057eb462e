import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { readLitestreamLine } from './litestream-process.ts'

export interface Generation {
  readonly name: string
  readonly start: number
  readonly end: number
}

export interface LitestreamQuestion {
  readonly program: string
  readonly configFile: string
  readonly environment: Record<string, string>
  readonly file: string
}

const patienceMs = 120_000

/** The words of Litestream about a replica that it could not read. */
export class LitestreamFault extends Error {}

/** Lists what a replica has of a database. Rejects with LitestreamFault where it could not be read, which leaves the list short. */
export async function listGenerations({
  program,
  configFile,
  environment,
  file,
}: LitestreamQuestion): Promise<Generation[]> {
  const args = ['generations', '-config', configFile, file]
  const { stdout } = await runLitestream(program, args, { env: environment, timeout: patienceMs })
  return stdout.split('\n').slice(1).flatMap(readGeneration)
}

/** Runs one command of Litestream, which ends well even where it has reported errors. Rejects with LitestreamFault. */
export async function runLitestream(
  program: string,
  args: readonly string[],
  options: { readonly env: Record<string, string>; readonly timeout?: number },
): Promise<{ readonly stdout: string }> {
  try {
    const { stdout, stderr } = await promisify(execFile)(program, [...args], { ...options, maxBuffer })
    const said = faultIn(stderr)
    if (said !== undefined) throw new LitestreamFault(said)
    return { stdout }
  } catch (error) {
    if (error instanceof LitestreamFault) throw error
    const printed = error instanceof Error && 'stderr' in error ? String(error.stderr) : ''
    throw new LitestreamFault(faultIn(printed) ?? (printed.trim() || String(error)), { cause: error })
  }
}

function faultIn(printed: string): string | undefined {
  const lines = printed.split('\n').map(readLitestreamLine)
  return lines.find((line) => line?.kind === 'fault')?.message
}

const maxBuffer = 64 * 1024 * 1024

function readGeneration(line: string): Generation[] {
  const [, name = '', , start = '', end = ''] = line.trim().split(/\s+/)
  const [from, to] = [Date.parse(start), Date.parse(end)]
  return Number.isNaN(from) || Number.isNaN(to) ? [] : [{ name, start: from, end: to }]
}

/** The generation to restore, and a moment of it where not all of it is wanted. */
export interface ChosenGeneration {
  readonly generation: string
  readonly at?: Date
}

/** Returns the generation that was written at a moment, or the newest. Undefined where none had begun. */
export function chooseGeneration(
  known: readonly Generation[],
  at: Date | undefined,
): ChosenGeneration | undefined {
  const begun = known.filter(({ start }) => at === undefined || start <= at.getTime())
  const [latest] = [...begun].sort((left, right) => right.start - left.start || right.end - left.end)
  if (!latest) return undefined
  // Litestream refuses a moment after the last change, although the state was still the same then.
  const isWhole = at === undefined || at.getTime() >= latest.end + secondMs
  return isWhole ? { generation: latest.name } : { generation: latest.name, at }
}

// Litestream lists the end of a generation without its fraction of a second.
const secondMs = 1000
