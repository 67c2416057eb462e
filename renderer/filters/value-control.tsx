import { useId, useState } from 'react'
import { arityOf, isOperator, operators } from '#shared/filters.ts'
import { splitList } from '#shared/text.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { EntityResource, EntityType } from '#shared/entities.ts'
import type { FilterClause } from '../query/grid-query.ts'
import { Select } from '../ui/select.tsx'
import { SuggestInput, type Suggestion } from '../ui/suggest-input.tsx'
import { TextInput } from '../ui/field.tsx'
import { TokenPicker, type Token } from '../ui/token-picker.tsx'
import { type FilterField, labelOf, periodLabel, valueFault } from './filter-fields.ts'
import { useFilteredList, besidesKey } from './use-filter-fields.ts'
import { entitiesByIdQuery, entityChoicesQuery } from '../api/entities-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { cachedByLanguage, t } from '../ui/text.ts'
import { fetchDistinct } from '../query/list-queries.ts'
import { formatCount } from '../ui/format-count.ts'
import { useDebouncedValue } from '../ui/focus.ts'
import { parsePeriod } from '#shared/iso-times.ts'

interface ValueControlProps {
  clause: FilterClause
  field: FilterField
  onChange: (value: string) => void
}

const settleMs = 150

function useSuggestions(field: FilterField, text: string, isListOpened: boolean): readonly Suggestion[] {
  const { api } = useWorkspace()
  const list = useFilteredList()
  const isText = field.family === 'text'
  const sought = useDebouncedValue(isText ? text.trim() : '', settleMs)
  const isOffered =
    list !== undefined && field.dataType !== undefined && (isText || field.family === 'number')
  const query = list && besidesKey(list.query, field.key)
  const { data } = useQuery({
    queryKey: ['suggestions', api.workspaceId, list?.type, field.key, sought, query] as const,
    queryFn: ({ signal }) =>
      list && query ? fetchDistinct(api, list.type, { query, key: field.key, text: sought, signal }) : [],
    enabled: isOffered && isListOpened,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    // A slow list of suggestions must not disturb typing.
    retry: false,
  })
  return (isOffered ? (data ?? []) : []).flatMap(({ value, count }) =>
    typeof value === 'string' || typeof value === 'number'
      ? [{ value: String(value), hint: formatCount(count) }]
      : [],
  )
}

interface DateValueProps {
  value: string
  onChange: (value: string) => void
}

const exact = 'date'
const counted = /^(last|next)_(\d+)_days?$/
const words = [
  'this_day',
  'last_day',
  'next_day',
  'last_7_days',
  'last_30_days',
  'next_7_days',
  'next_30_days',
]
const calendar = ['this_week', 'last_week', 'this_month', 'last_month', 'this_year', 'last_year']
const options = cachedByLanguage(() => [
  { value: exact, label: t('Date') },
  ...[...words, ...calendar].map((value) => ({ value, label: periodLabel(value) })),
  { value: 'last', label: t('last … days') },
  { value: 'next', label: t('next … days') },
])

const begun: Readonly<Record<string, string>> = { last: 'last_14_days', next: 'next_14_days' }

function DateValue({ value, onChange }: DateValueProps) {
  const kind = kindOf(value)
  const isListed = options().some((option) => option.value === kind)
  const choose = (next: string): void => onChange(next === exact ? '' : (begun[next] ?? next))
  return (
    <div className="clause-value">
      <Select
        label={t('Date or period')}
        value={kind}
        options={isListed ? options() : [...options(), { value: kind, label: periodLabel(kind) }]}
        onChange={choose}
      />
      {kind === exact && (
        <TextInput aria-label={t('Value')} type="date" value={value.slice(0, 10)} onChange={onChange} />
      )}
      {kind in begun && <DayCount value={value} onChange={onChange} />}
    </div>
  )
}

function kindOf(value: string): string {
  if (options().some((option) => option.value === value)) return value
  const [, direction] = counted.exec(value) ?? []
  if (direction !== undefined) return direction
  return parsePeriod(value) === undefined ? exact : value
}

function DayCount({ value, onChange }: DateValueProps) {
  const [, direction = '', count = ''] = counted.exec(value) ?? []
  const change = (days: string): void =>
    onChange(`${direction}_${Math.max(1, Math.trunc(Number(days)) || 1)}_days`)
  return (
    <TextInput aria-label={t('Days')} type="number" min={1} max={36_525} value={count} onChange={change} />
  )
}

const booleans = cachedByLanguage(() => [
  { value: 'true', label: t('checked') },
  { value: 'false', label: t('not checked') },
])

