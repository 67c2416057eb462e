/** The course of the score: one point a day for each type that rules are about. */
import { entityTypes, type EntityType } from '#shared/entities.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import { countEntities } from '../../store/tables/entities.ts'
import { type DayRow, putDay } from '../../store/tables/quality.ts'
import { isScored, listActiveRules } from './known-rules.ts'
import { summaryOf } from './summary.ts'

/** The point of a day, by type. */
export type QualityPoint = DayRow & { readonly type: EntityType }

/** What a point of today would say of each type that has rules in its score. */
export function readQualityPoints(db: ReadableDb, { day }: { readonly day: string }): QualityPoint[] {
  return entityTypes
    .filter((type) => listActiveRules(db, type).some(isScored))
    .map((type) => ({ type, day, score: summaryOf(db, type).score, entities: countEntities(db, type) }))
}

/** Keeps the points of a day in the place of those that it had before. */
export function recordQualityPoints(
  tx: WritableDb,
  { points }: { readonly points: readonly QualityPoint[] },
): { readonly recorded: number } {
  for (const { type, ...point } of points) putDay(tx, type, point)
  return { recorded: points.length }
}
