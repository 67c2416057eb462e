import type { InspectedFile } from '../../catalog/assets/file-facts.ts'
import { listUnseenFiles } from '../../catalog/assets/image-facts.ts'
import { readFile } from '../../catalog/files/stored-files.ts'
import { type JobContext, ParserLimitExceeded } from '../job-context.ts'

const damaged = { fault: 'damaged' } as const

// Pictures of products have some megabytes.
const inspectedAtOnce = 8
const secondsPerFile = 12

/** Looks at the stored files of images that nobody has looked at yet, and keeps what their bytes say. */
export async function lookAtFiles(context: JobContext, ids: readonly number[]): Promise<void> {
  const hashes = context.read((db) => listUnseenFiles(db, ids))
  for (let from = 0; from < hashes.length && !context.signal.aborted; from += inspectedAtOnce) {
    const some = hashes.slice(from, from + inspectedAtOnce)
    const inspected = await inspect(context, some)
    for (const [at, hash] of some.entries())
      await context.call('keepFileDetails', { hash, inspected: inspected[at] ?? damaged })
  }
}

/** Looks at files together; where one of them breaks its process, at each by itself. */
async function inspect(context: JobContext, hashes: readonly string[]): Promise<InspectedFile[]> {
  const files = hashes.map((hash) => ({
    bytes: context.read((db) => readFile(db, { hash }))?.bytes ?? new Uint8Array(),
  }))
  const timeoutMs = files.length * secondsPerFile * 1000
  try {
    return await context.parseApart('inspectFiles', { files }, { signal: context.signal, timeoutMs })
  } catch (error) {
    if (!(error instanceof ParserLimitExceeded)) throw error
    if (hashes.length === 1) return [damaged]
    const each: InspectedFile[] = []
    for (const hash of hashes) each.push(...(await inspect(context, [hash])))
    return each
  }
}
