import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ListFilter, X, ArrowDown, ArrowUp, ArrowDownUp, Plus, Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { EntityType } from '#shared/entities.ts'
import { changedByKey } from '#shared/filters.ts'
import { ruleFilterKey } from '#shared/quality.ts'
import { allClauses, type GridQuery, clearSort, setSort, type SortKey } from '../query/grid-query.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Popover } from '../ui/popover.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { FilterBuilder } from './filter-builder.tsx'
import { FilterChip, GroupChip } from './filter-chip.tsx'
import { useFieldsAround, useFilterFields } from './use-filter-fields.ts'
import { countQuery } from '../query/list-queries.ts'
import { lengthFields, pathFields, sortFields, type FilterField } from './filter-fields.ts'
import './filter-bar.css'
import { t, cachedByLanguage } from '../ui/text.ts'
import { describeMatching } from '../state/entity-types.ts'
import { SearchSelect, Select } from '../ui/select.tsx'
import './sort-panel.css'

interface FilterBarProps {
  type: EntityType
  query: GridQuery
  onQueryChange: (query: GridQuery) => void
  children?: ReactNode
}

function MatchCount({ type, query }: Pick<FilterBarProps, 'type' | 'query'>) {
  const { api } = useWorkspace()
  const { data: matching } = useQuery({ ...countQuery(api, type, query), placeholderData: keepPreviousData })
  return (
    <p className="filter-count" role="status" aria-label={t('Matches')}>
      {matching !== undefined && describeMatching(matching, type)}
    </p>
  )
}

interface SortPanelProps {
  fields: readonly FilterField[]
  query: GridQuery
  onQueryChange: (query: GridQuery) => void
}

function SortPanel({ fields, query, onQueryChange }: SortPanelProps) {
  const sortable = sortFields(fields)
  const free = sortable.filter(({ key }) => !query.sort.some((sortKey) => sortKey.key === key))
  const change = (sort: readonly SortKey[]): void => onQueryChange({ ...query, sort })
  const add = (): void => {
    const [field] = free
    if (field !== undefined) change([...query.sort, { key: field.key, descending: false }])
  }
  const trigger = (
    <Button variant="ghost" disabled={sortable.length === 0}>
      <ArrowDownUp aria-hidden />
      {t('Sort')}
      <StateCount count={query.sort.length} />
    </Button>
  )
  return (
    <Popover trigger={trigger} title={t('Sort')}>
      <div className="sort-panel">
        {query.sort.length === 0 && (
          <p className="ui-field-hint">{t('Rows are in the order in which they were added.')}</p>
        )}
        {query.sort.map((sortKey, index) => (
          <SortRow
            key={sortKey.key}
            sortKey={sortKey}
            index={index}
            count={query.sort.length}
            fields={sortable.filter(
              ({ key }) => key === sortKey.key || free.some((field) => field.key === key),
            )}
            onChange={(next) => change(query.sort.with(index, next))}
            onMove={(step) => change(moved(query.sort, index, step))}
            onRemove={() => change(query.sort.toSpliced(index, 1))}
          />
        ))}
        <Button variant="ghost" onClick={add} disabled={free.length === 0}>
          <Plus aria-hidden />
          {t('Add a sort key')}
        </Button>
      </div>
    </Popover>
  )
}

function moved(sort: readonly SortKey[], index: number, step: 1 | -1): SortKey[] {
  const sortKey = sort[index]
  return sortKey === undefined ? [...sort] : sort.toSpliced(index, 1).toSpliced(index + step, 0, sortKey)
}

const directions = cachedByLanguage(() => [
  { value: 'ascending', label: t('ascending') },
  { value: 'descending', label: t('descending') },
])

interface SortRowProps {
  sortKey: SortKey
  index: number
  count: number
  fields: readonly FilterField[]
  onChange: (sortKey: SortKey) => void
  onMove: (step: 1 | -1) => void
  onRemove: () => void
}

function SortRow({ sortKey, index, count, fields, onChange, onMove, onRemove }: SortRowProps) {
  return (
    <div className="sort-row" role="group" aria-label={t('Sort key {index}', { index: index + 1 })}>
      <span className="clause-word">{index === 0 ? t('Sort by') : t('then by')}</span>
      <SearchSelect
        label={t('Attribute')}
        searchLabel={t('Find an attribute')}
        value={sortKey.key}
        options={fields.map(({ key, name }) => ({ value: key, label: name }))}
        onChange={(key) => onChange({ ...sortKey, key })}
      />
      <Select
        label={t('Direction')}
        value={sortKey.descending ? 'descending' : 'ascending'}
        options={directions()}
        onChange={(direction) => onChange({ ...sortKey, descending: direction === 'descending' })}
      />
      <IconButton label={t('More important')} disabled={index === 0} onClick={() => onMove(-1)}>
        <ArrowUp aria-hidden />
      </IconButton>
      <IconButton label={t('Less important')} disabled={index === count - 1} onClick={() => onMove(1)}>
        <ArrowDown aria-hidden />
      </IconButton>
      <IconButton label={t('Remove this sort key')} onClick={onRemove}>
        <Trash2 aria-hidden />
      </IconButton>
    </div>
  )
}

