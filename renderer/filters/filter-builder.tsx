import { useMemo } from 'react'
import type { EntityType } from '#shared/entities.ts'
import type { FilterClause, GridQuery } from '../query/grid-query.ts'
import { useDrafts } from './filter-drafts.ts'
import type { FilterField } from './filter-fields.ts'
import { FilteredListProvider } from './filtered-list.ts'
import { FilterRows } from './filter-rows.tsx'
import './filter-builder.css'
import { t } from '../ui/text.ts'

interface FilterBuilderProps {
  fields: readonly FilterField[]
  type: EntityType
  query: GridQuery
  /** A clause that is begun beside those of the query. */
  begun?: FilterClause | undefined
  /** Whether it begins without a condition where there is none. */
  startsEmpty?: boolean
  /** What is said while there is no condition. */
  whenEmpty?: string
  onQueryChange: (query: GridQuery) => void
}

/** Edits the clauses and their groups; the rows follow at once, as far as the clauses are complete. */
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
        <FilterRows group={draft} fields={props.fields} place={[]} onChange={setDraft} />
      </FilteredListProvider>
    </div>
  )
}
