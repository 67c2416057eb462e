import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { writePrivate } from './registry/stored-files.ts'

const keyName = 'session.key'

export interface RunningFiles {
  remove(): void
}

/**
 * Leaves in the data folder where the running server is found (`server.json`) and the credential with which the command
 * line of the same user calls it (`session.key`). Both are readable by their owner only and go when the server ends.
 */
export function writeRunningFiles(
  dataDir: string,
  server: { readonly origin: string; readonly version: string },
  sessionToken: string,
): RunningFiles {
  const keyFile = join(dataDir, keyName)
  const serverFile = join(dataDir, 'server.json')
  // The key first, so that it is there for whoever reads server.json.
  writePrivate(keyFile, `${sessionToken}\n`)
  const { origin, version } = server
  // Whoever finds the file in a copy of the folder must not take the server for that of the copy.
  const key = identityOfRunningFiles(dataDir)
  writePrivate(serverFile, `${JSON.stringify({ origin, pid: process.pid, version, key })}\n`)
  return {
    remove() {
      rmSync(serverFile, { force: true })
      rmSync(keyFile, { force: true })
    },
  }
}

/** Tells the files of a running server from a copy of them. Undefined without any. */
export function identityOfRunningFiles(dataDir: string): string | undefined {
  try {
    const { dev, ino } = statSync(join(dataDir, keyName), { bigint: true })
    return `${dev}:${ino}`
  } catch {
    return undefined
  }
}
