/** What Litestream says of a database in its log, as far as it matters. */
export type LitestreamLine =
  | { readonly kind: 'new-generation'; readonly file: string; readonly generation: string }
  | { readonly kind: 'copied'; readonly file: string; readonly at: number }
  /** From here on what was committed before `at` is on its way. */
  | { readonly kind: 'sending'; readonly file: string; readonly at: number }
  | { readonly kind: 'sent'; readonly file: string; readonly position: string }
  | { readonly kind: 'fault'; readonly file: string | undefined; readonly message: string }
  /** It looks after the database, whatever else it says. */
  | { readonly kind: 'heard'; readonly file: string }

/** Reads a line of the log, which is JSON; undefined for what tells nothing. */
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
  readonly time?: string
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
  'snapshot written': (file, line) => ({ kind: 'copied', file, at: timeOf(line) }),
  'write wal segment': (file, line) => ({ kind: 'sending', file, at: timeOf(line) }),
  'wal segment written': (file, line) => ({ kind: 'sent', file, position: endOf(line) }),
}

/** Behind what was sent: `generation/index:offset`. */
function endOf({ position = '', sz = 0 }: LogLine): string {
  const colon = position.lastIndexOf(':')
  return `${position.slice(0, colon)}:${Number(position.slice(colon + 1)) + sz}`
}

function timeOf({ time = '' }: LogLine): number {
  // Litestream writes nanoseconds, of which Date reads the first three digits.
  return Date.parse(time.replace(/(\.\d{3})\d+/, '$1'))
}

function parse(text: string): LogLine | undefined {
  try {
    const line: unknown = JSON.parse(text)
    return typeof line === 'object' && line !== null ? line : undefined
  } catch {
    return undefined
  }
}
