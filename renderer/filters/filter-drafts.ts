import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FilterJoin } from '#shared/filters.ts'
import { isComplete } from '../query/complete-clause.ts'
import type { FilterClause, FilterGroup, GridQuery } from '../query/grid-query.ts'
import { newClause, type FilterField } from './filter-fields.ts'
import { valueFault } from './value-fault.ts'

const settleMs = 250

/** A clause as it is being edited; it may lack its value. */
export interface ClauseDraft {
  readonly id: string
  readonly clause: FilterClause
}

/** A group as it is being edited. */
export interface GroupDraft {
  readonly id: string
  readonly join: FilterJoin
  readonly clauses: readonly ClauseDraft[]
  readonly groups: readonly GroupDraft[]
}

interface DraftSource {
  readonly fields: readonly FilterField[]
  readonly query: GridQuery
  /** A clause that is begun beside those of the query. */
  readonly begun?: FilterClause | undefined
  /** Whether no clause is begun where there is none. */
  readonly startsEmpty?: boolean
  readonly onQueryChange: (query: GridQuery) => void
}

/**
 * The filter as it is being edited. Complete clauses go into the query once the typing pauses; where the query changes elsewhere
 * meanwhile, the drafts follow it.
 */
export function useDrafts(source: DraftSource) {
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

  // A draft that is closed while a change waits would lose it.
  const settleNow = useEffectEvent(() => settle(draft))
  useEffect(() => () => settleNow(), [])

  return { draft, setDraft, settle: () => settle(draft) }
}

/** What can be sent of a draft; a group in which nothing can is none. */
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

/** A clause to be edited. */
export function draftOf(clause: FilterClause): ClauseDraft {
  return { id: crypto.randomUUID(), clause }
}

/** A group to be edited: alternatives, since what must all hold needs no group. */
export function newGroup(fields: readonly FilterField[], around: FilterJoin): GroupDraft {
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
