/** The score as a number that lists filter, sort and show, and the conditions by which they name findings. */
import { noSeverity, scoreKey, severities, type Severity } from '#shared/quality.ts'
import type { EntityType } from '#shared/entities.ts'
import { measuredPlan, type ValuePlan } from '../../store/computed/value-plan.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { remember } from '../../store/database/file-version.ts'
import { EntitySet } from '../../store/quality/entity-set.ts'
import { findMembers } from '../../store/quality/kept.ts'
import { allOf } from '../../store/quality/value-conditions.ts'
import { anyOf, type Condition, negate, nothing } from '../../store/query/condition.ts'
import {
  scoreFromWeights,
  scoreSql,
  type ScoredCheck,
  weighAll,
  type WeighedCheck,
  type Weights,
} from '../../store/quality/score-sql.ts'
import { draftFormula } from '../attributes/draft-formula.ts'
import { provideQuality } from '../channels/measured-keys.ts'
import { compileRule, failingRule } from './compile-rule.ts'
import type { CompiledRule } from './compiled-rule.ts'
import { keptChecked, keptFailing } from './found-parts.ts'
import { isScored, listActiveRules } from './known-rules.ts'

/** The rules that make the score of a type. */
function scoredRules(db: ReadableDb, type: EntityType): CompiledRule[] {
  return listActiveRules(db, type)
    .filter(isScored)
    .map((rule) => compileRule(db, rule))
    .filter(({ parts }) => parts.length > 0)
}

function toScored(db: ReadableDb, compiled: CompiledRule): ScoredCheck {
  return {
    weight: compiled.rule.weight,
    applies: compiled.applies,
    failing: failingRule(db, compiled),
  }
}

/** What all entities of a type weigh. */
export function weightsOf(db: ReadableDb, type: EntityType): Weights {
  return weighAll(db, type, () => scoredRules(db, type).map((compiled) => toWeighed(db, compiled)))
}

function toWeighed(db: ReadableDb, compiled: CompiledRule): WeighedCheck {
  const { rule, applies } = compiled
  const type = rule.entity_type
  const findChecked = () => (applies.length === 0 ? undefined : findMembers(db, type, allOf(type, applies)))
  return {
    weight: rule.weight,
    checked: keptChecked(db, compiled) ?? findChecked(),
    failing: foundBy(db, compiled),
  }
}

/** The entities with a finding of a rule that nobody has accepted. */
function foundBy(db: ReadableDb, compiled: CompiledRule): EntitySet {
  return keptFailing(db, compiled) ?? findMembers(db, compiled.rule.entity_type, failingRule(db, compiled))
}

function scorePlan(db: ReadableDb, type: EntityType): ValuePlan {
  return remember(db, `score of ${type}`, () => {
    const attribute = { ...draftFormula(type, ''), key: scoreKey, name: 'Quality' }
    return measuredPlan(attribute, {
      one: (entity) =>
        scoreSql(
          scoredRules(db, type).map((compiled) => toScored(db, compiled)),
          entity,
        ),
      all: () => {
        weightsOf(db, type)
        return (entity) => scoreFromWeights(db, type, entity)
      },
    })
  })
}

function ofRule(db: ReadableDb, type: EntityType, key: string): Condition | undefined {
  const rule = listActiveRules(db, type).find((one) => one.key === key)
  return rule && failingRule(db, compileRule(db, rule))
}

/** Entities with a finding of a severity that nobody has accepted, or without any finding. */
function ofSeverity(db: ReadableDb, type: EntityType, severity: Severity | typeof noSeverity): Condition {
  if (severity === noSeverity)
    return negate(
      foundByAny(
        db,
        severities.flatMap((one) => compileSevere(db, type, one)),
      ),
    )
  return foundByAny(db, compileSevere(db, type, severity))
}

function foundByAny(db: ReadableDb, rules: readonly CompiledRule[]): Condition {
  const conditions = rules.map((compiled) => failingRule(db, compiled))
  return conditions.length === 0 ? nothing : anyOf(conditions)
}

function foundOfSeverity(db: ReadableDb, type: EntityType, severity: Severity): EntitySet {
  const sets = compileSevere(db, type, severity).map((compiled) => foundBy(db, compiled))
  return EntitySet.of([]).with(sets)
}

function compileSevere(db: ReadableDb, type: EntityType, severity: Severity): CompiledRule[] {
  const rules = listActiveRules(db, type).filter((rule) => rule.severity === severity)
  return rules.map((rule) => compileRule(db, rule))
}

provideQuality({
  scorePlan,
  ofRule,
  ruleKeys: (db, type) => listActiveRules(db, type).map(({ key }) => key),
  ofSeverity,
  foundOfSeverity,
})
