import { FolderPlus, Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { type FilterJoin, maxFilterDepth } from '#shared/filters.ts'
import type { FilterClause } from '../query/grid-query.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Select } from '../ui/select.tsx'
import { ConditionFields } from './condition-fields.tsx'
import { draftOf, type GroupDraft, newGroup } from './filter-drafts.ts'
import { newClause, type FilterField } from './filter-fields.ts'
import { byLanguage, t } from '../ui/text.ts'

interface FilterRowsProps {
  group: GroupDraft
  fields: readonly FilterField[]
  /** Its number among the groups of each level above, from 1; none for the whole filter. */
  place: readonly number[]
  onChange: (group: GroupDraft) => void
}

/** The clauses of a group, the groups in it, and what adds to both. */
export function FilterRows({ group, fields, place, onChange }: FilterRowsProps) {
  const { join, clauses, groups } = group
  const changeJoin = (next: FilterJoin): void => onChange({ ...group, join: next })
  const addClause = (): void =>
    onChange({
      ...group,
      clauses: [...clauses, ...fields.slice(0, 1).map((field) => draftOf(newClause(field)))],
    })
  const addGroup = (): void => onChange({ ...group, groups: [...groups, newGroup(fields, join)] })
  const wordAt = (index: number) => <JoinWord {...{ index, join, place }} onChange={changeJoin} />
  return (
    <>
      {clauses.map(({ id, clause }, index) => (
        <ClauseRow
          key={id}
          clause={clause}
          fields={fields}
          label={nameOf(place, index)}
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
          place={[...place, index + 1]}
          word={wordAt(clauses.length + index)}
          onChange={(next) =>
            onChange({ ...group, groups: groups.map((each) => (each.id === inner.id ? next : each)) })
          }
          onRemove={() => onChange({ ...group, groups: groups.filter(({ id }) => id !== inner.id) })}
        />
      ))}
      <AddButtons {...{ place }} onClause={addClause} onGroup={addGroup} />
    </>
  )
}

interface AddButtonsProps {
  place: readonly number[]
  onClause: () => void
  onGroup: () => void
}

function AddButtons({ place, onClause, onGroup }: AddButtonsProps) {
  const isWhole = place.length === 0
  return (
    <div className="filter-add">
      <Button variant="ghost" onClick={onClause}>
        <Plus aria-hidden />
        {isWhole ? t('Add a filter') : t('Add to this group')}
      </Button>
      {place.length + 1 < maxFilterDepth && (
        <Button variant="ghost" onClick={onGroup}>
          <FolderPlus aria-hidden />
          {isWhole ? t('Add a group') : t('Add a group inside')}
        </Button>
      )}
    </div>
  )
}

function nameOf(place: readonly number[], index: number): string {
  return place.length === 0
    ? t('Filter {index}', { index: index + 1 })
    : t('Group {place}, condition {index}', { place: place.join('.'), index: index + 1 })
}

const joins = byLanguage(
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
  place: readonly number[]
  onChange: (join: FilterJoin) => void
}

/** One join holds for all of a group; its second row offers it. */
function JoinWord({ index, join, place, onChange }: JoinWordProps) {
  if (index !== 1) return <span className="clause-word">{index === 0 ? t('Where') : nameOfJoin(join)}</span>
  const label =
    place.length === 0 ? t('Join of the filters') : t('Join of group {place}', { place: place.join('.') })
  return <Select label={label} value={join} options={joins()} onChange={onChange} />
}

interface GroupRowProps extends FilterRowsProps {
  word: ReactNode
  onRemove: () => void
}

function GroupRow({ group, fields, place, word, onChange, onRemove }: GroupRowProps) {
  return (
    <div className="group-row" role="group" aria-label={t('Group {place}', { place: place.join('.') })}>
      {word}
      <div className="group-rows">
        <FilterRows {...{ group, fields, place, onChange }} />
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

/** One clause: attribute, operator, value. */
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
