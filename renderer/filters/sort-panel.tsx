import { ArrowDown, ArrowDownUp, ArrowUp, Plus, Trash2 } from 'lucide-react'
import type { GridQuery, SortKey } from '../query/grid-query.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Popover } from '../ui/popover.tsx'
import { SearchSelect } from '../ui/search-select.tsx'
import { Select } from '../ui/select.tsx'
import { type FilterField, sortFields } from './filter-fields.ts'
import { StateCount } from './state-count.tsx'
import './sort-panel.css'
import { byLanguage, t } from '../ui/text.ts'

interface SortPanelProps {
  fields: readonly FilterField[]
  query: GridQuery
  onQueryChange: (query: GridQuery) => void
}

/** The keys of the order, the most important one first, each with its direction. */
export function SortPanel({ fields, query, onQueryChange }: SortPanelProps) {
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

const directions = byLanguage(() => [
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