export function ValueControl(props: ValueControlProps) {
  const { clause, field, onChange } = props
  const { family, options, referenceType } = field
  if (arityOf(clause.operator) === 'boolean') return <span />
  if (family === 'boolean') {
    return <Select label={t('Value')} value={clause.value} options={booleans()} onChange={onChange} />
  }
  if (family === 'id' && referenceType !== undefined) {
    return <ReferenceValue clause={clause} type={referenceType} onChange={onChange} />
  }
  const takesOption = options.length > 0 && isOperator(clause.operator) && operators[clause.operator].isWhole
  return takesOption ? <OptionValue {...props} /> : <TextValue {...props} />
}

function OptionValue({ clause, field, onChange }: ValueControlProps) {
  const toToken = (value: string) => ({ value, label: labelOf(field, value) })
  return (
    <TokenPicker
      label={t('Value')}
      single={arityOf(clause.operator) !== 'many'}
      tokens={splitList(clause.value).map(toToken)}
      choices={field.options.map(toToken)}
      onChange={(tokens) => onChange(tokens.map(({ value }) => value).join(','))}
      placeholder={t('Choose…')}
    />
  )
}

function TextValue({ clause, field, onChange }: ValueControlProps) {
  const id = useId()
  const list = useFilteredList()
  if (isDate(field) && list !== undefined) return <DateValue value={clause.value} onChange={onChange} />
  const fault = valueFault(clause, field)
  const isWhole = isOperator(clause.operator) && operators[clause.operator].isWhole
  const Line = isWhole && !isDate(field) ? ProposedValue : TypedValue
  return (
    <div className="clause-value">
      <Line {...{ clause, field, onChange }} faultId={fault === undefined ? undefined : id} />
      {fault !== undefined && (
        <p className="ui-field-error" id={id}>
          {fault}
        </p>
      )}
    </div>
  )
}

function isDate({ family }: FilterField): boolean {
  return family === 'date' || family === 'timestamp'
}

interface LineProps extends ValueControlProps {
  faultId: string | undefined
}

function TypedValue({ clause, field, onChange, faultId }: LineProps) {
  return (
    <TextInput
      aria-label={t('Value')}
      aria-invalid={faultId !== undefined || undefined}
      aria-describedby={faultId}
      type={isDate(field) ? 'date' : 'text'}
      inputMode={inputModeOf(field)}
      value={isDate(field) ? clause.value.slice(0, 10) : clause.value}
      onChange={onChange}
      placeholder={t('Value')}
    />
  )
}

function inputModeOf({ family }: FilterField): 'decimal' | 'text' {
  return family === 'number' ? 'decimal' : 'text'
}

function ProposedValue({ clause, field, onChange, faultId }: LineProps) {
  const [isListOpened, setListOpened] = useState(false)
  const isMany = arityOf(clause.operator) === 'many'
  const typedAt = isMany ? clause.value.lastIndexOf(',') + 1 : 0
  const suggestions = useSuggestions(field, clause.value.slice(typedAt), isListOpened)
  const before = clause.value.slice(0, typedAt)
  return (
    <SuggestInput
      label={t('Value')}
      value={clause.value}
      suggestions={suggestions.map(({ value, hint }) => ({ value: `${before}${value}`, hint }))}
      onChange={onChange}
      onOpen={() => setListOpened(true)}
      inputMode={inputModeOf(field)}
      placeholder={isMany ? t('Values, separated by commas') : t('Value')}
      faultId={faultId}
    />
  )
}

interface ReferenceValueProps {
  clause: FilterClause
  type: EntityType
  onChange: (value: string) => void
}

function ReferenceValue({ clause, type, onChange }: ReferenceValueProps) {
  const { api } = useWorkspace()
  const [search, setSearch] = useState('')
  const ids = splitList(clause.value)
  const found = useQuery({ ...entityChoicesQuery(api, type, search), placeholderData: keepPreviousData })
  const chosen = useQuery({ ...entitiesByIdQuery(api, type, ids), placeholderData: keepPreviousData })
  const tokens = ids.map((id) => toToken([...(chosen.data ?? []), ...(found.data ?? [])], id))
  return (
    <TokenPicker
      label={t('Value')}
      single={arityOf(clause.operator) !== 'many'}
      tokens={tokens}
      choices={(found.data ?? []).map(({ id, label }) => ({ value: id, label: label ?? id }))}
      onSearch={setSearch}
      onChange={(next) => onChange(next.map(({ value }) => value).join(','))}
    />
  )
}

function toToken(known: readonly EntityResource[], id: string): Token {
  return { value: id, label: known.find((entity) => entity.id === id)?.label ?? `${id.slice(0, 8)}…` }
}
