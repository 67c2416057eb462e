import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

export interface LitestreamProcessOptions {
  readonly program: string
  readonly configFile: string
  readonly environment: Record<string, string>
  readonly onLine: (line: string) => void
  readonly onCrash: (reason: string, againInMs: number) => void
  readonly backoffMs?: { readonly first: number; readonly most: number }
}

const defaultBackoffMs = { first: 500, most: 30_000 }
// A longer run has not failed at its start.
const soundAfterMs = 60_000
const graceSeconds = 10

export type LitestreamLine =
  | { readonly kind: 'new-generation'; readonly file: string; readonly generation: string }
  | { readonly kind: 'copied'; readonly file: string }
  | { readonly kind: 'sent'; readonly file: string; readonly position: string }
  | { readonly kind: 'fault'; readonly file: string | undefined; readonly message: string }
  | { readonly kind: 'heard'; readonly file: string }

export function readLitestreamLine(text: string): LitestreamLine | undefined {
  const line = parse(text)
  if (!line) return undefined
  const { msg = '', level, error } = line
  const file = line.db ?? line.path
  if (level === 'ERROR') return { kind: 'fault', file, message: error ? `${msg}: ${error}` : msg }
  if (file === undefined) return undefined
  return readers[msg]?.(file, line) ?? (line.db === undefined ? undefined : { kind: 'heard', file })
}

interface LogLine {
  readonly level?: string
  readonly msg?: string
  readonly db?: string
  readonly path?: string
  readonly error?: string
  readonly generation?: string
  readonly position?: string
  readonly sz?: number
}

const readers: Readonly<Record<string, (file: string, line: LogLine) => LitestreamLine>> = {
  'sync: new generation': (file, { generation = '' }) => ({ kind: 'new-generation', file, generation }),
  'snapshot written': (file) => ({ kind: 'copied', file }),
  'wal segment written': (file, line) => ({ kind: 'sent', file, position: endOf(line) }),
}

function endOf({ position = '', sz = 0 }: LogLine): string {
  const colon = position.lastIndexOf(':')
  return `${position.slice(0, colon)}:${Number(position.slice(colon + 1)) + sz}`
}

function parse(text: string): LogLine | undefined {
  try {
    const line: unknown = JSON.parse(text)
    return typeof line === 'object' && line !== null ? line : undefined
  } catch {
    return undefined
  }
}

/**
 * Runs Litestream and starts it again whenever it ends by itself. It lives no longer than this process, however that ends: a shell
 * between the two ends it once its input does (on Windows the system itself does).
 */
export class LitestreamProcess {
  readonly #options: LitestreamProcessOptions
  #child: ChildProcess | undefined
  #ended: Promise<void> = Promise.resolve()
  #again: NodeJS.Timeout | undefined
  #crashes = 0
  #shouldRun = false
  restarts = 0

  constructor(options: LitestreamProcessOptions) {
    this.#options = options
  }

  get isRunning(): boolean {
    return this.#child !== undefined
  }

  start(): void {
    this.#shouldRun = true
    if (!this.#child) this.#spawn()
  }

  async stop(): Promise<void> {
    this.#shouldRun = false
    clearTimeout(this.#again)
    const child = this.#child
    if (child?.stdin) child.stdin.end()
    else child?.kill()
    await this.#ended
  }

  #spawn(): void {
    const startedAt = Date.now()
    const child = spawnLitestream(this.#options)
    this.#child = child
    if (child.stderr) createInterface(child.stderr).on('line', this.#options.onLine)
    // Writing to a shell that has ended fails, and is ignored.
    child.stdin?.on('error', () => undefined)
    this.#ended = new Promise((resolve) => {
      const end = (reason: string) => {
        if (this.#child !== child) return
        this.#child = undefined
        child.stdin?.destroy()
        resolve()
        if (this.#shouldRun) this.#startAgain(reason, Date.now() - startedAt)
      }
      child.once('error', (error) => end(error.message))
      child.once('exit', (code, signal) => end(signal === null ? `exit code ${code}` : signal))
    })
  }

  #startAgain(reason: string, ranMs: number): void {
    const { onCrash, backoffMs: { first, most } = defaultBackoffMs } = this.#options
    this.#crashes = ranMs >= soundAfterMs ? 1 : this.#crashes + 1
    const ms = Math.min(most, first * 2 ** (this.#crashes - 1))
    onCrash(reason, ms)
    this.#again = setTimeout(() => {
      this.restarts += 1
      this.start()
    }, ms).unref()
  }
}

function spawnLitestream({ program, configFile, environment }: LitestreamProcessOptions): ChildProcess {
  const args = ['replicate', '-config', configFile]
  if (process.platform === 'win32')
    return spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], env: environment, windowsHide: true })
  // In a session of its own: Ctrl+C is for the server, which ends Litestream when all files are closed.
  return spawn('/bin/sh', ['-c', untilInputEnds, 'litestream', program, ...args], {
    stdio: ['pipe', 'ignore', 'pipe'],
    env: environment,
    detached: true,
  })
}

const untilInputEnds = `
exec 3<&0 </dev/null
"$@" 3<&- &
child=$!
{
  cat <&3
  kill -TERM $child
  for tenth in $(seq ${graceSeconds * 10}); do kill -0 $child || exit; sleep 0.1; done
  kill -KILL $child
} >/dev/null 2>&1 &
watcher=$!
exec 3<&-
wait $child
code=$?
kill $watcher
exit $code
`
