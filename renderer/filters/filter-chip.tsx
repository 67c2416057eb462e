import { X } from 'lucide-react'
import { parseUuid } from '#shared/entities.ts'
import { arityOf, type FilterJoin } from '#shared/filters.ts'
import { splitList } from '#shared/text.ts'
import { parsePeriod } from '#shared/iso-times.ts'
import { periodLabel, type FilterField, choiceOf, labelOf } from './filter-fields.ts'
import type { FilterClause, FilterGroup } from '../query/grid-query.ts'
import { cachedByLanguage, t } from '../ui/text.ts'
import { type LabelOf, useReferenceLabels } from './use-reference-labels.ts'

interface FilterChipProps {
  clause: FilterClause
  field: FilterField | undefined
  joinedBy: FilterJoin | undefined
  onOpen: () => void
  onRemove: () => void
}

export function FilterChip({ clause, field, joinedBy, onOpen, onRemove }: FilterChipProps) {
  const labelOf = useReferenceLabels({ join: 'and', clauses: [clause], groups: [] }, field ? [field] : [])
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
  const text = describeGroup(group, fields, useReferenceLabels(group, fields))
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
  labelOf?: LabelOf,
): string {
  const parts = clauses.map((clause) => {
    const field = fields.find(({ key }) => key === clause.key)
    const { name, operator, value } = describeClause(clause, field, labelOf)
    return `${name} ${operator} ${value}`.trim()
  })
  const inner = groups.map((group) => `(${describeGroup(group, fields, labelOf)})`)
  return [...parts, ...inner].join(` ${join === 'and' ? t('and¦filter') : t('or')} `)
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
  labelOf: LabelOf = () => undefined,
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

function valueText({ operator, value }: FilterClause, field: FilterField, labelOfEntity: LabelOf): string {
  const { family } = field
  if (family === 'boolean') return value === 'true' ? t('checked') : t('not checked')
  const parts = arityOf(operator) === 'many' ? splitList(value) : [value]
  const names = parts.map((part) =>
    family === 'id' ? (labelOfEntity(part) ?? shortId(part)) : labelOf(field, part),
  )
  return names.join(', ')
}

function shortId(id: string): string {
  return parseUuid(id) === undefined ? id : `${id.slice(0, 8)}…`
}

function cut(text: string): string {
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text
}
