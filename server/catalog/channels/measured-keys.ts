/** Numbers that lists filter, sort and show beside attributes: completeness for a channel, and the score of quality. */
import type { AttributeSet } from '../../store/tables/attributes.ts'
import type { EntityType } from '#shared/entities.ts'
import type { noSeverity, Severity } from '#shared/quality.ts'
import { scoreKey } from '#shared/quality.ts'
import type { ValuePlan } from '../../store/computed/value-plan.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import type { EntitySet } from '../../store/quality/entity-set.ts'
import type { Condition } from '../../store/query/condition.ts'
import { completenessPlan } from './completeness-plans.ts'

/** What lists ask of quality. Its rules are filters themselves, so that it stands above the lists and is made known to them. */
export interface ListedQuality {
  readonly scorePlan: (db: ReadableDb, type: EntityType) => ValuePlan
  /** Entities with a finding of a rule; undefined where there is no such rule. */
  readonly ofRule: (db: ReadableDb, type: EntityType, key: string) => Condition | undefined
  readonly ruleKeys: (db: ReadableDb, type: EntityType) => string[]
  readonly ofSeverity: (db: ReadableDb, type: EntityType, severity: Severity | typeof noSeverity) => Condition
  /** The same entities as a set, which follows what is written. */
  readonly foundOfSeverity: (db: ReadableDb, type: EntityType, severity: Severity) => EntitySet
}

let quality: ListedQuality | undefined

/** Makes quality known to lists. */
export function provideQuality(provided: ListedQuality): void {
  quality = provided
}

/** What lists ask of quality, once it is there. */
export function listedQuality(): ListedQuality | undefined {
  return quality
}

/** The plan of a number that a key names though no attribute has it; undefined for any other key. */
export function measuredKeyPlan(
  db: ReadableDb,
  attributes: AttributeSet,
  key: string,
): ValuePlan | undefined {
  return key === scoreKey && !attributes.byKey.has(key)
    ? quality?.scorePlan(db, attributes.type)
    : completenessPlan(db, attributes, key)
}
