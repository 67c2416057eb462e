import type { Family } from '#shared/attributes.ts'
import { parseUuid } from '#shared/entities.ts'
import { arityOf } from '#shared/filters.ts'
import { splitList } from '#shared/text.ts'
import { isComplete } from '../query/complete-clause.ts'
import type { FilterClause } from '../query/grid-query.ts'
import type { FilterField } from './filter-fields.ts'
import { byLanguage, t } from '../ui/text.ts'

const checks = byLanguage(
  (): Partial<Record<Family, { isFit: (text: string) => boolean; sentence: string }>> => ({
    number: { isFit: (text) => Number.isFinite(Number(text)), sentence: t('Enter a number, such as 12.5.') },
    id: { isFit: (text) => parseUuid(text) !== undefined, sentence: t('Enter the full ID of an entry.') },
  }),
)

/** What is wrong with the value of a clause, before the server says so; undefined while there is none. */
export function valueFault(clause: FilterClause, { family }: FilterField): string | undefined {
  const check = checks()[family]
  if (check === undefined || arityOf(clause.operator) === 'boolean' || !isComplete(clause)) return undefined
  const values = arityOf(clause.operator) === 'many' ? splitList(clause.value) : [clause.value.trim()]
  return values.every(check.isFit) ? undefined : check.sentence
}
