import { storeResults } from '../../store/quality/stored-results.ts'
import { hidesAttributes } from '../../store/computed/hidden-attributes.ts'
import { acceptFinding, reopenFinding } from './accept-finding.ts'
import { fixChunk, previewFix } from './fix-values.ts'
import { listFindings, toFindings } from './findings.ts'
import { readQuality, summarizeQuality, countRule, summaryOf } from './summary.ts'
import { readDailyPoints, recordDailyPoints } from './daily-points.ts'
import { storeChecks } from './store-checks.ts'
import {
  createQualityRule,
  deleteQualityRule,
  listQualityRules,
  updateQualityRule,
  checkContent,
} from './write-rules.ts'
import type { FieldError } from '#shared/errors.ts'
import {
  type QualityTry,
  type QualityTryRequest,
  type QualityScores,
  noSeverity,
  scoreKey,
  severities,
  type Severity,
} from '#shared/quality.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { type Answer, dataAnswer, checkEntityType } from '../answer.ts'
import { Faults } from '../errors.ts'
import { compileRule, failingRule, type CompiledRule } from './compile-rule.ts'
import { findPart, takeRows, cachedChecked, cachedFailing } from './found-parts.ts'
import { findType, type Rule, isScored, listActiveRules } from './known-rules.ts'
import type { EntityType } from '#shared/entities.ts'
import { type Attribute, attributesOf } from '../../store/tables/attributes.ts'
import { getValuePlan, measuredPlan, type ValuePlan } from '../../store/computed/value-plan.ts'
import {
  listGroupMembers,
  toScore,
  type Weights,
  scoreFromWeights,
  scoreSql,
  type ScoredCheck,
  weighAll,
  type WeighedCheck,
} from '../../store/quality/score-sql.ts'
import { listDays } from '../../store/tables/quality.ts'
import { stubsJson } from '../entities/entity-json.ts'
import { cacheUntilWritten } from '../../store/database/caches.ts'
import { EntitySet } from '../../store/quality/entity-set.ts'
import { findMembers } from '../../store/quality/followed-values.ts'
import { allOf } from '../../store/quality/value-conditions.ts'
import { anyOf, type Condition, negate, nothing } from '../../store/query/condition.ts'
import { draftFormula } from '../attributes/preview-formula.ts'
import { provideQuality } from '../channels/completeness-plans.ts'

interface TryRule {
  readonly body: Partial<QualityTryRequest>
  readonly faults: readonly FieldError[]
}

const defaultSample = 5

/** Tries an unsaved rule: 200 with the counts and the first findings. Nothing is stored. */
export function tryQualityRule(db: ReadableDb, { body, faults: structural }: TryRule): Answer {
  const faults = new Faults(structural)
  const type = checkEntityType(body.entity_type, faults)
  const content = checkContent(db, type, body, faults)
  const rule: Rule = {
    id: '',
    key: 'try',
    name: '',
    entity_type: faults.settled(type),
    origin: 'own',
    ...faults.settled(content),
  }
  const compiled = compileRule(db, rule)
  const scope = { type: rule.entity_type, entity: undefined, filter: undefined, mark: '', isAccepted: false }
  const found = compiled.parts.map((part) => findPart(db, compiled, part, scope))
  const rows = takeRows(found, { part: 0, behind: 0, skip: 0 }, body.sample ?? defaultSample)
  const tried: QualityTry = {
    ...countRule(db, rule),
    findings: rows.flatMap(({ part, id }) => {
      const one = found[part]
      return one ? toFindings(db, rule, one.part, [id], false) : []
    }),
  }
  return dataAnswer(200, JSON.stringify(tried))
}

interface ReadScores {
  readonly type?: string | undefined
  readonly by?: string | undefined
  readonly faults: readonly FieldError[]
}

