import { entityTypes, toEntityType, type EntityType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import type { ReviewSummary } from '#shared/schemas/review.ts'
import { isOneOf, tableOf } from '#shared/text.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { countOpen, countOpenOf, hasProposals, markChanges } from '../../store/tables/proposals.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { Faults } from '../errors.ts'

export interface SummarizeReview {
  readonly type?: string | undefined
  readonly faults: readonly FieldError[]
}

/** How many proposals are open: of each type, and of one type by attribute, job and whether a quote was found. */
export function summarizeReview(db: ReadableDb, { type, faults: structural }: SummarizeReview): Answer {
  const faults = new Faults(structural)
  if (type !== undefined && !isOneOf(entityTypes, type))
    faults.add('type', 'invalid_value', entityTypes, type)
  faults.throwIfAny()
  const byType = new Map(countOpen(db).map((row) => [toEntityType(row.type), row.open]))
  const open = tableOf(entityTypes, (each) => byType.get(each) ?? 0)
  const total = [...byType.values()].reduce((sum, each) => sum + each, 0)
  const parts = isOneOf(entityTypes, type) ? partsOf(db, type) : { attributes: [], jobs: [], verified: 0 }
  const summary: ReviewSummary = {
    open,
    ...parts,
    has_proposals: hasProposals(db),
    mark: `${markChanges(db)}.${total}`,
  }
  return dataAnswer(200, JSON.stringify(summary))
}

function partsOf(db: ReadableDb, type: EntityType): Pick<ReviewSummary, 'attributes' | 'jobs' | 'verified'> {
  const { byId } = attributesOf(db, type)
  const [attributes, jobs] = [new Map<string, number>(), new Map<string, number>()]
  let verified = 0
  for (const row of countOpenOf(db, type)) {
    const key = byId.get(row.attribute)?.key
    if (key !== undefined) attributes.set(key, (attributes.get(key) ?? 0) + row.open)
    if (row.job !== null) jobs.set(row.job, (jobs.get(row.job) ?? 0) + row.open)
    if (row.verified === 1) verified += row.open
  }
  return {
    attributes: [...attributes].map(([key, open]) => ({ key, open })),
    jobs: [...jobs].map(([id, open]) => ({ id, open })),
    verified,
  }
}
