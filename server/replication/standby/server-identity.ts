import { randomUUID } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { writePrivate } from '../../registry/stored-files.ts'
import type { ServerIdentity } from './replica-lease.ts'

/** The identity under which a data folder holds a lease; it is made with its first use. */
export async function identityOf(dataDir: string): Promise<ServerIdentity> {
  const folder = join(dataDir, 'replication')
  const file = join(folder, 'server-id')
  const known = await readFile(file, 'utf8').catch(() => '')
  const id = known.trim() || randomUUID()
  if (known === '') {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    writePrivate(file, `${id}\n`)
  }
  return { id, name: `${hostname()}:${dataDir}` }
}
