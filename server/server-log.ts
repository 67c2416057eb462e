import { mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pino, { type Logger } from 'pino'

const maxLogBytes = 10 * 1024 * 1024

export interface ServerLog {
  readonly logger: Logger
  /** Writes out what is still in memory. */
  close(): Promise<void>
}

/**
 * Logs to `<folder>/server.log`, never to standard output. Credentials are cut out, and so is every query string: it may
 * carry a ticket. A long log is set aside once at the start.
 */
export function openLog(folder: string, level: string): ServerLog {
  const file = join(folder, 'server.log')
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    setLongLogAside(file)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The log folder ${folder} cannot be used (${reason}). Name another data folder.`, {
      cause: error,
    })
  }
  const destination = pino.destination({ dest: file, sync: false, mode: 0o600 })
  const logger = pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, redact, serializers },
    destination,
  )
  return {
    logger,
    close: () =>
      new Promise((resolve) => {
        destination.once('close', resolve)
        destination.end()
      }),
  }
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

function setLongLogAside(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > maxLogBytes) renameSync(file, `${file}.1`)
}
