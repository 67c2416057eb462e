/** The checked and failing entities of each rule, and the score that follows. */
import type { EntityType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import type { QualitySummary, QualityOf } from '#shared/quality.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { countMatching } from '../../store/plan/list-ids.ts'
import type { EntitySet } from '../../store/quality/entity-set.ts'
import { type Condition, isQuicklyCounted } from '../../store/query/condition.ts'
import { countEntities } from '../../store/tables/entities.ts'
import { toScore, testAll } from '../../store/quality/score-sql.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { Faults } from '../errors.ts'
import { findType, isScored, listActiveRules, type Rule } from './known-rules.ts'
import { compileRule, failingRule, openOf } from './compile-rule.ts'
import { cachedChecked, cachedFailing } from './found-parts.ts'
import { getEntity } from '../entities/update-entity.ts'
import { toFindings } from './findings.ts'

export interface SummarizeQuality {
  readonly type?: string | undefined
  readonly faults: readonly FieldError[]
}

export function summarizeQuality(
  db: ReadableDb,
  { type: name, faults: structural }: SummarizeQuality,
): Answer {
  const faults = new Faults(structural)
  const type = findType(name, faults)
  faults.throwIfAny()
  return dataAnswer(200, JSON.stringify(summaryOf(db, type)))
}

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

export function countRule(db: ReadableDb, rule: Rule): { failing: number; checked: number } {
  const compiled = compileRule(db, rule)
  if (compiled.parts.length === 0) return { failing: 0, checked: 0 }
  return {
    failing: count(db, rule.entity_type, [failingRule(db, compiled)], () => cachedFailing(db, compiled)),
    checked: count(db, rule.entity_type, compiled.applies, () => cachedChecked(db, compiled)),
  }
}

function count(
  db: ReadableDb,
  type: EntityType,
  conditions: readonly Condition[],
  cached: () => EntitySet | undefined,
): number {
  const [only] = conditions
  if (!only) return countEntities(db, type)
  const isQuick = conditions.length === 1 && isQuicklyCounted(only)
  return (isQuick ? undefined : cached())?.count ?? countMatching(db, type, conditions)
}

interface WeighedRule {
  readonly weight: number
  readonly met: number
  readonly all: number
}

function scoreOf(checks: readonly WeighedRule[]): number {
  const met = checks.reduce((sum, { weight, met }) => sum + weight * met, 0)
  const all = checks.reduce((sum, { weight, all: some }) => sum + weight * some, 0)
  return toScore({ all, met })
}

interface ReadQuality {
  readonly type: EntityType
  readonly id: string
  readonly faults: readonly FieldError[]
}

/** The score and the findings of one entity: 200. 404 comes before faults. */
export function readQuality(db: ReadableDb, { type, id, faults }: ReadQuality): Answer {
  const row = getEntity(db, type, id)
  new Faults(faults).throwIfAny()
  return dataAnswer(200, JSON.stringify(qualityOf(db, type, row.id)))
}

function qualityOf(db: ReadableDb, type: EntityType, entity: number): QualityOf {
  const rules = listActiveRules(db, type).map((rule) => compileRule(db, rule))
  const checks = rules.map((compiled) => {
    const [applies, ...failing] = testAll(db, entity, [
      compiled.applies,
      ...compiled.parts.map((part) => [openOf(db, compiled, part)]),
    ])
    const parts = compiled.parts.filter((_, index) => failing[index])
    return { rule: compiled.rule, applies: applies === true && compiled.parts.length > 0, parts }
  })
  return {
    score: scoreOf(
      checks
        .filter(({ rule, applies }) => applies && isScored(rule))
        .map(({ rule, parts }) => ({ weight: rule.weight, met: parts.length === 0 ? 1 : 0, all: 1 })),
    ),
    findings: checks.flatMap(({ rule, parts }) =>
      parts.flatMap((part) => toFindings(db, rule, part, [entity], false)),
    ),
  }
}
