import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { buildStale } from '../../main/build.ts'

// People run the built program: the sources start at half the speed, and would be run while the build is
// stale.
await buildStale((line) => console.error(line), ['server'])

export const entry = fileURLToPath(new URL('../../server/cli/vitrine.mjs', import.meta.url))
const usageReporter = new URL('./report-usage.ts', import.meta.url).href

export interface Usage {
  readonly cpuMs: number
  readonly peakMb: number
}

export interface CommandOutcome {
  readonly exitCode: number | null
  readonly lines: readonly Record<string, unknown>[]
  readonly errorText: string
  readonly usage: Usage
}

export async function runVitrine(
  dataDir: string,
  args: readonly string[],
  onStart?: (pid: number) => void,
  within: readonly string[] = [],
): Promise<CommandOutcome> {
  const usageFile = join(tmpdir(), `vitrine-usage-${process.pid}-${Math.random().toString(36).slice(2)}.json`)
  const command = ['--import', usageReporter, entry, ...args, '--json', '--data', dataDir]
  const [program = process.execPath, ...words] = [...within, process.execPath, ...command]
  const child = spawn(program, words, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, VITRINE_BENCH_USAGE: usageFile },
  })
  if (child.pid !== undefined) onStart?.(child.pid)
  const output = collect(child.stdout)
  const errors = collect(child.stderr)
  const [exitCode] = (await once(child, 'close')) as [number | null]
  try {
    const usage = JSON.parse(readFileSync(usageFile, 'utf8')) as Usage
    return {
      exitCode,
      lines: output().split('\n').filter(Boolean).map(parseLine),
      errorText: errors(),
      usage,
    }
  } finally {
    rmSync(usageFile, { force: true })
  }
}

export async function mustRunVitrine(
  dataDir: string,
  args: readonly string[],
  onStart?: (pid: number) => void,
  within: readonly string[] = [],
): Promise<CommandOutcome> {
  const outcome = await runVitrine(dataDir, args, onStart, within)
  if (outcome.exitCode === 0) return outcome
  throw new Error(`vitrine ${args.join(' ')} ended with ${outcome.exitCode}: ${outcome.errorText}`)
}

export interface RunningServer {
  readonly pid: number
  readonly baseUrl: string
  readonly said: Record<string, unknown>
  /**
   * Asks the server to end and waits until it is gone; throws when it ends abnormally. A server with much
   * left to do ends itself after five seconds, without losing an acknowledged write.
   */
  stop(): Promise<void>
  /** kill -9, and waits until the process is gone. */
  kill(): Promise<void>
}

export interface StartingServer {
  readonly pid: number
  /** Resolves once the server listens; rejects when it ends before. */
  readonly listening: Promise<RunningServer>
  kill(): Promise<void>
}

/** Lists may take as long as they take: what is measured is CPU, also on a machine that is busy otherwise. */
export const withoutDeadline: readonly string[] = ['--list-limit', '600']

export function startVitrine(
  dataDir: string,
  nodeOptions: readonly string[] = [],
  serveOptions: readonly string[] = [],
  within: readonly string[] = [],
): StartingServer {
  const port = serveOptions.includes('--port') ? [] : ['--port', '0']
  const args = [...nodeOptions, entry, 'serve', ...port, '--json', '--data', dataDir, ...serveOptions]
  return startServer(args, 'base_url', within)
}

/**
 * Starts a Node program, after words such as `ip netns exec NAME`, that prints a line of JSON with its
 * address under `addressKey` once it listens.
 */
export function startServer(
  args: readonly string[],
  addressKey: string,
  within: readonly string[] = [],
): StartingServer {
  const [program = process.execPath, ...words] = [...within, process.execPath, ...args]
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'] })
  const pid = child.pid
  if (pid === undefined) throw new Error(`Could not start node ${args.join(' ')}.`)
  const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>
  const errors = collect(child.stderr)
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL')
    await closed
  }
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    const [exitCode, signal] = await closed
    if (exitCode !== 0 && signal !== 'SIGKILL')
      throw new Error(`The server ended with ${exitCode ?? signal}: ${errors()}`)
  }
  const listening = Promise.race([
    firstAddress(child, addressKey).then((said) => ({
      pid,
      baseUrl: String(said[addressKey]),
      said,
      stop,
      kill,
    })),
    closed.then(([exitCode, signal]): never => {
      throw new Error(`The server ended with ${exitCode ?? signal} before it listened: ${errors()}`)
    }),
  ])
  // A caller that kills the server before it listens does not await this.
  listening.catch(() => undefined)
  return { pid, listening, kill }
}

async function firstAddress(child: ChildProcess, addressKey: string): Promise<Record<string, unknown>> {
  if (!child.stdout) throw new Error('The server has no output to read.')
  for await (const line of createInterface(child.stdout)) {
    const said = parseLine(line)
    if (typeof said[addressKey] !== 'string') continue
    child.stdout.resume()
    return said
  }
  // The output ended; `closed` reports why.
  return new Promise(() => undefined)
}

function collect(stream: NodeJS.ReadableStream | null): () => string {
  const chunks: string[] = []
  stream?.setEncoding('utf8').on('data', (chunk: string) => {
    if (chunks.length < maxChunks) chunks.push(chunk)
  })
  return () => chunks.join('')
}

const maxChunks = 10_000

function parseLine(line: string): Record<string, unknown> {
  try {
    return JSON.parse(line) as Record<string, unknown>
  } catch {
    return {}
  }
}
