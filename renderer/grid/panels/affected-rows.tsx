import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pluralOf, type EntityType } from '#shared/entities.ts'
import { emptyGridQuery, isNarrowed } from '../../query/grid-query.ts'
import { countQuery } from '../../query/list-queries.ts'
import { usePlace } from '../../query/use-place.ts'
import { useWorkspace } from '../../state/workspace-context.ts'
import { countOf } from '../../ui/format-count.ts'
import {
  type EditTarget,
  firstRows,
  listedTarget,
  namedTargets,
  selectedRows,
} from '../actions/bulk-target.ts'
import { openSession } from '../actions/open-sessions.ts'

/** Which rows a bulk edit may be about. */
type Scope = 'selection' | 'matching' | 'all'

const sampledRows = 10

export type AffectedRows = ReturnType<typeof useAffectedRows>

/** Which rows are meant, how many they are, and how a bulk edit names them. */
export function useAffectedRows(type: EntityType, isOfSelection: boolean) {
  const { api, workspace } = useWorkspace()
  const { place } = usePlace()
  const { query } = place
  const session = openSession(workspace.id, type)
  const { data: matching = 0 } = useQuery(countQuery(api, type, query))
  const { data: total = 0 } = useQuery(countQuery(api, type))
  const [{ spans, count: selected }] = useState(() => selectedRows(session))
  const [scope, setScope] = useState<Scope>(isOfSelection || selected > 1 ? 'selection' : 'matching')
  const counts: Readonly<Record<Scope, number>> = { selection: selected, matching, all: total }
  // What is selected from end to end is what the list names.
  const isNamed = scope === 'selection' && selected < matching
  const listed = listedTarget(scope === 'all' ? emptyGridQuery : query)
  return {
    type,
    session,
    scope,
    setScope,
    counts,
    count: counts[scope],
    isNarrowed: isNarrowed(query),
    /** Names the target apart from others: whose sample is shown. */
    place: JSON.stringify([scope, isNamed ? spans : listed]),
    targets: async (): Promise<readonly EditTarget[]> =>
      isNamed ? namedTargets(session, query, spans) : [listed],
    sampled: async (): Promise<EditTarget> =>
      (isNamed ? (await namedTargets(session, query, firstRows(spans, sampledRows)))[0] : undefined) ??
      listed,
  }
}

/** The choice of the rows, each with its number. */
export function AffectedRowsChoice({ affected }: { affected: AffectedRows }) {
  const { type, counts, scope, setScope, isNarrowed } = affected
  const told = (count: number): string => countOf(count, type, pluralOf[type])
  const offers: readonly (readonly [Scope, string])[] = [
    [
      'selection',
      counts.selection === 0
        ? 'The selection: select rows in the grid first'
        : `The selection: ${told(counts.selection)}`,
    ],
    ...(isNarrowed ? [['matching', `Everything that matches: ${told(counts.matching)}`] as const] : []),
    [isNarrowed ? 'all' : 'matching', `Everything: ${told(isNarrowed ? counts.all : counts.matching)}`],
  ]
  return (
    <fieldset className="bulk-affected">
      <legend className="ui-field-label">Which rows</legend>
      {offers.map(([offered, text]) => {
        const isEmpty = offered === 'selection' && counts.selection === 0
        return (
          <label key={offered} data-disabled={isEmpty || undefined}>
            <input
              type="radio"
              name="bulk-affected"
              checked={scope === offered}
              disabled={isEmpty}
              onChange={() => setScope(offered)}
            />
            {text}
          </label>
        )
      })}
    </fieldset>
  )
}
