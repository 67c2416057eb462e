import { type GenerationResult, skipReasons, type SkipReason } from '#shared/generations.ts'
import { maxRowErrors } from '#shared/jobs.ts'
import { tableOf } from '#shared/text.ts'
import {
  findOrderedVideo,
  type OrderedVideo,
  type OrderedVideoKey,
  type JobSpend,
  listSpend,
  spendOfJob,
} from '../../store/tables/generation-runs.ts'
import type { FieldError } from '#shared/errors.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { type EntityRow, listEntityRows } from '../../store/tables/entities.ts'
import { type GenerationState, listGenerationStates } from '../../store/tables/proposals.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { parseTimestamp } from '#shared/iso-times.ts'
import { Faults } from '../errors.ts'
import type { GeneratedValue } from './generated-values.ts'

export type RunError = GenerationResult['errors'][number]

export interface RunPosition {
  readonly position: number
  readonly last?: number
  readonly done: readonly number[]
  readonly partial: Readonly<Record<string, readonly string[]>>
  readonly entities: number
}

export interface RunState extends RunPosition {
  readonly matched: number
  readonly proposed: number
  readonly applied: number
  readonly not_stated: number
  readonly failed: number
  readonly skipped: Readonly<Record<SkipReason, number>>
  readonly errors: readonly RunError[]
}

export function beginRun(matched: number): RunState {
  return {
    position: 0,
    done: [],
    partial: {},
    matched,
    entities: 0,
    proposed: 0,
    applied: 0,
    not_stated: 0,
    failed: 0,
    skipped: tableOf(skipReasons, () => 0),
    errors: [],
  }
}

export interface RunCounts {
  proposed: number
  applied: number
  not_stated: number
  skipped: Record<SkipReason, number>
  errors: RunError[]
}

export function noCounts(): RunCounts {
  return { proposed: 0, applied: 0, not_stated: 0, skipped: tableOf(skipReasons, () => 0), errors: [] }
}

export function addCounts(state: RunState, counts: RunCounts, progress: RunPosition): RunState {
  return {
    ...progress,
    matched: state.matched,
    proposed: state.proposed + counts.proposed,
    applied: state.applied + counts.applied,
    not_stated: state.not_stated + counts.not_stated,
    failed: state.failed + counts.errors.length,
    skipped: tableOf(skipReasons, (reason) => state.skipped[reason] + counts.skipped[reason]),
    errors: [...state.errors, ...counts.errors].slice(0, maxRowErrors),
  }
}

export function toRunResult(
  { proposed, applied, not_stated, failed, skipped, errors }: RunState,
  spend: JobSpend,
  { editId, stopped }: { readonly editId: string; readonly stopped: GenerationResult['stopped'] },
): GenerationResult {
  return {
    proposed,
    applied,
    not_stated,
    failed,
    skipped,
    stopped,
    tokens: { input: spend.input, output: spend.output },
    cost: spend.cost,
    unsettled: { calls: spend.unsettledCalls, cost: spend.unsettledCost },
    edit_id: applied > 0 ? editId : null,
    errors,
  }
}

interface RunRow {
  readonly row: EntityRow | undefined
  readonly stateOf: (attribute: number) => GenerationState
}

export function readRunRow(db: ReadableDb, id: number, generated: readonly GeneratedValue[]): RunRow {
  const [row] = listEntityRows(db, [id])
  const attributes = generated.map(({ attribute }) => attribute.id)
  const stateOf = listGenerationStates(db, [id], attributes)
  return { row, stateOf: (attribute) => stateOf(id, attribute) }
}

export function readOrderedVideo(db: ReadableDb, place: OrderedVideoKey): OrderedVideo | undefined {
  return findOrderedVideo(db, place)
}

export function readRunSpend(db: ReadableDb, jobId: string): JobSpend {
  return spendOfJob(db, jobId)
}

interface SpendRequest {
  readonly since?: string | undefined
  readonly until?: string | undefined
  readonly faults: readonly FieldError[]
}

const dayMs = 24 * 60 * 60 * 1000

export function readSpend(db: ReadableDb, { since, until, faults: structural }: SpendRequest): Answer {
  const faults = new Faults(structural)
  const from = since === undefined ? 0 : (parseTimestamp(since) ?? faults.add('since', 'expected_date'))
  const time =
    until === undefined ? undefined : (parseTimestamp(until) ?? faults.add('until', 'expected_date'))
  faults.throwIfAny()
  const isDay = until !== undefined && until.length === '2026-01-01'.length
  const to = time === undefined ? Number.MAX_SAFE_INTEGER : isDay ? time + dayMs : time
  return dataAnswer(200, JSON.stringify(listSpend(db, { since: from ?? 0, until: to })))
}
