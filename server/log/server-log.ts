import { existsSync, fstatSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pino, { type Logger } from 'pino'
import { homedir } from 'node:os'

const maxLogBytes = 5 * 1024 * 1024
const maxLogs = 3
const lookEveryMs = 30_000

export interface ServerLog {
  readonly logger: Logger
  close(): Promise<void>
}

export const logLevels = ['error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof logLevels)[number]

export interface LogOptions {
  readonly level: string
  /** Whether each line goes to standard output too, for whoever collects it there. */
  readonly isPrinted?: boolean
}

/**
 * Logs JSON to `<folder>/server.log`, and to standard output only where that is asked for. Credentials are cut out, and so
 * is every query string: it may carry a ticket. A full log is renamed; the last three are kept.
 */
export function openLog(folder: string, { level, isPrinted = false }: LogOptions): ServerLog {
  const file = logFile(folder)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    rotateLog(folder)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The log folder ${folder} cannot be used (${reason}). Name another data folder.`, {
      cause: error,
    })
  }
  const destination = pino.destination({ dest: file, sync: false, mode: 0o600 })
  const rotation = setInterval(() => rotateLog(folder) && destination.reopen(), lookEveryMs).unref()
  // A full disk must not end the program over its log.
  destination.on('error', () => undefined)
  const logger = pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, redact, serializers },
    isPrinted
      ? pino.multistream(
          [destination, process.stdout].map((stream) => ({ stream, level: level as LogLevel })),
        )
      : destination,
  )
  let closed: Promise<void> | undefined
  const close = () =>
    new Promise<void>((resolve) => {
      clearInterval(rotation)
      destination.once('close', resolve)
      destination.end()
    })
  return { logger, close: () => (closed ??= close()) }
}

/**
 * Whether standard output goes to the journal of systemd, which names that stream in JOURNAL_STREAM as its device and inode.
 */
export function isJournal(
  stream: string | undefined = process.env['JOURNAL_STREAM'],
  output: () => { readonly dev: bigint; readonly ino: bigint } = () => fstatSync(1, { bigint: true }),
): boolean {
  if (stream === undefined) return false
  const { dev, ino } = output()
  return stream === `${dev}:${ino}`
}

/** Returns at most `maxBytes` of the stored log, the oldest line first. */
export function readLogs(folder: string, maxBytes: number): string {
  const files = Array.from({ length: maxLogs }, (_, index) => oldLog(folder, maxLogs - index))
  const texts = [...files, logFile(folder)]
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, 'utf8'))
  const text = texts.join('')
  if (text.length <= maxBytes) return text
  return text.slice(text.indexOf('\n', text.length - maxBytes) + 1)
}

/** Renames a full log and shifts the earlier ones; true when it did. */
export function rotateLog(folder: string, maxBytes = maxLogBytes): boolean {
  const size = statSync(logFile(folder), { throwIfNoEntry: false })?.size ?? 0
  if (size <= maxBytes) return false
  for (let number = maxLogs; number >= 1; number -= 1) {
    const newer = number === 1 ? logFile(folder) : oldLog(folder, number - 1)
    if (existsSync(newer)) renameSync(newer, oldLog(folder, number))
  }
  return true
}

function logFile(folder: string): string {
  return join(folder, 'server.log')
}

function oldLog(folder: string, number: number): string {
  return join(folder, `server.log.${number}`)
}

/**
 * Text that must not leave this computer with a log, and its replacement: keys, sessions, tickets, and
 * names of people's folders.
 */
const secrets: readonly (readonly [RegExp, string])[] = [
  [/vtr_(live|test)_[A-Za-z0-9]+/g, 'vtr_$1_[redacted]'],
  [/(bearer\s+)[^\s"',;\\]+/gi, '$1[redacted]'],
  [
    /((?:ticket|token|secret|password|api_?key|access_token|refresh_token)["']?\s*[=:]\s*["']?)[^\s"'&,;}\\]+/gi,
    '$1[redacted]',
  ],
  // Outside of query strings the code of an error or the key of an attribute is needed to understand a log.
  [/([?&](?:code|key)=)[^\s"'&\\]+/gi, '$1[redacted]'],
  [/(\w:\/\/)[^\s"'/@\\]+@/g, '$1[redacted]@'],
  [/((?:set-)?cookie["']?\s*:\s*["']?)[^"'\n]+/gi, '$1[redacted]'],
  [/[A-Za-z0-9_-]{43,}/g, '[redacted]'],
]

/** Redacts credentials in a text of the log, and replaces the home folder by `~`. */
export function redactSecrets(text: string, home = homedir()): string {
  const redacted = secrets.reduce((safe, [pattern, by]) => safe.replaceAll(pattern, by), text)
  return home.length > 1 ? redacted.replaceAll(homePattern(home), '~') : redacted
}

/** The folder and nothing that only begins like it; the lines of a log are JSON, which doubles backslashes. */
function homePattern(home: string): RegExp {
  const spellings = [home.replaceAll('\\', '\\\\'), home].map((spelling) =>
    spelling.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`),
  )
  return new RegExp(`(?:${spellings.join('|')})(?![\\w.-])`, 'g')
}

const redact = {
  paths: ['authorization', 'cookie', 'set-cookie'].flatMap((name) => [
    `headers["${name}"]`,
    `*.headers["${name}"]`,
  ]),
  censor: '[redacted]',
}

const serializers = {
  err: pino.stdSerializers.err,
  req: ({ method, url, headers }: { method: string; url: string; headers: object }) => ({
    method,
    path: url.split('?')[0],
    headers,
  }),
}
