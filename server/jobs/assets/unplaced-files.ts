import type { StoredPlan } from '../../catalog/assets/plan-files.ts'
import { readOpenRows } from '../../catalog/assets/unplaced-files.ts'
import type { JobContext } from '../job-context.ts'
import { readBounded } from './inspect-files.ts'
import { resolveLinkedPath } from './library-files.ts'

interface AppliedPlan {
  readonly match: string
  readonly rows: readonly { readonly row: number }[]
  /** Whether the application was cancelled, which stores nothing more. */
  readonly isCancelled: boolean
}

// The writer holds the bytes of a part; others wait for it meanwhile.
const maxPartBytes = 32 * 1024 * 1024
const maxPartFiles = 100

/**
 * Stores the files of a match that came with its request and found no product, so that somebody can place
 * them later; those that were placed are no longer among them.
 */
export async function storeUnplaced(
  context: JobContext,
  { match, rows, isCancelled }: AppliedPlan,
): Promise<void> {
  if (isCancelled) return
  const folder = context.chosen.sent_folder
  const { placed, open } = context.read((db) =>
    readOpenRows(
      db,
      match,
      rows.map(({ row }) => row),
    ),
  )
  if (placed.length > 0) await context.call('forgetUnplacedFiles', { hashes: placed })
  if (folder === undefined) return
  let files: { readonly name: string; readonly bytes: Uint8Array }[] = []
  const store = async () => {
    if (files.length > 0) await context.call('storeUnplacedFiles', { files })
    files = []
  }
  for (const plan of open) {
    if (context.signal.aborted) return
    const bytes = await readPlanned(folder, plan)
    if (bytes) files.push({ name: plan.name, bytes })
    const size = files.reduce((sum, file) => sum + file.bytes.byteLength, 0)
    if (size >= maxPartBytes || files.length >= maxPartFiles) await store()
  }
  await store()
}

async function readPlanned(folder: string, { path }: StoredPlan): Promise<Uint8Array | undefined> {
  const whole = path === null ? undefined : await resolveLinkedPath(folder, path)
  const bytes = whole === undefined ? 'unreadable' : await readBounded(whole)
  return typeof bytes === 'string' ? undefined : bytes
}
