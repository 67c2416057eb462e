import { appliedStatuses, type AssetApply, assetStatuses, type AssetStatus } from '#shared/assets.ts'
import { parseUuid } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import type { Job } from '#shared/jobs.ts'
import { message, referenceOf, textOf } from '#shared/messages/message.ts'
import { isOneOf } from '#shared/text.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import { nextIdentity, listIdsByUuid } from '../../store/tables/entities.ts'
import {
  countPlanRows,
  findPlanRows,
  listFileDetails,
  listPlanPositions,
  listPlanRows,
  noteApplied,
  putFileDetails,
  putPlanRows,
  removeOldPlans,
  removePlan,
} from '../../store/tables/assets.ts'
import { findJob, getJobInput } from '../../store/tables/jobs.ts'
import { type Answer, dataAnswer, pageAnswer } from '../answer.ts'
import { conflict, Faults, jobNotFound, notFound } from '../errors.ts'
import { stubsJson } from '../entities/entity-json.ts'
import type { WriteContext } from '../events/record-event.ts'
import { enqueueJob } from '../job-queue/queue.ts'
import { decodeCursor, encodeCursor, markList } from '../query/cursor.ts'
import { applyMatchChunk, type PlacingRules, type RowConflict } from './apply-match.ts'
import { type AssetMatchInput, checkAssetMatch, type SentMatch } from './check-match.ts'
import type { FileFacts } from './file-facts.ts'
import { FileMatcher, readProductKeys } from './file-matcher.ts'
import type { AssetRow, StoredPlan } from './plan-files.ts'

export const assetReads = { listAssetPlan, checkAssetApply }
export const assetWrites = { enqueueAssetMatch, storeAssetPlan, enqueueAssetApply, applyMatchChunk }

interface EnqueueMatch extends SentMatch {
  readonly id: string
  readonly context: WriteContext
}

const planRetentionMs = 7 * 24 * 60 * 60 * 1000

/** Queues a match of files to products: 202 with the job. (specification, Pictures §2) */
export function enqueueAssetMatch(tx: WritableDb, { id, context, ...sent }: EnqueueMatch): Answer {
  const checked = checkAssetMatch(tx, sent)
  removeOldPlans(tx, Date.now() - planRetentionMs)
  const input: AssetMatchInput = { ...checked, edit_id: nextIdentity(tx).uuid, context }
  const metadata = { workflow: 'asset_match', via: context.via, type: 'product', attribute: input.attribute }
  return enqueueJob(tx, { uuid: id, name: 'asset_match', input, metadata })
}

interface StorePlan {
  readonly jobId: string
  readonly rows: readonly AssetRow[]
  readonly facts: readonly FileFacts[]
  readonly isFirst: boolean
}

