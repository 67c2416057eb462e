import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { writePrivate } from './registry/private-file.ts'

/** What a running server has left in its data folder. */
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
  const keyFile = join(dataDir, 'session.key')
  const serverFile = join(dataDir, 'server.json')
  // The key first, so that it is there for whoever reads server.json.
  writePrivate(keyFile, `${sessionToken}\n`)
  const { origin, version } = server
  writePrivate(serverFile, `${JSON.stringify({ origin, pid: process.pid, version })}\n`)
  return {
    remove() {
      rmSync(serverFile, { force: true })
      rmSync(keyFile, { force: true })
    },
  }
}
