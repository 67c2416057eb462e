import type { MouseEvent } from 'react'
import { type AttributeDefinition, dataTypeTraits } from '#shared/attributes.ts'
import { emptyGridQuery } from '../query/grid-query.ts'
import { everything, toSearch, type Place } from '../query/place.ts'
import { goTo } from '../query/use-place.ts'
import { gridLayoutOf } from '../state/grid-layout.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { formatCount } from '../ui/format-count.ts'
import { t } from '../ui/text.ts'
import { useClusterPlace } from './use-clusters.ts'

interface RowsLinkProps {
  readonly attribute: Pick<AttributeDefinition, 'key' | 'data_type'>
  readonly value: string
  readonly count: number
}

/** How many rows have a value; leads to them in the grid, its column in sight. */
export function RowsLink({ attribute: { key, data_type: dataType }, value, count }: RowsLinkProps) {
  const { api } = useWorkspace()
  const { type: view } = useClusterPlace()
  const operator = dataTypeTraits[dataType].hasTokens ? 'contains' : 'eq'
  const query = { ...emptyGridQuery, clauses: [{ key, operator, value }] }
  const place: Place = { workspaceId: api.workspaceId, view, savedView: everything, query }
  const follow = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    gridLayoutOf(api.workspaceId, view).seek(key)
    goTo(place)
  }
  return (
    <a className="cluster-rows" href={toSearch(place)} onClick={follow}>
      <span aria-hidden>{formatCount(count)}</span>
      <span className="visually-hidden">
        {t('Show the {count, plural, one {# row} other {# rows}} with “{value}”', { count, value })}
      </span>
    </a>
  )
}
