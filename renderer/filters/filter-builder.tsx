import { Plus, Trash2 } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FilterJoin } from '#shared/filters.ts'
import { isComplete } from '../query/list-params.ts'
import type { FilterClause, GridQuery } from '../query/grid-query.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { newClause, type FilterField } from './filter-fields.ts'
import { valueFault } from './value-fault.ts'
import { Select } from '../ui/select.tsx'
import { ConditionFields } from './condition-fields.tsx'
import './filter-builder.css'

const settleMs = 250

interface FilterBuilderProps {
  fields: readonly FilterField[]
  query: GridQuery
  /** A clause that is begun beside those of the query. */
  begun?: FilterClause | undefined
  onQueryChange: (query: GridQuery) => void
}

/** Edits the clauses; the rows follow at once, as far as the clauses are complete. */
export function FilterBuilder(props: FilterBuilderProps) {
  const { fields, query, onQueryChange } = props
  const { drafts, setDrafts, addDraft, settle } = useDrafts(props)
  const replaceAt = (index: number, clause: FilterClause): void =>
    setDrafts(drafts.map((draft, at) => (at === index ? { ...draft, clause } : draft)))
  const changeJoin = (join: FilterJoin): void => onQueryChange({ ...query, join })
  return (
    <div
      className="filter-builder"
      // Whoever types and leaves at once is not waited for: what is closed would forget the text.
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && settle()}
    >
      {drafts.length === 0 && <p className="ui-field-hint">No filter: all rows are shown.</p>}
      {drafts.map(({ id, clause }, index) => (
        <ClauseRow
          key={id}
          clause={clause}
          fields={fields}
          index={index}
          join={query.join}
          onJoinChange={changeJoin}
          onChange={(next) => replaceAt(index, next)}
          onRemove={() => setDrafts(drafts.filter((draft) => draft.id !== id))}
        />
      ))}
      <Button variant="ghost" className="filter-add" onClick={addDraft}>
        <Plus aria-hidden />
        Add a filter
      </Button>
    </div>
  )
}

interface Draft {
  readonly id: string
  readonly clause: FilterClause
}

/**
 * The clauses as they are being edited. Complete ones go into the query once the typing pauses; where the query changes
 * elsewhere meanwhile, they follow it.
 */
function useDrafts(props: FilterBuilderProps) {
  const { fields, query, onQueryChange } = props
  const [drafts, setDrafts] = useState<readonly Draft[]>(() => startOf(props).map(toDraft))
  const known = useRef(toText(query.clauses))
  const settle = (edited: readonly Draft[]): void => {
    const clauses = edited.map(({ clause }) => clause).filter((clause) => isSendable(clause, fields))
    if (toText(clauses) === known.current) return
    known.current = toText(clauses)
    onQueryChange({ ...query, clauses })
  }
  const settleLate = useEffectEvent(settle)

  useEffect(() => {
    if (toText(query.clauses) === known.current) return
    known.current = toText(query.clauses)
    setDrafts(query.clauses.map(toDraft))
  }, [query.clauses])

  useEffect(() => {
    const timer = setTimeout(() => settleLate(drafts), settleMs)
    return () => clearTimeout(timer)
  }, [drafts])

  const addDraft = (): void => {
    const [field] = fields
    if (field !== undefined) setDrafts([...drafts, toDraft(newClause(field))])
  }
  return { drafts, setDrafts, addDraft, settle: () => settle(drafts) }
}

function isSendable(clause: FilterClause, fields: readonly FilterField[]): boolean {
  const field = fields.find(({ key }) => key === clause.key)
  return isComplete(clause) && (field === undefined || valueFault(clause, field) === undefined)
}

function toText(clauses: readonly FilterClause[]): string {
  return JSON.stringify(clauses.map(({ key, operator, value }) => [key, operator, value]))
}

function toDraft(clause: FilterClause): Draft {
  return { id: crypto.randomUUID(), clause }
}

function startOf({
  fields: [first],
  query: { clauses },
  begun,
}: FilterBuilderProps): readonly FilterClause[] {
  if (begun !== undefined) return [...clauses, begun]
  return clauses.length > 0 || first === undefined ? clauses : [newClause(first)]
}

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
function ClauseRow(props: ClauseRowProps) {
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
