/** The score of each type and the completeness for each enabled channel, kept once a day. */
import { type EntityType, entityTypes } from '#shared/entities.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import { type CompletenessDay, putCompletenessDay } from '../../store/tables/channels.ts'
import { countEntities } from '../../store/tables/entities.ts'
import { type DayRow, putDay } from '../../store/tables/quality.ts'
import { measureEnabled } from '../completeness/channel-completeness.ts'
import { isScored, listActiveRules } from './known-rules.ts'
import { summaryOf } from './summary.ts'

export interface DailyPoints {
  readonly scores: readonly (Omit<DayRow, 'day'> & { readonly type: EntityType })[]
  readonly completeness: readonly (Omit<CompletenessDay, 'day'> & { readonly channel: string })[]
}

export function hasPoints({ scores, completeness }: DailyPoints): boolean {
  return scores.length + completeness.length > 0
}

export function readDailyPoints(db: ReadableDb): DailyPoints {
  const scores = entityTypes
    .filter((type) => listActiveRules(db, type).some(isScored))
    .map((type) => ({ type, score: summaryOf(db, type).score, entities: countEntities(db, type) }))
  const completeness = measureEnabled(db).map(({ channel, products, complete, percent }) => ({
    channel,
    products,
    complete,
    percent,
  }))
  return { scores, completeness }
}

export function recordDailyPoints(
  tx: WritableDb,
  { day, points }: { readonly day: string; readonly points: DailyPoints },
): { readonly recorded: number } {
  for (const { type, ...point } of points.scores) putDay(tx, type, { day, ...point })
  for (const { channel, ...point } of points.completeness) putCompletenessDay(tx, channel, { day, ...point })
  return { recorded: points.scores.length + points.completeness.length }
}
