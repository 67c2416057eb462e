import type { EntityType } from '#shared/entities.ts'
import type { GenerationMode, SkipReason } from '#shared/generations.ts'
import type { Evidence } from '#shared/proposals.ts'
import type { PromptText } from '#shared/schemas/proposals.ts'
import { asMessage, message, type Sentence } from '#shared/messages/message.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { type EntityRow, listEntityRows } from '../../store/tables/entities.ts'
import { saveJobProgress } from '../../store/tables/jobs.ts'
import {
  decideProposal,
  insertProposal,
  listProposalRows,
  putNotStated,
  runsPropose,
} from '../../store/tables/proposals.ts'
import {
  type OrderedVideo,
  putOrderedVideo,
  removeOrderedVideo,
  type OrderedVideoKey,
  noteUnsettled,
  reserveSpend,
  type Reservation,
  type Settlement,
  settleSpend,
} from '../../store/tables/generation-runs.ts'
import { runEdit } from '../edits/apply-edits.ts'
import { assertAtCheckpoint } from '../edits/edit-outcome.ts'
import { CatalogError } from '../errors.ts'
import { addFile, type NewFile } from '../files/stored-files.ts'
import type { WriteContext } from '../events/record-event.ts'
import { checkProposed } from '../proposals/propose.ts'
import {
  addCounts,
  beginRun,
  noCounts,
  type RunCounts,
  type RunPosition,
  type RunState,
} from './run-state.ts'

export type { Settlement }

export type ValueOutcome =
  | {
      readonly kind: 'value'
      readonly key: string
      readonly digest: string
      readonly prompt: PromptText
      readonly answer: AnsweredValue
    }
  | { readonly kind: 'not_stated'; readonly key: string; readonly digest: string }
  | { readonly kind: 'skipped'; readonly reason: SkipReason }
  | { readonly kind: 'failed'; readonly key: string; readonly issue: string; readonly sentence: Sentence }

export interface AnsweredValue {
  readonly value: unknown
  readonly alternatives?: readonly unknown[]
  readonly files?: readonly NewFile[]
  readonly evidence: readonly Evidence[]
  readonly note: string | null
  readonly provider: string
  readonly model: string
  readonly cost: number | null
}

export interface EntityOutcome {
  readonly entity: number
  readonly uuid: string
  readonly outcomes: readonly ValueOutcome[]
}

export interface StoreResults {
  readonly jobId: string
  readonly type: EntityType
  readonly mode: GenerationMode
  readonly context: Omit<WriteContext, 'job_id'>
  readonly checkpoint: RunState | undefined
  readonly matched: number
  readonly results: readonly EntityOutcome[]
  readonly settlements: readonly Settlement[]
  readonly reservations: readonly Reservation[]
  readonly place: RunPosition
}

export function storeGenerated(
  tx: WritableDb,
  { jobId, checkpoint, matched, results, settlements, reservations, place, ...run }: StoreResults,
): { isCancelled: boolean; state: RunState; calls: number[] } {
  assertAtCheckpoint(tx, jobId, checkpoint)
  settleSpend(tx, settlements)
  const counts = noCounts()
  const rows = new Map(
    listEntityRows(
      tx,
      results.map(({ entity }) => entity),
    ).map((row) => [row.id, row]),
  )
  for (const { entity, uuid, outcomes } of results)
    for (const outcome of outcomes)
      storeOutcome(tx, { ...run, jobId }, { row: rows.get(entity), uuid, outcome }, counts)
  const state = addCounts(checkpoint ?? beginRun(matched), counts, place)
  const progress = { current: place.entities, total: matched, checkpoint: state }
  const calls = reserveSpend(tx, reservations)
  return { ...saveJobProgress(tx, jobId, progress), state, calls }
}

type Run = Pick<StoreResults, 'type' | 'mode' | 'context' | 'jobId'>

