import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { arityOf, type FilterJoin } from '#shared/filters.ts'
import { splitList } from '#shared/text.ts'
import { entitiesByIdQuery } from '../api/entities-queries.ts'
import { parsePeriod } from '#shared/iso-times.ts'
import { periodLabel, type FilterField, choiceOf, labelOf } from './filter-fields.ts'
import type { FilterClause, FilterGroup } from '../query/grid-query.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { cachedByLanguage, t } from '../ui/text.ts'

interface FilterChipProps {
  clause: FilterClause
  field: FilterField | undefined
  joinedBy: FilterJoin | undefined
  onOpen: () => void
  onRemove: () => void
}

export function FilterChip({ clause, field, joinedBy, onOpen, onRemove }: FilterChipProps) {
  const labelOf = useLabels(clause, field)
  const { name, operator, value } = describeClause(clause, field, labelOf)
  return (
    <>
      {joinedBy !== undefined && <span className="filter-join">{joinedBy}</span>}
      <span className="filter-chip">
        <button type="button" className="filter-chip-text" onClick={onOpen}>
          <b>{name}</b> {operator} {value !== '' && <b>{value}</b>}
        </button>
        <button
          type="button"
          className="filter-chip-remove"
          aria-label={t('Remove the filter {name} {operator} {value}', { name, operator, value }).trim()}
          onClick={onRemove}
        >
          <X aria-hidden />
        </button>
      </span>
    </>
  )
}

interface GroupChipProps extends Pick<FilterChipProps, 'joinedBy' | 'onOpen' | 'onRemove'> {
  group: FilterGroup
  fields: readonly FilterField[]
}

export function GroupChip({ group, fields, joinedBy, onOpen, onRemove }: GroupChipProps) {
  const text = describeGroup(group, fields)
  return (
    <>
      {joinedBy !== undefined && <span className="filter-join">{joinedBy}</span>}
      <span className="filter-chip" title={text}>
        <button type="button" className="filter-chip-text" onClick={onOpen}>
          <b>({text})</b>
        </button>
        <button
          type="button"
          className="filter-chip-remove"
          aria-label={t('Remove the group {text}', { text })}
          onClick={onRemove}
        >
          <X aria-hidden />
        </button>
      </span>
    </>
  )
}

export function describeGroup(
  { join, clauses, groups }: FilterGroup,
  fields: readonly FilterField[],
): string {
  const parts = clauses.map((clause) => {
    const { name, operator, value } = describeClause(
      clause,
      fields.find(({ key }) => key === clause.key),
    )
    return `${name} ${operator} ${value}`.trim()
  })
  return [...parts, ...groups.map((group) => `(${describeGroup(group, fields)})`)].join(` ${join} `)
}

function useLabels(
  { operator, value }: FilterClause,
  field: FilterField | undefined,
): (id: string) => string | undefined {
  const { api } = useWorkspace()
  const isReference = field?.family === 'id' && arityOf(operator) !== 'boolean'
  const ids = isReference ? splitList(value) : []
  const { data } = useQuery({
    ...entitiesByIdQuery(api, field?.referenceType ?? 'product', ids),
    enabled: field?.referenceType !== undefined && ids.length > 0,
  })
  return (id) => data?.find((entity) => entity.id === id)?.label ?? undefined
}

interface ClauseText {
  readonly name: string
  readonly operator: string
  readonly value: string
}

const longestValue = 40

const inPeriod = cachedByLanguage((): Readonly<Record<string, string>> => ({
  eq: t('is within'),
  ne: t('is not within'),
}))

export function describeClause(
  clause: FilterClause,
  field: FilterField | undefined,
  labelOf: (id: string) => string | undefined = () => undefined,
): ClauseText {
  if (field === undefined) return { name: clause.key, operator: clause.operator, value: clause.value }
  const choice = choiceOf(clause, field)
  const operator = choice?.label ?? clause.operator
  if (choice?.value !== undefined) return { name: field.name, operator, value: '' }
  if (isPeriod(clause, field))
    return {
      name: field.name,
      operator: inPeriod()[clause.operator] ?? operator,
      value: periodLabel(clause.value),
    }
  return { name: field.name, operator, value: cut(valueText(clause, field, labelOf)) }
}

function isPeriod({ value }: FilterClause, { family }: FilterField): boolean {
  return (family === 'date' || family === 'timestamp') && parsePeriod(value) !== undefined
}

function valueText(
  { operator, value }: FilterClause,
  field: FilterField,
  labelOfEntity: (id: string) => string | undefined,
): string {
  const { family } = field
  if (family === 'boolean') return value === 'true' ? t('checked') : t('not checked')
  const parts = arityOf(operator) === 'many' ? splitList(value) : [value]
  const names = parts.map((part) =>
    family === 'id' ? (labelOfEntity(part) ?? `${part.slice(0, 8)}…`) : labelOf(field, part),
  )
  return names.join(', ')
}

function cut(text: string): string {
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text
}
