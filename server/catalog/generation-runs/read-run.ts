import type { FieldError } from '#shared/errors.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { type EntityRow, listEntityRows } from '../../store/tables/entities.ts'
import { type GenerationState, listGenerationStates } from '../../store/tables/proposals.ts'
import { findOrderedVideo, type OrderedVideo, type VideoPlace } from '../../store/tables/ordered-videos.ts'
import { type JobSpend, listSpend, spendOfJob } from '../../store/tables/spend.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { parseTimestamp } from '#shared/iso-times.ts'
import { Faults } from '../errors.ts'
import type { Generated } from './plan-value.ts'

/** An entity of a run with what has been generated for it so far; the row is undefined where it is gone. */
export interface RunRow {
  readonly row: EntityRow | undefined
  readonly stateOf: (attribute: number) => GenerationState
}

export function readRunRow(db: ReadableDb, id: number, generated: readonly Generated[]): RunRow {
  const [row] = listEntityRows(db, [id])
  const attributes = generated.map(({ attribute }) => attribute.id)
  const stateOf = listGenerationStates(db, [id], attributes)
  return { row, stateOf: (attribute) => stateOf(id, attribute) }
}

/** The order for a video that a run waits for. */
export function readOrderedVideo(db: ReadableDb, place: VideoPlace): OrderedVideo | undefined {
  return findOrderedVideo(db, place)
}

/** What the run of a job has spent so far. */
export function readRunSpend(db: ReadableDb, jobId: string): JobSpend {
  return spendOfJob(db, jobId)
}

export interface SpendRequest {
  readonly since?: string | undefined
  readonly until?: string | undefined
  readonly faults: readonly FieldError[]
}

const dayMs = 24 * 60 * 60 * 1000

/** What models have cost, by day, provider and model; a day that is named counts whole. */
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
