import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type EntityType } from '#shared/entities.ts'
import type { SavedAction } from '#shared/bulk-operations.ts'
import { sampleBulkEdit } from '../../query/bulk-requests.ts'
import { type GridQuery, emptyGridQuery, isNarrowed } from '../../query/grid-query.ts'
import { countQuery } from '../../query/list-queries.ts'
import { useLocation } from '../../query/location.ts'
import { useWorkspace } from '../../state/workspace-context.ts'
import {
  type EditTarget,
  firstRows,
  listedTarget,
  namedTargets,
  selectedRows,
} from '../actions/bulk-target.ts'
import type { GridSession } from '../data/grid-session.ts'
import { hasPlace } from './bulk-change.ts'
import { openSession } from '../actions/open-sessions.ts'
import { t } from '../../ui/text.ts'
import { formatEntityCount } from '../../state/entity-types.ts'

type Scope = 'action' | 'selection' | 'matching' | 'all'

const sampledRows = 10

export type AffectedRows = ReturnType<typeof useAffectedRows>

export function useAffectedRows(type: EntityType, isOfSelection: boolean, action: SavedAction | undefined) {
  const { api, workspace } = useWorkspace()
  const { query } = useLocation().location
  const session = openSession(workspace.id, type)
  const { data: matching = 0 } = useQuery(countQuery(api, type, query))
  const { data: total = 0 } = useQuery(countQuery(api, type))
  const [{ spans, count: selected }] = useState(() => selectedRows(session))
  const filteredAction = action !== undefined && hasPlace(action) ? action : undefined
  const [scope, setScope] = useScope(isOfSelection || selected > 1, filteredAction !== undefined)
  const counts: Readonly<Record<Scope, number>> = {
    action: useActionCount(session, filteredAction),
    selection: selected,
    matching,
    all: total,
  }
  const isByIds = scope === 'selection' && selected < matching
  const listTarget = targetOfScope(scope, query, filteredAction)
  return {
    type,
    session,
    scope,
    setScope,
    counts,
    count: counts[scope],
    narrowing: isNarrowed(query) ? listedTarget(query) : undefined,
    hasActionPlace: filteredAction !== undefined,
    place: JSON.stringify([scope, isByIds ? spans : listTarget]),
    targets: async (): Promise<readonly EditTarget[]> =>
      isByIds ? namedTargets(session, query, spans) : [listTarget],
    sampled: async (): Promise<EditTarget> =>
      (isByIds ? (await namedTargets(session, query, firstRows(spans, sampledRows)))[0] : undefined) ??
      listTarget,
  }
}

function useScope(isSelection: boolean, hasActionPlace: boolean) {
  const [chosen, setScope] = useState<Scope>(isSelection ? 'selection' : 'matching')
  // `chosen` may remain 'action' after the user picks an action without a filter.
  const scope: Scope = chosen === 'action' && !hasActionPlace ? 'matching' : chosen
  return [scope, setScope] as const
}

function targetOfScope(scope: Scope, query: GridQuery, action: SavedAction | undefined): EditTarget {
  if (scope === 'action' && action !== undefined) return targetOfAction(action)
  return listedTarget(scope === 'all' ? emptyGridQuery : query)
}

function targetOfAction({ filter, filter_join, q }: SavedAction): EditTarget {
  return { filter, filter_join, ...(q !== '' && { q }) }
}

function useActionCount(session: GridSession, action: SavedAction | undefined): number {
  const { api, type } = session
  const { data = 0 } = useQuery({
    queryKey: ['saved-action-count', api.workspaceId, type, action],
    queryFn: async ({ signal }) => {
      if (action === undefined) return 0
      const { set, clear } = action
      const change = { ...(Object.keys(set).length > 0 && { set }), ...(clear.length > 0 && { clear }) }
      return (await sampleBulkEdit(api, { type, ...targetOfAction(action), ...change }, signal)).matched
    },
    enabled: action !== undefined,
    gcTime: 0,
  })
  return data
}

export function AffectedRowsChoice({ affected }: { affected: AffectedRows }) {
  const { type, counts, scope, setScope, narrowing, hasActionPlace } = affected
  const isNarrow = narrowing !== undefined
  const describe = (count: number): string => formatEntityCount(count, type)
  const choices: readonly (readonly [Scope, string])[] = [
    ...(hasActionPlace
      ? [['action', t('Where the action applies: {value}', { value: describe(counts.action) })] as const]
      : []),
    [
      'selection',
      counts.selection === 0
        ? t('The selection: select rows in the grid first')
        : t('The selection: {value}', { value: describe(counts.selection) }),
    ],
    ...(isNarrow
      ? [['matching', t('Everything that matches: {value}', { value: describe(counts.matching) })] as const]
      : []),
    [
      isNarrow ? 'all' : 'matching',
      t('Everything: {value}', { value: describe(isNarrow ? counts.all : counts.matching) }),
    ],
  ]
  return (
    <fieldset className="bulk-affected">
      <legend className="ui-field-label">{t('Which rows')}</legend>
      {choices.map(([offered, text]) => {
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
