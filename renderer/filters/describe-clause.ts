import { arityOf } from '#shared/filters.ts'
import { splitList } from '#shared/text.ts'
import type { FilterClause } from '../query/grid-query.ts'
import { choiceOf, type FilterField } from './filter-fields.ts'

export interface ClauseText {
  readonly name: string
  readonly operator: string
  /** Empty where the operator says it all. */
  readonly value: string
}

const longestValue = 40

/** A clause in words: `Price`, `is at least`, `10`. `labelOf` names the entities behind ids. */
export function describeClause(
  clause: FilterClause,
  field: FilterField | undefined,
  labelOf: (id: string) => string | undefined = () => undefined,
): ClauseText {
  if (field === undefined) return { name: clause.key, operator: clause.operator, value: clause.value }
  const choice = choiceOf(clause, field)
  const operator = choice?.label ?? clause.operator
  if (choice?.value !== undefined) return { name: field.name, operator, value: '' }
  return { name: field.name, operator, value: cut(valueText(clause, field, labelOf)) }
}

function valueText(
  { operator, value }: FilterClause,
  { family }: FilterField,
  labelOf: (id: string) => string | undefined,
): string {
  if (family === 'boolean') return value === 'true' ? 'checked' : 'not checked'
  const parts = arityOf(operator) === 'many' ? splitList(value) : [value]
  const names = family === 'id' ? parts.map((id) => labelOf(id) ?? `${id.slice(0, 8)}…`) : parts
  return names.join(', ')
}

function cut(text: string): string {
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text
}
