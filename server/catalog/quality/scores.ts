/** The score per category and per vendor, and its course. */
import type { EntityType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import type { QualityScores } from '#shared/quality.ts'
import { type Attribute, attributesOf } from '../../store/tables/attributes.ts'
import { getValuePlan } from '../../store/computed/value-plan.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { listGroupMembers, toScore, type Weights } from '../../store/quality/score-sql.ts'
import { listDays } from '../../store/tables/quality.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { stubsJson } from '../entities/stub-json.ts'
import { Faults } from '../errors.ts'
import { findType } from './asked-rules.ts'
import { weightsOf } from './score-plan.ts'
import { summaryOf } from './summary.ts'

interface ReadScores {
  readonly type?: string | undefined
  readonly by?: string | undefined
  readonly faults: readonly FieldError[]
}

/** The score of a type, of each entity that one of its references leads to, the worst first, and day by day: 200. */
export function readQualityScores(
  db: ReadableDb,
  { type: name, by, faults: structural }: ReadScores,
): Answer {
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
    course: listDays(db, type),
  }
  return dataAnswer(200, JSON.stringify(scores))
}

/** The references that lead to categories and vendors. */
function groupingAttributes(db: ReadableDb, type: EntityType): Attribute[] {
  return attributesOf(db, type).list.filter((attribute) => {
    const target = attribute.extras.reference?.type
    const isGrouping = target === 'category' || target === 'vendor'
    return isGrouping && getValuePlan(db, attribute).isReference && attribute.traits.shape !== 'inverse'
  })
}

// More no page shows, and the worst are what people look for.
const maxGroups = 1000

interface Sum {
  entities: number
  all: number
  met: number
}

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
