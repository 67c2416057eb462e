import { Trash2 } from 'lucide-react'
import type { FilterJoin } from '#shared/filters.ts'
import type { FilterClause } from '../query/grid-query.ts'
import { IconButton } from '../ui/button.tsx'
import { Select } from '../ui/select.tsx'
import { ConditionFields } from './condition-fields.tsx'
import { newClause, type FilterField } from './filter-fields.ts'

const joins = [
  { value: 'and', label: 'and' },
  { value: 'or', label: 'or' },
] as const

interface ClauseRowProps {
  clause: FilterClause
  fields: readonly FilterField[]
  index: number
  join: FilterJoin
  onJoinChange: (join: FilterJoin) => void
  onChange: (clause: FilterClause) => void
  onRemove: () => void
}

/** One clause: attribute, operator, value. One join holds for all; the second row offers it. */
export function ClauseRow(props: ClauseRowProps) {
  const { clause, fields, index, join, onJoinChange, onChange, onRemove } = props
  const field = fields.find(({ key }) => key === clause.key)
  return (
    <div className="clause-row" role="group" aria-label={`Filter ${index + 1}`}>
      {index === 1 ? (
        <Select label="Join of the filters" value={join} options={joins} onChange={onJoinChange} />
      ) : (
        <span className="clause-word">{index === 0 ? 'Where' : join}</span>
      )}
      <Select
        label="Attribute"
        value={clause.key}
        options={fields.map(({ key, name }) => ({ value: key, label: name }))}
        onChange={(key) => onChange(clauseAbout(key, fields, clause))}
      />
      {field !== undefined && <ConditionFields clause={clause} field={field} onChange={onChange} />}
      <IconButton label="Remove this filter" onClick={onRemove}>
        <Trash2 aria-hidden />
      </IconButton>
    </div>
  )
}

function clauseAbout(key: string, fields: readonly FilterField[], previous: FilterClause): FilterClause {
  const field = fields.find((candidate) => candidate.key === key)
  return field === undefined || key === previous.key ? previous : newClause(field)
}
