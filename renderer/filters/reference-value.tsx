import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { EntityResource, EntityType } from '#shared/entities.ts'
import { arityOf } from '#shared/filters.ts'
import { splitList } from '#shared/text.ts'
import { entitiesByIdQuery, entityChoicesQuery } from '../api/entities-queries.ts'
import type { FilterClause } from '../query/grid-query.ts'
import { TokenPicker, type Token } from '../ui/token-picker.tsx'
import { useWorkspace } from '../state/workspace-context.ts'

interface ReferenceValueProps {
  clause: FilterClause
  type: EntityType
  onChange: (value: string) => void
}

/** Picks the entities that a reference filter matches, found by their text. */
export function ReferenceValue({ clause, type, onChange }: ReferenceValueProps) {
  const { api } = useWorkspace()
  const [search, setSearch] = useState('')
  const ids = splitList(clause.value)
  const found = useQuery({ ...entityChoicesQuery(api, type, search), placeholderData: keepPreviousData })
  const chosen = useQuery({ ...entitiesByIdQuery(api, type, ids), placeholderData: keepPreviousData })
  const tokens = ids.map((id) => toToken([...(chosen.data ?? []), ...(found.data ?? [])], id))
  return (
    <TokenPicker
      label="Value"
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
