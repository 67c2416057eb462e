/** How many entities each rule checks and finds, and what that makes of the score. */
import type { EntityType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import type { QualitySummary } from '#shared/quality.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { countMatching } from '../../store/plan/list-ids.ts'
import type { EntitySet } from '../../store/quality/entity-set.ts'
import { type Condition, isQuicklyCounted } from '../../store/query/condition.ts'
import { countEntities } from '../../store/tables/entities.ts'
import { toScore } from '../../store/quality/score-sql.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { Faults } from '../errors.ts'
import { findType } from './asked-rules.ts'
import { compileRule, failingRule } from './compile-rule.ts'
import { keptChecked, keptFailing } from './found-parts.ts'
import { isScored, listActiveRules, type Rule } from './known-rules.ts'

export interface SummarizeQuality {
  readonly type?: string | undefined
  readonly faults: readonly FieldError[]
}

/** Per rule that is switched on how many entities fail it of those that it checks, and the score of all: 200. */
export function summarizeQuality(
  db: ReadableDb,
  { type: name, faults: structural }: SummarizeQuality,
): Answer {
  const faults = new Faults(structural)
  const type = findType(name, faults)
  faults.throwIfAny()
  return dataAnswer(200, JSON.stringify(summaryOf(db, type)))
}

/** The summary of a type. */
export function summaryOf(db: ReadableDb, type: EntityType): QualitySummary {
  const counted = listActiveRules(db, type).map((rule) => ({ rule, ...countRule(db, rule) }))
  return {
    score: scoreOf(
      counted
        .filter(({ rule }) => isScored(rule))
        .map(({ rule, failing, checked }) => ({ weight: rule.weight, met: checked - failing, all: checked })),
    ),
    rules: counted.map(({ rule, failing, checked }) => ({ rule: rule.key, failing, checked })),
  }
}

/** Entities that a rule checks and that it finds something on. */
export function countRule(db: ReadableDb, rule: Rule): { failing: number; checked: number } {
  const compiled = compileRule(db, rule)
  if (compiled.parts.length === 0) return { failing: 0, checked: 0 }
  return {
    failing: count(db, rule.entity_type, [failingRule(db, compiled)], () => keptFailing(db, compiled)),
    checked: count(db, rule.entity_type, compiled.applies, () => keptChecked(db, compiled)),
  }
}

function count(
  db: ReadableDb,
  type: EntityType,
  conditions: readonly Condition[],
  kept: () => EntitySet | undefined,
): number {
  const [only] = conditions
  if (!only) return countEntities(db, type)
  const isQuick = conditions.length === 1 && isQuicklyCounted(only)
  return (isQuick ? undefined : kept())?.count ?? countMatching(db, type, conditions)
}

interface Weighed {
  readonly weight: number
  readonly met: number
  readonly all: number
}

/** The score that checks come to together. */
export function scoreOf(checks: readonly Weighed[]): number {
  const met = checks.reduce((sum, { weight, met }) => sum + weight * met, 0)
  const all = checks.reduce((sum, { weight, all: some }) => sum + weight * some, 0)
  return toScore({ all, met })
}
