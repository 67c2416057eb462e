import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { writePrivate } from './registry/stored-files.ts'

const keyName = 'session.key'

export interface RunningFiles {
  remove(): void
}

/**
 * Writes the address of the running server (`server.json`) and the credential of the same user's command
 * line (`session.key`) into the data folder. Both are readable by their owner only, and are removed when
 * the server ends.
 */
export function writeRunningFiles(
  dataDir: string,
  server: { readonly origin: string; readonly version: string },
  sessionToken: string,
): RunningFiles {
  const keyFile = join(dataDir, keyName)
  const serverFile = join(dataDir, 'server.json')
  // The key comes first, so that it exists for every reader of server.json.
  writePrivate(keyFile, `${sessionToken}\n`)
  const { origin, version } = server
  // A copy of the file in a copied folder must not lead to this server.
  const key = identityOfRunningFiles(dataDir)
  writePrivate(serverFile, `${JSON.stringify({ origin, pid: process.pid, version, key })}\n`)
  return {
    remove() {
      rmSync(serverFile, { force: true })
      rmSync(keyFile, { force: true })
    },
  }
}

/** Distinguishes the files of a running server from a copy of them. Undefined without any. */
export function identityOfRunningFiles(dataDir: string): string | undefined {
  try {
    const { dev, ino } = statSync(join(dataDir, keyName), { bigint: true })
    return `${dev}:${ino}`
  } catch {
    return undefined
  }
}

/** The oldest Node with the features that the server needs: module hooks, Node-API 10 and type stripping. */
const oldestNode = { major: 22, minor: 14 } as const

/** Returns the message for too old a Node; undefined when it is new enough. */
export function tooOldMessage(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const { major: leastMajor, minor: leastMinor } = oldestNode
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return undefined
  return `Vitrine needs Node ${leastMajor}.${leastMinor} or newer and this is ${version}. Start it with "npm start", which brings its own.`
}
