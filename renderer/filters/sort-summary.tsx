import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { clearSort, setSort, type GridQuery, type SortKey } from '../query/grid-query.ts'
import type { FilterField } from './filter-fields.ts'

interface SortSummaryProps {
  fields: readonly FilterField[]
  query: GridQuery
  onQueryChange: (query: GridQuery) => void
}

/** The order of the rows, most important key first; pressing a key turns it round. */
export function SortSummary({ fields, query, onQueryChange }: SortSummaryProps) {
  if (query.sort.length === 0) return null
  const nameOf = ({ key }: SortKey): string => fields.find((field) => field.key === key)?.name ?? key
  return (
    <span className="sort-summary">
      <span className="filter-join">Sorted by</span>
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
        aria-label={`${name}, ${descending ? 'descending' : 'ascending'}: turn round`}
        onClick={onTurn}
      >
        <Arrow aria-hidden />
        <b>{name}</b>
      </button>
      <button
        type="button"
        className="filter-chip-remove"
        aria-label={`Do not sort by ${name}`}
        onClick={onRemove}
      >
        <X aria-hidden />
      </button>
    </span>
  )
}
