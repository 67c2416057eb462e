import { useMemo, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { EntityType } from '#shared/entities.ts'
import { isComplete, type FilterClause, type GridQuery, type FilterGroup } from '../query/grid-query.ts'
import {
  type FilterField,
  newClause,
  valueFault,
  choiceOf,
  operatorChoices,
  withChoice,
} from './filter-fields.ts'
import { FilteredListProvider } from './use-filter-fields.ts'
import './filter-builder.css'
import { t, cachedByLanguage } from '../ui/text.ts'
import { FolderPlus, Plus, Trash2 } from 'lucide-react'
import { type FilterJoin, maxFilterDepth } from '#shared/filters.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Select } from '../ui/select.tsx'
import { ValueControl } from './value-control.tsx'

interface FilterBuilderProps {
  fields: readonly FilterField[]
  type: EntityType
  query: GridQuery
  begun?: FilterClause | undefined
  /** Whether an empty filter starts without a condition. */
  startsEmpty?: boolean
  whenEmpty?: string
  onQueryChange: (query: GridQuery) => void
}

const settleMs = 250

interface ClauseDraft {
  readonly id: string
  readonly clause: FilterClause
}

interface GroupDraft {
  readonly id: string
  readonly join: FilterJoin
  readonly clauses: readonly ClauseDraft[]
  readonly groups: readonly GroupDraft[]
}

interface DraftSource {
  readonly fields: readonly FilterField[]
  readonly query: GridQuery
  readonly begun?: FilterClause | undefined
  readonly startsEmpty?: boolean
  readonly onQueryChange: (query: GridQuery) => void
}

/**
 * The filter in editing. Complete clauses go into the query once typing pauses; drafts follow changes of
 * the query from elsewhere.
 */
function useDrafts(source: DraftSource) {
  const { fields, query, onQueryChange } = source
  const [draft, setDraft] = useState<GroupDraft>(() => startOf(source))
  const known = useRef(toText(query))
  const settle = (edited: GroupDraft): void => {
    const filter = sendable(edited, fields)
    if (toText(filter) === known.current) return
    known.current = toText(filter)
    onQueryChange({ ...query, ...filter })
  }
  const settleLate = useEffectEvent(settle)

  useEffect(() => {
    if (toText(query) === known.current) return
    known.current = toText(query)
    setDraft(toDraft(query))
  }, [query])

  useEffect(() => {
    const timer = setTimeout(() => settleLate(draft), settleMs)
    return () => clearTimeout(timer)
  }, [draft])

  // Closing a draft while a change is pending would lose it.
  const settleNow = useEffectEvent(() => settle(draft))
  useEffect(() => () => settleNow(), [])

  return { draft, setDraft, settle: () => settle(draft) }
}

function sendable({ join, clauses, groups }: GroupDraft, fields: readonly FilterField[]): FilterGroup {
  return {
    join,
    clauses: clauses.map(({ clause }) => clause).filter((clause) => isSendable(clause, fields)),
    groups: groups
      .map((group) => sendable(group, fields))
      .filter((group) => group.clauses.length + group.groups.length > 0),
  }
}

function isSendable(clause: FilterClause, fields: readonly FilterField[]): boolean {
  const field = fields.find(({ key }) => key === clause.key)
  return isComplete(clause) && (field === undefined || valueFault(clause, field) === undefined)
}

function toText(filter: FilterGroup): string {
  return JSON.stringify(toPlain(filter))
}

function toPlain({ join, clauses, groups }: FilterGroup): unknown {
  return [join, clauses.map(({ key, operator, value }) => [key, operator, value]), groups.map(toPlain)]
}

function toDraft({ join, clauses, groups }: FilterGroup): GroupDraft {
  return { id: crypto.randomUUID(), join, clauses: clauses.map(draftOf), groups: groups.map(toDraft) }
}

function draftOf(clause: FilterClause): ClauseDraft {
  return { id: crypto.randomUUID(), clause }
}

/** Makes a group: alternatives, since conditions that must all hold need no group. */
function newGroup(fields: readonly FilterField[], around: FilterJoin): GroupDraft {
  const join = around === 'and' ? 'or' : 'and'
  return toDraft({ join, clauses: fields.slice(0, 1).map(newClause), groups: [] })
}

function startOf({ fields: [first], query, begun, startsEmpty = false }: DraftSource): GroupDraft {
  if (begun !== undefined) return toDraft({ ...query, clauses: [...query.clauses, begun] })
  const isEmpty = query.clauses.length + query.groups.length === 0
  return toDraft(
    isEmpty && first !== undefined && !startsEmpty ? { ...query, clauses: [newClause(first)] } : query,
  )
}

interface FilterRowsProps {
  group: GroupDraft
  fields: readonly FilterField[]
  path: readonly number[]
  onChange: (group: GroupDraft) => void
}

function FilterRows({ group, fields, path, onChange }: FilterRowsProps) {
  const { join, clauses, groups } = group
  const changeJoin = (next: FilterJoin): void => onChange({ ...group, join: next })
  const addClause = (): void =>
    onChange({
      ...group,
      clauses: [...clauses, ...fields.slice(0, 1).map((field) => draftOf(newClause(field)))],
    })
  const addGroup = (): void => onChange({ ...group, groups: [...groups, newGroup(fields, join)] })
  const wordAt = (index: number) => <JoinWord {...{ index, join, path }} onChange={changeJoin} />
  return (
    <>
      {clauses.map(({ id, clause }, index) => (
        <ClauseRow
          key={id}
          clause={clause}
          fields={fields}
          label={nameOf(path, index)}
          word={wordAt(index)}
          onChange={(next) =>
            onChange({
              ...group,
              clauses: clauses.map((draft) => (draft.id === id ? { id, clause: next } : draft)),
            })
          }
          onRemove={() => onChange({ ...group, clauses: clauses.filter((draft) => draft.id !== id) })}
        />
      ))}
      {groups.map((inner, index) => (
        <GroupRow
          key={inner.id}
          group={inner}
          fields={fields}
          path={[...path, index + 1]}
          word={wordAt(clauses.length + index)}
          onChange={(next) =>
            onChange({ ...group, groups: groups.map((each) => (each.id === inner.id ? next : each)) })
          }
          onRemove={() => onChange({ ...group, groups: groups.filter(({ id }) => id !== inner.id) })}
        />
      ))}
      <AddButtons {...{ path }} onClause={addClause} onGroup={addGroup} />
    </>
  )
}

interface AddButtonsProps {
  path: readonly number[]
  onClause: () => void
  onGroup: () => void
}

function AddButtons({ path, onClause, onGroup }: AddButtonsProps) {
  const isWhole = path.length === 0
  return (
    <div className="filter-add">
      <Button variant="ghost" onClick={onClause}>
        <Plus aria-hidden />
        {isWhole ? t('Add a filter') : t('Add to this group')}
      </Button>
      {path.length + 1 < maxFilterDepth && (
        <Button variant="ghost" onClick={onGroup}>
          <FolderPlus aria-hidden />
          {isWhole ? t('Add a group') : t('Add a group inside')}
        </Button>
      )}
    </div>
  )
}

function nameOf(path: readonly number[], index: number): string {
  return path.length === 0
    ? t('Filter {index}', { index: index + 1 })
    : t('Group {place}, condition {index}', { place: path.join('.'), index: index + 1 })
}

const joins = cachedByLanguage(
  () =>
    [
      { value: 'and', label: t('and¦filter') },
      { value: 'or', label: t('or') },
    ] as const,
)

const nameOfJoin = (join: FilterJoin): string | undefined =>
  joins().find(({ value }) => value === join)?.label

interface JoinWordProps {
  index: number
  join: FilterJoin
  path: readonly number[]
  onChange: (join: FilterJoin) => void
}

function JoinWord({ index, join, path, onChange }: JoinWordProps) {
  if (index !== 1) return <span className="clause-word">{index === 0 ? t('Where') : nameOfJoin(join)}</span>
  const label =
    path.length === 0 ? t('Join of the filters') : t('Join of group {place}', { place: path.join('.') })
  return <Select label={label} value={join} options={joins()} onChange={onChange} />
}

interface GroupRowProps extends FilterRowsProps {
  word: ReactNode
  onRemove: () => void
}

function GroupRow({ group, fields, path, word, onChange, onRemove }: GroupRowProps) {
  return (
    <div className="group-row" role="group" aria-label={t('Group {place}', { place: path.join('.') })}>
      {word}
      <div className="group-rows">
        <FilterRows {...{ group, fields, path, onChange }} />
      </div>
      <IconButton label={t('Remove this group')} onClick={onRemove}>
        <Trash2 aria-hidden />
      </IconButton>
    </div>
  )
}

interface ClauseRowProps {
  clause: FilterClause
  fields: readonly FilterField[]
  label: string
  word: ReactNode
  onChange: (clause: FilterClause) => void
  onRemove: () => void
}

function ClauseRow({ clause, fields, label, word, onChange, onRemove }: ClauseRowProps) {
  const field = fields.find(({ key }) => key === clause.key)
  return (
    <div className="clause-row" role="group" aria-label={label}>
      {word}
      <Select
        label={t('Attribute')}
        value={clause.key}
        options={fields.map(({ key, name }) => ({ value: key, label: name }))}
        onChange={(key) => onChange(clauseAbout(key, fields, clause))}
      />
      {field !== undefined && <ConditionFields clause={clause} field={field} onChange={onChange} />}
      <IconButton label={t('Remove this filter')} onClick={onRemove}>
        <Trash2 aria-hidden />
      </IconButton>
    </div>
  )
}

function clauseAbout(key: string, fields: readonly FilterField[], previous: FilterClause): FilterClause {
  const field = fields.find((candidate) => candidate.key === key)
  return field === undefined || key === previous.key ? previous : newClause(field)
}

export function FilterBuilder(props: FilterBuilderProps) {
  const { draft, setDraft, settle } = useDrafts(props)
  const { type, query, whenEmpty = t('No filter: all rows are shown.') } = props
  const list = useMemo(() => ({ type, query }), [type, query])
  return (
    <div
      className="filter-builder"
      // Applied at once when the focus leaves: waiting longer could lose the text when the panel closes.
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && settle()}
    >
      {draft.clauses.length + draft.groups.length === 0 && <p className="ui-field-hint">{whenEmpty}</p>}
      <FilteredListProvider value={list}>
        <FilterRows group={draft} fields={props.fields} path={[]} onChange={setDraft} />
      </FilteredListProvider>
    </div>
  )
}

interface ConditionFieldsProps {
  clause: FilterClause
  field: FilterField
  onChange: (clause: FilterClause) => void
}

export function ConditionFields({ clause, field, onChange }: ConditionFieldsProps) {
  const choices = operatorChoices(field)
  const choose = (id: string): void => {
    const choice = choices.find((candidate) => candidate.id === id)
    if (choice !== undefined) onChange(withChoice(clause, choice))
  }
  return (
    <>
      <Select
        label={t('Operator')}
        value={choiceOf(clause, field)?.id ?? ''}
        options={choices.map(({ id, label }) => ({ value: id, label }))}
        onChange={choose}
      />
      <div className="clause-operand">
        <ValueControl clause={clause} field={field} onChange={(value) => onChange({ ...clause, value })} />
      </div>
    </>
  )
}
