import type { ConnectionProblem } from '#shared/connections.ts'
import type { FeedOutcome, MissingRows } from '#shared/feeds.ts'
import type { EntityType } from '#shared/entities.ts'
import type { Job } from '#shared/jobs.ts'
import { toIso } from '#shared/iso-times.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import { getEntityRow } from '../../store/tables/entities.ts'
import {
  changeFeedState,
  type FeedRow,
  countDelivered,
  countFilled,
  countLacking,
  type FeedState,
  findFeedRow,
  listDeliveredEntities,
  listLacking,
  markAllLackingGone,
  markGone,
  putDelivered,
  putTakenMark,
  type TakenVersion,
} from '../../store/tables/feeds.ts'
import { findJob, noteInJob } from '../../store/tables/jobs.ts'
import { parseWrites } from '../entities/parse-writes.ts'
import { updateFrom } from '../entities/update-entity.ts'
import { Faults } from '../errors.ts'
import type { WriteContext } from '../events/record-event.ts'
import { trashEntities } from '../trash/trash-entities.ts'
import { type KnownFiles, knownFiles } from './known-files.ts'

/** The state that the job of a feed finds when it starts or goes on. */
export interface FeedOfRunningJob extends KnownFiles {
  /** How often a person has let the job go on. */
  readonly retries: number
}

/** Undefined where the feed was deleted meanwhile. */
export function readFeedOfJob(
  db: ReadableDb,
  { jobId, feed }: { readonly jobId: string; readonly feed: string },
): FeedOfRunningJob | undefined {
  const row = findFeedRow(db, feed)
  const retries = findJob(db, jobId)?.metadata['retries']
  return row && { ...knownFiles(db, row), retries: typeof retries === 'number' ? retries : 0 }
}

interface FeedOfRun {
  readonly jobId: string
  readonly feed: string
}

/** Notes the file that a job takes, before anything of it is written. */
export function noteFeedFile(
  tx: WritableDb,
  { jobId, feed, name, mark }: FeedOfRun & { readonly name: string; readonly mark: string },
): null {
  noteInJob(tx, jobId, { file: name })
  changeFeedState(tx, feed, () => ({ open_file: { name, mark } }))
  return null
}

export function noteFeedProblem(
  tx: WritableDb,
  { feed, problem }: { readonly feed: string; readonly problem: ConnectionProblem | null },
): null {
  changeFeedState(tx, feed, () => ({ problem }))
  return null
}

/** The problem that stopped the last run at its place, told once. */
export function takeFeedProblem(
  tx: WritableDb,
  { feed }: { readonly feed: string },
): ConnectionProblem | null {
  const problem = findFeedRow(tx, feed)?.state.problem ?? null
  if (problem !== null) changeFeedState(tx, feed, () => ({ problem: null }))
  return problem
}

/** Counts what the file of a run lacks, and the filled values of attributes of which some would go. */
export function readDelivered(
  db: ReadableDb,
  {
    feed,
    run,
    type,
    keys,
  }: {
    readonly feed: number
    readonly run: number
    readonly type: EntityType
    readonly keys: readonly string[]
  },
): { missing: number; filled: Record<string, number> } {
  const { byKey } = attributesOf(db, type)
  const filled = keys.flatMap((key) => {
    const attribute = byKey.get(key)
    return attribute ? [[key, countFilled(db, feed, attribute)] as const] : []
  })
  return { missing: countLacking(db, feed, run), filled: Object.fromEntries(filled) }
}

/** The entities that the rows of a run have led to. */
export function listDelivered(
  db: ReadableDb,
  { feed, run }: { readonly feed: number; readonly run: number },
): number[] {
  return listDeliveredEntities(db, feed, run)
}

/** Rows that were held count as delivered: the file has them. */
export function noteDelivered(
  tx: WritableDb,
  {
    feed,
    run,
    entities,
  }: { readonly feed: number; readonly run: number; readonly entities: readonly number[] },
): null {
  const present = entities.filter((entity) => getEntityRow(tx, entity))
  putDelivered(tx, { feed, run }, present)
  return null
}

