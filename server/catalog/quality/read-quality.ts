import type { EntityType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import type { QualityOf } from '#shared/quality.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { testAll } from '../../store/quality/score-sql.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { getEntity } from '../entities/update-entity.ts'
import { Faults } from '../errors.ts'
import { compileRule, openOf } from './compile-rule.ts'
import { toFindings } from './finding-json.ts'
import { isScored, listActiveRules } from './known-rules.ts'
import { scoreOf } from './summary.ts'

export interface ReadQuality {
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
