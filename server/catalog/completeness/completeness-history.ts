import type { CompletenessHistory } from '#shared/channels.ts'
import type { FieldError } from '#shared/errors.ts'
import { toUtcDay } from '#shared/iso-times.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { hidesAttributes } from '../../store/computed/hidden-attributes.ts'
import { listCompletenessDays } from '../../store/tables/channels.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { listWorkspaceChannels } from '../channels/channels.ts'
import { Faults } from '../errors.ts'

interface HistoryRequest {
  readonly days: number
  readonly faults: readonly FieldError[]
}

const dayMs = 24 * 60 * 60 * 1000

/** The points of each enabled channel within some days: 200. */
export function readCompletenessHistory(db: ReadableDb, { days, faults }: HistoryRequest): Answer {
  new Faults(faults).throwIfAny()
  // Former points count all attributes, also those that the reader may not read.
  const all = hidesAttributes(db) ? [] : listCompletenessDays(db, toUtcDay(Date.now() - days * dayMs))
  const history: CompletenessHistory[] = listWorkspaceChannels(db)
    .filter(({ enabled }) => enabled)
    .map(({ template: { key } }) => ({
      channel: key,
      days: all.filter(({ channel }) => channel === key).map(({ channel: _channel, ...day }) => day),
    }))
  return dataAnswer(200, JSON.stringify(history))
}
