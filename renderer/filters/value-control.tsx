import { useId, useState } from 'react'
import { arityOf, isOperator, operators } from '#shared/filters.ts'
import { splitList } from '#shared/text.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { EntityResource, EntityType } from '#shared/entities.ts'
import type { FilterClause } from '../query/grid-query.ts'
import { Select } from '../ui/select.tsx'
import { SuggestInput } from '../ui/suggest-input.tsx'
import { TextInput } from '../ui/text-field.tsx'
import { TokenPicker, type Token } from '../ui/token-picker.tsx'
import { type FilterField, labelOf } from './filter-fields.ts'
import { DateValue } from './date-value.tsx'
import { useFilteredList } from './filtered-list.ts'
import { useSuggestions } from './use-suggestions.ts'
import { valueFault } from './value-fault.ts'
import { entitiesByIdQuery, entityChoicesQuery } from '../api/entities-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { byLanguage, t } from '../ui/text.ts'

interface ValueControlProps {
  clause: FilterClause
  field: FilterField
  onChange: (value: string) => void
}

const booleans = byLanguage(() => [
  { value: 'true', label: t('checked') },
  { value: 'false', label: t('not checked') },
])

/** The control that fits the field and the operator. */
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
  /** The id of the sentence that says what is wrong with the value. */
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

/** A whole value, or several, of which those are proposed that rows have. */
function ProposedValue({ clause, field, onChange, faultId }: LineProps) {
  const [isWanted, setIsWanted] = useState(false)
  const isMany = arityOf(clause.operator) === 'many'
  // Of several values the last is the one that is being typed.
  const typedAt = isMany ? clause.value.lastIndexOf(',') + 1 : 0
  const suggestions = useSuggestions(field, clause.value.slice(typedAt), isWanted)
  const before = clause.value.slice(0, typedAt)
  return (
    <SuggestInput
      label={t('Value')}
      value={clause.value}
      suggestions={suggestions.map(({ value, hint }) => ({ value: `${before}${value}`, hint }))}
      onChange={onChange}
      onOpen={() => setIsWanted(true)}
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

/** Picks the entities that a reference filter matches, found by their text. */
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
