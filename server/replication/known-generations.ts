import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

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

export async function listGenerations({
  program,
  configFile,
  environment,
  file,
}: LitestreamQuestion): Promise<Generation[]> {
  const { stdout } = await promisify(execFile)(program, ['generations', '-config', configFile, file], {
    env: environment,
    timeout: patienceMs,
  })
  return stdout.split('\n').slice(1).flatMap(readGeneration)
}

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