/** Stores a part of a plan; the first part replaces what an interrupted match has stored. */
function storeAssetPlan(tx: WritableDb, { jobId, rows, facts, isFirst }: StorePlan): null {
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
function listAssetPlan(db: ReadableDb, request: ListPlan): Answer {
  const job = getMatch(db, request.job_id)
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
  const total = status === undefined ? sum(counts) : (counts[status] ?? 0)
  const last = page.at(-1)
  return pageAnswer(rowsJson(db, inputOf(db, job.id).attribute, page), {
    total,
    limit,
    offset: position ? 0 : request.offset,
    has_more: found.length > limit,
    next_cursor: encodeCursor(mark, last ? { entity: last.position + 1, values: [] } : position),
  })
}

function sum(counts: Readonly<Record<string, number>>): number {
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
function getMatch(db: ReadableDb, id: string): Job {
  const uuid = parseUuid(id)
  const job = uuid && findJob(db, uuid)
  if (!job) throw jobNotFound(id)
  if (job.metadata['workflow'] !== 'asset_match') throw conflict(message('asset.not_a_match'))
  return job
}

function inputOf(db: ReadableDb, job: string): AssetMatchInput {
  return getJobInput(db, job) as AssetMatchInput
}

/** A row of a plan that is to be written, with the product that it goes to. */
export interface ChosenRow {
  readonly row: number
  readonly product: number
  readonly position?: number | undefined
}

export interface ChosenRows {
  readonly match: string
  readonly rows: readonly ChosenRow[]
  readonly conflicts: readonly RowConflict[]
}

interface CheckApply {
  readonly job_id: string
  readonly body: Partial<AssetApply>
  readonly faults: readonly FieldError[]
}

/**
 * The rows that an application of a plan writes: the accepted ones whose names still mean their product, and
 * the corrected ones. Throws 409 where a match runs, was applied or where every row has changed its meaning.
 */
export function checkAssetApply(
  db: ReadableDb,
  { job_id: id, body, faults: structural }: CheckApply,
): ChosenRows {
  const job = getMatch(db, id)
  if (job.completed_at === null) throw conflict(message('asset.match_runs'))
  if (job.metadata['applied_by'] !== undefined || hasEdited(job))
    throw conflict(message('asset.applied_before'))
  const faults = new Faults(structural)
  const total = sum(countPlanRows(db, job.id))
  if (total === 0 && job.status === 'completed' && countOf(job) > 0)
    throw notFound(message('asset.plan_gone'))
  const corrections = checkCorrections(db, body, total, faults)
  const accepted = checkAccepted(db, job.id, body.accept, { total, faults })
  faults.throwIfAny()
  const chosen = choose(db, job.id, { accepted, corrections })
  chosen.unfit.forEach((row) =>
    faults.explain(`accept[${accepted.indexOf(row)}]`, 'invalid_value', message('asset.row_not_fit')),
  )
  faults.throwIfAny()
  const conflicts = changedRows(db, inputOf(db, job.id), chosen.asPlanned)
  const changed = new Set(conflicts.map(({ index }) => index))
  const rows = chosen.rows.filter(({ row }) => !changed.has(row))
  if (rows.length === 0 && conflicts.length > 0) throw conflict(message('asset.all_changed'))
  return { match: job.id, rows, conflicts }
}

function hasEdited({ result }: Job): boolean {
  return result !== null && 'edit_id' in result && result.edit_id !== null && result.edit_id !== undefined
}

function countOf({ result }: Job): number {
  return result !== null && 'files' in result && typeof result.files === 'number' ? result.files : 0
}

interface Correction {
  readonly product: number | null
  readonly position: number | undefined
}

function checkCorrections(
  db: ReadableDb,
  { corrections = [] }: Partial<AssetApply>,
  total: number,
  faults: Faults,
): Map<number, Correction> {
  const found = new Map<number, Correction>()
  corrections.forEach(({ index, entity_id: id, position }, at) => {
    if (index >= total)
      return faults.explain(`corrections[${at}].index`, 'invalid_value', message('asset.no_such_row'))
    const uuid = id === null ? undefined : parseUuid(id)
    const [product] = uuid === undefined ? [] : listIdsByUuid(db, 'product', [uuid])
    if (id !== null && uuid === undefined) faults.add(`corrections[${at}].entity_id`, 'expected_uuid')
    else if (id !== null && product === undefined)
      faults.add(`corrections[${at}].entity_id`, 'referenced_entity_not_found')
    else found.set(index, { product: product ?? null, position })
    return undefined
  })
  return found
}

function checkAccepted(
  db: ReadableDb,
  job: string,
  accept: AssetApply['accept'] | undefined,
  { total, faults }: { readonly total: number; readonly faults: Faults },
): readonly number[] {
  if (accept === undefined) {
    if (!faults.hasErrorFor('accept')) faults.add('accept', 'required')
    return []
  }
  if (typeof accept === 'string') {
    if (accept !== 'all') faults.add('accept', 'invalid_value', ['all'], accept)
    return listPlanPositions(db, job, appliedStatuses)
  }
  accept.forEach((index, at) => {
    if (index >= total) faults.explain(`accept[${at}]`, 'invalid_value', message('asset.no_such_row'))
  })
  return [...new Set(accept)]
}

interface Chosen {
  readonly rows: readonly ChosenRow[]
  /** Rows that go to the product of the plan, whose meaning is checked again. */
  readonly asPlanned: readonly AssetRow[]
  readonly unfit: readonly number[]
}

const usable: ReadonlySet<AssetStatus> = new Set([
  'matched',
  'replaces',
  'ambiguous',
  'unmatched',
  'too_small',
  'duplicate_of',
])

function choose(
  db: ReadableDb,
  job: string,
  {
    accepted,
    corrections,
  }: { readonly accepted: readonly number[]; readonly corrections: ReadonlyMap<number, Correction> },
): Chosen {
  const positions = [...new Set([...accepted, ...corrections.keys()])].toSorted((one, other) => one - other)
  const planned = findPlanRows<StoredPlan>(db, job, positions) as AssetRow[]
  const wanted = planned.filter(
    ({ position, status }) => status !== 'already_there' && corrections.get(position)?.product !== null,
  )
  const chosen = wanted.map((row) => {
    const correction = corrections.get(row.position)
    return { row, product: correction?.product ?? row.product, correction }
  })
  return {
    rows: chosen.flatMap(({ row, product, correction }) =>
      product !== null && isUsable(row)
        ? [{ row: row.position, product, position: correction?.position }]
        : [],
    ),
    asPlanned: chosen.flatMap(({ row, correction }) => (correction || !isUsable(row) ? [] : [row])),
    unfit: chosen.flatMap(({ row, product }) => (product === null || !isUsable(row) ? [row.position] : [])),
  }
}

function isUsable({ plan, status }: AssetRow): boolean {
  return plan.hash !== null && usable.has(status)
}

/** Rows whose file the rules give to another product now, or to none. */
function changedRows(db: ReadableDb, { rules }: AssetMatchInput, rows: readonly AssetRow[]): RowConflict[] {
  const matcher = new FileMatcher(
    rules,
    readProductKeys((fn) => fn(db), rules),
  )
  const details = listFileDetails<FileFacts>(
    db,
    rows.flatMap(({ plan }) => plan.hash ?? []),
  )
  return rows.flatMap(({ position, product, plan }) => {
    const { products } = matcher.match(plan.name, details.get(plan.hash ?? '')?.texts ?? {})
    const isSame = products.length === 1 && products[0] === product
    return isSame ? [] : [{ index: position, note: message('asset.changed_meanwhile') }]
  })
}

/** What the job of an application stores. */
export interface AssetApplyInput extends ChosenRows {
  readonly placing: PlacingRules
  readonly edit_id: string
  readonly context: Omit<WriteContext, 'job_id'>
}

interface EnqueueApply extends ChosenRows {
  readonly id: string
  readonly context: WriteContext
}

/** Queues the application of a plan: 202 with the job, or 200 where nothing is to be written. */
export function enqueueAssetApply(tx: WritableDb, { id, context, ...chosen }: EnqueueApply): Answer {
  const job = getMatch(tx, chosen.match)
  if (job.metadata['applied_by'] !== undefined) throw conflict(message('asset.applied_before'))
  if (chosen.rows.length === 0)
    return dataAnswer(200, JSON.stringify({ edit_id: null, applied: 0, conflicts: [] }))
  const placing = placingOf(inputOf(tx, job.id))
  const input: AssetApplyInput = { ...chosen, placing, edit_id: nextIdentity(tx).uuid, context }
  noteApplied(tx, job.id, id)
  const metadata = {
    workflow: 'asset_apply',
    via: context.via,
    type: 'product',
    attribute: placing.attribute,
    edit_id: input.edit_id,
  }
  return enqueueJob(tx, { uuid: id, name: 'asset_apply', input, metadata })
}

/** How the files of a match are written. */
export function placingOf({ attribute, as, alt_text, create_images }: AssetMatchInput): PlacingRules {
  return { attribute, as, create_images, ...(alt_text !== undefined && { alt_text }) }
}

/** What the plan says of some of its rows, by their number. */
export function readPlans(
  db: ReadableDb,
  match: string,
  positions: readonly number[],
): ReadonlyMap<number, StoredPlan> {
  const found = findPlanRows<StoredPlan>(db, match, positions)
  return new Map(found.map(({ position, plan }) => [position, plan]))
}
