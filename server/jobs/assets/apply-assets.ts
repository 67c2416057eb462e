import { createHash } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { AssetApplyResult } from '#shared/jobs.ts'
import { parseLinked } from '#shared/files.ts'
import { message, referenceOf, textOf } from '#shared/messages/message.ts'
import type { ApplyState, PlacedFile, ProductFiles, RowConflict } from '../../catalog/assets/apply-match.ts'
import type { ChosenRow } from '../../catalog/assets/check-apply.ts'
import { readPlans } from '../../catalog/assets/stored-plan.ts'
import type { AssetApplyInput } from '../../catalog/job-queue/enqueue-assets.ts'
import type { StoredPlan } from '../../catalog/assets/plan-files.ts'
import type { JobEnd } from '../../catalog/job-queue/running-job.ts'
import { type JobContext, readStoredJob } from '../job-context.ts'
import { stopIfClosing } from '../run-chunks.ts'
import { readBounded } from './inspect-files.ts'
import { hashLinkedFile, resolveLinkedPath } from './library-files.ts'
import { readOpenRows } from '../../catalog/assets/unplaced-files.ts'

/** Applies rows of a plan; a resumed job goes on behind the last product that it has written. */
export async function applyAssets(context: JobContext): Promise<JobEnd> {
  const { input, checkpoint } = await readStoredJob(context, 'asset_apply')
  return applyRows(context, input, checkpoint)
}

// The writer holds the bytes of a chunk; others wait for it meanwhile.
const maxChunkBytes = 32 * 1024 * 1024
const maxChunkFiles = 100

interface AppliedEnd {
  readonly status: 'completed' | 'cancelled'
  readonly result: AssetApplyResult
}

/** Writes rows product by product under the edit of the input; what was written before a cancellation stays. */
export async function applyRows(
  context: JobContext,
  input: AssetApplyInput,
  checkpoint: ApplyState | undefined,
): Promise<AppliedEnd> {
  const products = [...Map.groupBy(input.rows, ({ product }) => product)]
  const chunk = new Chunk(context, input, checkpoint)
  for (const [product, rows] of products.slice(checkpoint?.position ?? 0)) {
    stopIfClosing(context)
    if (chunk.isCancelled || context.signal.aborted) break
    await chunk.add(product, rows)
  }
  if (!chunk.isCancelled) await chunk.write()
  const { applied, conflicts } = chunk.state
  const isCancelled = chunk.isCancelled || context.signal.aborted
  await storeUnplaced(context, { ...input, isCancelled })
  return {
    status: isCancelled ? 'cancelled' : 'completed',
    result: {
      edit_id: applied > 0 ? input.edit_id : null,
      applied,
      conflicts: conflicts.map(({ index, note }) => ({ index, note: textOf(note), ...referenceOf(note) })),
    },
  }
}

/** The products that are written together. */
class Chunk {
  readonly #context: JobContext
  readonly #input: AssetApplyInput
  #checkpoint: ApplyState | undefined
  #products: ProductFiles[] = []
  #conflicts: RowConflict[] = []
  #bytes = 0
  #files = 0
  isCancelled = false

  constructor(context: JobContext, input: AssetApplyInput, checkpoint: ApplyState | undefined) {
    this.#context = context
    this.#input = input
    this.#checkpoint = checkpoint
  }

  get state(): ApplyState {
    const { conflicts, rows } = this.#input
    return this.#checkpoint ?? { position: 0, total: rows.length, applied: 0, conflicts }
  }

  async add(product: number, rows: readonly ChosenRow[]): Promise<void> {
    const planned = this.#readPlans(rows)
    const files: PlacedFile[] = []
    for (const { row, position } of rows) {
      const plan = planned.get(row)
      const file = plan && (await this.#read(row, { ...plan, position: position ?? plan.position }))
      if (file) files.push(file)
      else this.#conflicts.push({ index: row, note: message('asset.file_changed') })
      this.#bytes += file?.bytes?.byteLength ?? 0
      this.#files += 1
    }
    this.#products.push({ product, files })
    if (this.#bytes >= maxChunkBytes || this.#files >= maxChunkFiles) await this.write()
  }

  #readPlans(rows: readonly ChosenRow[]): ReadonlyMap<number, StoredPlan> {
    const { match } = this.#input
    const positions = rows.map(({ row }) => row)
    return this.#context.read((db) => readPlans(db, match, positions))
  }

  /** The file with its bytes; undefined where they are no longer those of the plan. */
  async #read(row: number, plan: StoredPlan): Promise<PlacedFile | undefined> {
    if (plan.linked !== undefined) return this.#readLinked(row, plan, plan.linked)
    if (plan.path === null) return { row, plan }
    const { files_folder: folder, sent_folder: sent } = this.#context.chosen
    const root = sent ?? folder
    const path = root === undefined ? undefined : await pathIn(root, plan.path)
    const bytes = path === undefined ? 'unreadable' : await readBounded(path)
    if (typeof bytes === 'string') return undefined
    const hash = createHash('sha256').update(bytes).digest('hex')
    return hash === plan.hash ? { row, plan, bytes } : undefined
  }

  async #readLinked(row: number, plan: StoredPlan, value: string): Promise<PlacedFile | undefined> {
    const { chosen, signal } = this.#context
    const [linked, library] = [parseLinked(value), chosen.matched_library]
    if (!linked || linked.library !== library?.id) return undefined
    const path = await resolveLinkedPath(library.root, linked.path)
    const found = path === undefined ? undefined : await hashLinkedFile(path, undefined, signal)
    if (typeof found !== 'object' || found.hash !== plan.hash) return undefined
    return { row, plan, linked: { ...linked, ...found } }
  }

  async write(): Promise<void> {
    if (this.#products.length === 0) return
    const { placing, context, rows, edit_id, conflicts } = this.#input
    const isFirst = this.#checkpoint === undefined
    const { state, isCancelled } = await this.#context.call('applyMatchChunk', {
      jobId: this.#context.jobId,
      rules: placing,
      context: { ...context, edit_id },
      checkpoint: this.#checkpoint,
      total: rows.length,
      products: this.#products,
      conflicts: [...(isFirst ? conflicts : []), ...this.#conflicts],
    })
    this.#checkpoint = state
    this.isCancelled = isCancelled
    this.#products = []
    this.#conflicts = []
    this.#bytes = 0
    this.#files = 0
  }
}

/** The path of a file of the plan; undefined where it leads out of the folder, itself or by a link. */
async function pathIn(root: string, path: string): Promise<string | undefined> {
  const whole = join(root, path)
  const real = await realpath(whole).catch(() => undefined)
  return real === whole && whole.startsWith(root.endsWith(sep) ? root : root + sep) ? whole : undefined
}

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
async function storeUnplaced(context: JobContext, { match, rows, isCancelled }: AppliedPlan): Promise<void> {
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