function storeOutcome(
  tx: WritableDb,
  run: Run,
  { row, uuid, outcome }: { row: EntityRow | undefined; uuid: string; outcome: ValueOutcome },
  counts: RunCounts,
): void {
  if (outcome.kind === 'skipped') {
    counts.skipped[outcome.reason] += 1
    return
  }
  const { key } = outcome
  if (row) removeOrderedVideo(tx, { job: run.jobId, entity: row.id, attribute: key })
  const fail = (issue: string, sentence: Sentence) =>
    counts.errors.push({ id: uuid, attribute: key, issue, ...asMessage(sentence) })
  if (outcome.kind === 'failed') fail(outcome.issue, outcome.sentence)
  else if (!row) fail('not_found', message('generation.deleted_meanwhile'))
  else if (outcome.kind === 'not_stated') {
    const attribute = attributesOf(tx, run.type).byKey.get(key)
    if (attribute) putNotStated(tx, row.id, attribute.id, outcome.digest)
    counts.not_stated += 1
  } else storeValue(tx, run, { row, ...outcome }, { counts, fail })
}

interface AnsweredCall {
  readonly row: EntityRow
  readonly key: string
  readonly digest: string
  readonly prompt: PromptText
  readonly answer: AnsweredValue
}

function storeValue(
  tx: WritableDb,
  { type, mode, context, jobId }: Run,
  { row, key, digest, prompt, answer }: AnsweredCall,
  { counts, fail }: { counts: RunCounts; fail: (issue: string, sentence: Sentence) => void },
): void {
  try {
    const { value, files = [], ...details } = answer
    const { provider, model } = details
    for (const file of files) addFile(tx, { ...file, generated_by: { provider, model, job_id: jobId } })
    const { isSame, ...checked } = checkProposed(tx, type, { row, key, value })
    const proposal = {
      entity: row.id,
      type,
      ...checked,
      ...details,
      origin: 'generation' as const,
      proposer: runsPropose,
      by: context.actor,
      job: jobId,
      digest,
      prompt,
    }
    const { uuid } = insertProposal(tx, proposal)
    // A value that is shown already counts as current and needs no decision.
    if (mode === 'apply' || isSame)
      counts[accept(tx, { uuid, key, checked, row }, { type, context, jobId })] += 1
    else counts.proposed += 1
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error
    fail('output_not_valid', error.sentence)
  }
}

interface Acceptable {
  readonly uuid: string
  readonly key: string
  readonly row: EntityRow
  readonly checked: { readonly value: unknown; readonly basis: unknown }
}

/** Applies a proposal at once; it stays open where the entity refuses it. */
function accept(
  tx: WritableDb,
  { uuid, key, row, checked: { value, basis } }: Acceptable,
  { type, context, jobId }: Omit<Run, 'mode'>,
): 'applied' | 'proposed' {
  const editor = { type, context: { ...context, via: 'generation' as const, job_id: jobId } }
  const change = { id: row.uuid, attributes: { [key]: value }, if: { [key]: basis } }
  const outcome = runEdit(tx, editor, change, 0)
  const [proposal] = listProposalRows(tx, [uuid])
  if (outcome.status !== 'applied' || !proposal) return 'proposed'
  const edit = outcome.isChanged ? (context.edit_id ?? null) : null
  decideProposal(tx, proposal, { status: 'accepted', by: context.actor, edit })
  return 'applied'
}

export function reserveCalls(
  tx: WritableDb,
  { reservations }: { readonly reservations: readonly Reservation[] },
): number[] {
  return reserveSpend(tx, reservations)
}

/** Stores a video order, so that an interrupted run waits for the video and pays once. */
export function keepOrderedVideo(
  tx: WritableDb,
  { cost, ...order }: OrderedVideoKey & OrderedVideo & { readonly cost: number | null },
): null {
  settleSpend(tx, [{ id: order.spend, input: 0, output: 0, cost }])
  putOrderedVideo(tx, order)
  return null
}

/** Interrupted calls of a run cost their reserved amount. */
export function noteCutOffCalls(tx: WritableDb, { jobId }: { readonly jobId: string }): null {
  noteUnsettled(tx, jobId)
  return null
}