export function FilterBar({ type, query, onQueryChange, children }: FilterBarProps) {
  const fields = useFilterFields(type)
  const [isOpen, setIsOpen] = useState(false)
  const isRead =
    isOpen ||
    query.groups.length > 0 ||
    query.clauses.some(({ key }) => key === changedByKey || key === ruleFilterKey)
  const around = useFieldsAround(type, fields, isRead)
  const clauses = allClauses(query)
  const filtered = [...around, ...lengthFields(fields, clauses), ...pathFields(fields, clauses)]
  const trigger = (
    <Button variant="ghost" disabled={fields.length === 0}>
      <ListFilter aria-hidden />
      {t('Filter')}
      <StateCount count={query.clauses.length + query.groups.length} />
    </Button>
  )
  return (
    <div className="filter-room">
      <div
        className="filter-bar"
        role="group"
        aria-label={t('Filters and order')}
        onPointerOver={({ target }) => target instanceof Element && showLabel(target.closest('button'))}
      >
        <Popover trigger={trigger} title={t('Filter')} open={isOpen} onOpenChange={setIsOpen}>
          <FilterBuilder type={type} fields={filtered} query={query} onQueryChange={onQueryChange} />
          <MatchCount type={type} query={query} />
        </Popover>
        <SortPanel fields={fields} query={query} onQueryChange={onQueryChange} />
        {children}
        {/* Not after the chips: pressing it commits typed text, a chip grows, and the click would miss the button. */}
        {query.clauses.length + query.groups.length > 0 && (
          <Button
            variant="ghost"
            onClick={() => onQueryChange({ ...query, clauses: [], groups: [], join: 'and' })}
          >
            <X aria-hidden />
            {t('Clear filters')}
          </Button>
        )}
        <FilterChips {...{ fields: filtered, query, onQueryChange }} onOpen={() => setIsOpen(true)} />
        <SortSummary fields={fields} query={query} onQueryChange={onQueryChange} />
      </div>
    </div>
  )
}

function showLabel(button: HTMLButtonElement | null): void {
  if (button !== null && getComputedStyle(button).fontSize === '0px') button.title = button.innerText
}

interface FilterChipsProps extends SortSummaryProps {
  onOpen: () => void
}

function FilterChips({ fields, query, onQueryChange, onOpen }: FilterChipsProps) {
  const removeAt = (index: number): void =>
    onQueryChange({ ...query, clauses: query.clauses.filter((_clause, at) => at !== index) })
  const removeGroupAt = (index: number): void =>
    onQueryChange({ ...query, groups: query.groups.filter((_group, at) => at !== index) })
  return (
    <>
      {query.clauses.map((clause, index) => (
        <FilterChip
          key={`${index} ${clause.key} ${clause.operator} ${clause.value}`}
          clause={clause}
          field={fields.find(({ key }) => key === clause.key)}
          joinedBy={index > 0 ? query.join : undefined}
          onOpen={onOpen}
          onRemove={() => removeAt(index)}
        />
      ))}
      {query.groups.map((group, index) => (
        <GroupChip
          key={`${index} ${JSON.stringify(group)}`}
          group={group}
          fields={fields}
          joinedBy={index + query.clauses.length > 0 ? query.join : undefined}
          onOpen={onOpen}
          onRemove={() => removeGroupAt(index)}
        />
      ))}
    </>
  )
}

interface SortSummaryProps {
  fields: readonly FilterField[]
  query: GridQuery
  onQueryChange: (query: GridQuery) => void
}

function SortSummary({ fields, query, onQueryChange }: SortSummaryProps) {
  if (query.sort.length === 0) return null
  const sortable = sortFields(fields)
  const nameOf = ({ key }: SortKey): string => sortable.find((field) => field.key === key)?.name ?? key
  return (
    <span className="sort-summary">
      <span className="filter-join">{t('Sorted by')}</span>
      {query.sort.map((sortKey) => (
        <SortChip
          key={sortKey.key}
          name={nameOf(sortKey)}
          descending={sortKey.descending}
          onTurn={() => onQueryChange(setSort(query, { ...sortKey, descending: !sortKey.descending }, true))}
          onRemove={() => onQueryChange(clearSort(query, sortKey.key))}
        />
      ))}
    </span>
  )
}

interface SortChipProps {
  name: string
  descending: boolean
  onTurn: () => void
  onRemove: () => void
}

function SortChip({ name, descending, onTurn, onRemove }: SortChipProps) {
  const Arrow = descending ? ArrowDown : ArrowUp
  return (
    <span className="filter-chip">
      <button
        type="button"
        className="filter-chip-text"
        aria-label={
          descending ? t('{name}, descending: reverse', { name }) : t('{name}, ascending: reverse', { name })
        }
        onClick={onTurn}
      >
        <Arrow aria-hidden />
        <b>{name}</b>
      </button>
      <button
        type="button"
        className="filter-chip-remove"
        aria-label={t('Do not sort by {name}', { name })}
        onClick={onRemove}
      >
        <X aria-hidden />
      </button>
    </span>
  )
}

function StateCount({ count }: { count: number }) {
  return count === 0 ? null : (
    <span className="filter-state" aria-hidden>
      {count}
    </span>
  )
}
