import type { FieldError } from '#shared/errors.ts'
import type { QualityTry, QualityTryRequest } from '#shared/quality.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { Faults } from '../errors.ts'
import { checkEntityType } from '../names.ts'
import { compileRule } from './compile-rule.ts'
import { findPart, takeRows } from './found-parts.ts'
import { toFindings } from './finding-json.ts'
import type { Rule } from './known-rules.ts'
import { countRule } from './summary.ts'
import { checkContent } from './write-rules.ts'

interface TryRule {
  readonly body: Partial<QualityTryRequest>
  readonly faults: readonly FieldError[]
}

const defaultSample = 5

/** What a rule would find that is still being written: 200 with the counts and the first findings. Nothing is stored. */
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
