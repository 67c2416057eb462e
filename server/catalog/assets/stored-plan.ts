import { appliedStatuses, assetStatuses } from '#shared/assets.ts'
import { parseUuid } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import type { Job } from '#shared/jobs.ts'
import { message, referenceOf, textOf } from '#shared/messages/message.ts'
import { isOneOf } from '#shared/text.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import {
  countPlanRows,
  findPlanRows,
  listPlannedProducts,
  listPlanRows,
  putFileDetails,
  putPlanRows,
  removePlan,
} from '../../store/tables/assets.ts'
import { findJob, getJobInput } from '../../store/tables/jobs.ts'
import { type Answer, pageAnswer } from '../answer.ts'
import { conflict, Faults, jobNotFound } from '../errors.ts'
import { stubsJson } from '../entities/entity-json.ts'
import { decodeCursor, encodeCursor, markList } from '../query/cursor.ts'
import type { PlacingRules } from './apply-match.ts'
import type { AssetMatchInput } from './check-match.ts'
import type { FileFacts } from './file-facts.ts'
import type { AssetRow, StoredPlan } from './plan-files.ts'

interface StorePlan {
  readonly jobId: string
  readonly rows: readonly AssetRow[]
  readonly facts: readonly FileFacts[]
  readonly isFirst: boolean
}

/** Stores a part of a plan; the first part replaces what an interrupted match has stored. */
export function storeAssetPlan(tx: WritableDb, { jobId, rows, facts, isFirst }: StorePlan): null {
  if (isFirst) removePlan(tx, jobId)
  putPlanRows(tx, jobId, rows)
  putFileDetails(
    tx,
    facts.map((details) => ({ hash: details.hash, details })),
  )
  return null
}

interface ListPlan {
  readonly job_id: string
  readonly status?: string | undefined
  readonly limit: number
  readonly offset: number
  readonly cursor?: string | undefined
  readonly faults: readonly FieldError[]
}

/** A page of the rows of a plan, in the order of the files. */
export function listAssetPlan(db: ReadableDb, request: ListPlan): Answer {
  const job = getMatch(db, request.job_id, request.faults)
  const faults = new Faults(request.faults)
  const { status, limit, cursor } = request
  if (status !== undefined && !isOneOf(assetStatuses, status))
    faults.add('status', 'invalid_value', assetStatuses, status)
  const mark = markList(db, ['asset plan', job.id, status])
  const position = cursor === undefined ? undefined : decodeCursor(mark, cursor, faults)
  faults.throwIfAny()
  const behind = position ? position.entity - 1 : -1
  const found = listPlanRows<StoredPlan>(db, job.id, {
    status,
    behind,
    offset: position ? 0 : request.offset,
    limit: limit + 1,
  })
  const page = found.slice(0, limit)
  const counts = countPlanRows(db, job.id)
  const total = status === undefined ? countAll(counts) : (counts[status] ?? 0)
  const last = page.at(-1)
  return pageAnswer(rowsJson(db, readMatchInput(db, job.id).attribute, page), {
    total,
    limit,
    offset: position ? 0 : request.offset,
    has_more: found.length > limit,
    next_cursor: encodeCursor(mark, last ? { entity: last.position + 1, values: [] } : position),
  })
}

/** All rows of a plan by its counts. */
export function countAll(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0)
}

function rowsJson(db: ReadableDb, attribute: string, rows: readonly Omit<AssetRow, 'status'>[]): string[] {
  const ids = rows.flatMap(({ product, plan }) => [
    ...(product === null ? [] : [product]),
    ...plan.candidates,
  ])
  const stubs = new Map(stubsJson(db, [...new Set(ids)]))
  return rows.map(({ position: index, product, plan, ...row }) => {
    const { name, hash, size, width, height, rule, position, note } = plan
    const members = {
      index,
      file: { name, hash, size, width, height },
      ...row,
      rule,
      attribute,
      position,
      note: note === null ? null : textOf(note),
      ...(note !== null && { note_message: referenceOf(note) }),
    }
    const entity = product === null ? 'null' : (stubs.get(product) ?? 'null')
    const candidates = plan.candidates.flatMap((id) => stubs.get(id) ?? []).join()
    return `${JSON.stringify(members).slice(0, -1)},"entity":${entity},"candidates":[${candidates}]}`
  })
}

/** The job of a match: 404 for an unknown one, 409 for another kind of job. */
export function getMatch(db: ReadableDb, id: string, structural: readonly FieldError[] = []): Job {
  const uuid = parseUuid(id)
  const job = uuid && findJob(db, uuid)
  if (!job) throw jobNotFound(id)
  new Faults(structural).throwIfAny()
  if (job.metadata['workflow'] !== 'asset_match') throw conflict(message('asset.not_a_match'))
  return job
}

/** The input of the job of a match. */
export function readMatchInput(db: ReadableDb, job: string): AssetMatchInput {
  return getJobInput(db, job) as AssetMatchInput
}

/** How the files of a match are written. */
export function placingOf({ attribute, as, alt_text, create_images }: AssetMatchInput): PlacingRules {
  return { attribute, as, create_images, ...(alt_text !== undefined && { alt_text }) }
}

/** Some rows of the plan, by their number. */
export function readPlans(
  db: ReadableDb,
  match: string,
  positions: readonly number[],
): ReadonlyMap<number, StoredPlan> {
  const found = findPlanRows<StoredPlan>(db, match, positions)
  return new Map(found.map(({ position, plan }) => [position, plan]))
}

interface PlanSummary {
  readonly counts: Readonly<Record<string, number>>
  /** The rows that are applied where all are accepted. */
  readonly rows: readonly { readonly row: number; readonly product: number }[]
}

/** The counts of a stored plan. */
export function summarizePlan(db: ReadableDb, match: string): PlanSummary {
  const rows = listPlannedProducts(db, match, appliedStatuses)
  return { counts: countPlanRows(db, match), rows: rows.map(([row, product]) => ({ row, product })) }
}