const missingChunk = 200

export interface MissingChunk {
  readonly feed: number
  readonly run: number
  readonly type: EntityType
  readonly missing: MissingRows
  readonly context: WriteContext
}

/** Writes what becomes of the next entities that the file lacks, as part of the same job; 0 when all are done. */
export function writeMissing(tx: WritableDb, { feed, run, type, missing, context }: MissingChunk): number {
  const lacking = listLacking(tx, feed, run, missingChunk)
  const ids = lacking.map(({ id }) => id)
  markGone(tx, feed, ids)
  if (missing === 'leave' || ids.length === 0) return ids.length
  if (missing === 'trash')
    trashEntities(tx, { body: { type, ids: lacking.map(({ uuid }) => uuid) }, faults: [], context })
  else for (const { id } of lacking) setValues(tx, id, { type, values: missing.set, context })
  return ids.length
}

function setValues(
  tx: WritableDb,
  id: number,
  {
    type,
    values,
    context,
  }: {
    readonly type: EntityType
    readonly values: Readonly<Record<string, unknown>>
    readonly context: WriteContext
  },
): void {
  const row = getEntityRow(tx, id)
  if (!row) return
  const faults = new Faults()
  const writes = parseWrites(attributesOf(tx, type), values, faults)
  updateFrom(tx, row, { type, parent: undefined, writes }, faults, context)
}

export interface SettledRun extends FeedOfRun {
  readonly outcome: Extract<FeedOutcome, 'imported' | 'exported' | 'unchanged' | 'no_file'>
  readonly run: number
  readonly file?: { readonly name: string; readonly mark: string; readonly version: TakenVersion } | undefined
  readonly sent?: FeedState['sent']
}

/** Stores what a run leaves behind, once: a job that is taken up again settles the same. */
export function settleFeedRun(tx: WritableDb, { jobId, feed, outcome, run, file, sent }: SettledRun): null {
  const row = findFeedRow(tx, feed)
  if (!row) return null
  if (file) putTakenMark(tx, row.id, file.name, file.mark)
  const isWritten = outcome === 'imported'
  const delivered = isWritten ? countDelivered(tx, row.id, run) : 0
  if (delivered > 0) markAllLackingGone(tx, row.id, run)
  changeFeedState(tx, feed, (state) => ({
    ...(file && { taken: file.version }),
    ...(sent && { sent }),
    ...(delivered > 0 && { delivered, seen: null }),
    open_file: null,
    problem: null,
    last_run: { job_id: jobId, at: lastAt(state, jobId), outcome },
  }))
  return null
}

const endOutcomes = { failed: 'failed', cancelled: 'cancelled', paused: 'waiting' } as const

/**
 * Notes the end of a feed's job that did not settle by itself. A file that a person dropped, and one of a
 * pattern or a watched folder that failed, is left out from then on, so that later files get their turn.
 */
export function noteFeedEnd(tx: WritableDb, jobId: string, status: keyof typeof endOutcomes): void {
  const { feed_id: feed, dry_run: isDry }: Job['metadata'] = findJob(tx, jobId)?.metadata ?? {}
  if (typeof feed !== 'string' || isDry === true) return
  const row = findFeedRow(tx, feed)
  if (!row) return
  const { open_file: file } = row.state
  if (file && isOver(row, status)) putTakenMark(tx, row.id, file.name, file.mark)
  changeFeedState(tx, feed, (state) => ({
    ...(status !== 'paused' && { open_file: null }),
    last_run: { job_id: jobId, at: lastAt(state, jobId), outcome: endOutcomes[status] },
  }))
}

function isOver({ definition: { file, trigger } }: FeedRow, status: keyof typeof endOutcomes): boolean {
  return status === 'cancelled' || (status === 'failed' && (/[*?]/.test(file) || trigger.on === 'file'))
}

function lastAt({ last_run: last }: FeedState, jobId: string): string {
  return last?.job_id === jobId && last.outcome !== 'waiting' ? last.at : toIso(Date.now())
}