/** The score of a type, of each entity behind one of its references, the worst first, and day by day: 200. */
function readQualityScores(db: ReadableDb, { type: name, by, faults: structural }: ReadScores): Answer {
  const faults = new Faults(structural)
  const type = findType(name, faults)
  const grouping = groupingAttributes(db, type)
  const attribute = by === undefined ? grouping[0] : grouping.find(({ key }) => key === by)
  if (by !== undefined && !attribute)
    faults.add(
      'by',
      'invalid_value',
      grouping.map(({ key }) => key),
      by,
    )
  faults.throwIfAny()
  const scores: QualityScores = {
    score: summaryOf(db, type).score,
    by: attribute?.key ?? null,
    attributes: grouping.map((one) => ({
      key: one.key,
      name: one.name,
      type: one.extras.reference?.type ?? 'category',
    })),
    groups: attribute ? groupScores(db, type, attribute) : [],
    // Former scores are of all rules, also of those about values that the reader may not read.
    course: hidesAttributes(db) ? [] : listDays(db, type),
  }
  return dataAnswer(200, JSON.stringify(scores))
}

function groupingAttributes(db: ReadableDb, type: EntityType): Attribute[] {
  return attributesOf(db, type).list.filter((attribute) => {
    const target = attribute.extras.reference?.type
    const isGrouping = target === 'category' || target === 'vendor'
    return isGrouping && getValuePlan(db, attribute).isReference && attribute.traits.shape !== 'inverse'
  })
}

// No page shows more, and people look for the worst.
const maxGroups = 1000

interface Sum {
  entities: number
  all: number
  met: number
}

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

function weightsOf(db: ReadableDb, type: EntityType): Weights {
  return weighAll(db, type, () => scoredRules(db, type).map((compiled) => toWeighed(db, compiled)))
}

function toWeighed(db: ReadableDb, compiled: CompiledRule): WeighedCheck {
  const { rule, applies } = compiled
  const type = rule.entity_type
  const findChecked = () => (applies.length === 0 ? undefined : findMembers(db, type, allOf(type, applies)))
  return {
    weight: rule.weight,
    checked: cachedChecked(db, compiled) ?? findChecked(),
    failing: foundBy(db, compiled),
  }
}

function foundBy(db: ReadableDb, compiled: CompiledRule): EntitySet {
  return cachedFailing(db, compiled) ?? findMembers(db, compiled.rule.entity_type, failingRule(db, compiled))
}

function scorePlan(db: ReadableDb, type: EntityType): ValuePlan {
  return cacheUntilWritten(db, `score of ${type}`, () => {
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

function groupScores(db: ReadableDb, type: EntityType, attribute: Attribute): QualityScores['groups'] {
  const weights = weightsOf(db, type)
  const sums = new Map<number, Sum>()
  for (const [entity, group] of listGroupMembers(db, type, attribute))
    addTo(sums, group ?? 0, entity, weights)
  const groups = [...sums]
    .map(([id, sum]) => ({ id, entities: sum.entities, score: toScore(sum) }))
    .sort((a, b) => a.score - b.score || b.entities - a.entities || a.id - b.id)
    .slice(0, maxGroups)
  const stubs = stubsJson(
    db,
    groups.map(({ id }) => id),
  )
  return groups.map(({ id, entities, score }) => ({
    entity: JSON.parse(stubs.get(id) ?? 'null'),
    entities,
    score,
  }))
}

function addTo(sums: Map<number, Sum>, group: number, entity: number, { all, met }: Weights): void {
  const sum = sums.get(group) ?? { entities: 0, all: 0, met: 0 }
  sums.set(group, sum)
  sum.entities += 1
  sum.all += all[entity] ?? 0
  sum.met += met[entity] ?? 0
}

export const qualityReads = {
  listQualityRules,
  listFindings,
  summarizeQuality,
  readQuality,
  tryQualityRule,
  readQualityScores,
  previewFix,
  readDailyPoints,
}

export const qualityWrites = {
  createQualityRule,
  updateQualityRule,
  deleteQualityRule,
  acceptFinding,
  reopenFinding,
  fixChunk,
  storeChecks,
  recordDailyPoints,
  storeResults,
}
