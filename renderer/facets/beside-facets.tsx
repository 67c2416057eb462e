import { useSelector } from '@tanstack/react-store'
import { Suspense, type ReactNode } from 'react'
import type { EntityType } from '#shared/entities.ts'
import type { GridQuery } from '../query/grid-query.ts'
import { useGridColumns } from '../query/use-grid-columns.ts'
import { gridLayoutOf } from '../state/grid-layout.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import './facets.css'

const LazyFacets = lazyPart(async () => (await import('./facet-panel.tsx')).FacetPanel)

interface BesideFacetsProps {
  readonly type: EntityType
  readonly query: GridQuery
  readonly onQueryChange: (query: GridQuery) => void
  /** What the facets stand beside. */
  readonly children: ReactNode
}

/** The rows with the facets beside them, where these are shown. */
export function BesideFacets({ children, ...props }: BesideFacetsProps) {
  const { workspace } = useWorkspace()
  const { columns } = useGridColumns(workspace.id, props.type)
  const look = gridLayoutOf(workspace.id, props.type)
  const { names } = useSelector(look.facets)
  return (
    <div className="facet-frame">
      {names !== null && columns && (
        <Suspense>
          <LazyFacets {...props} {...{ look, columns, names }} />
        </Suspense>
      )}
      <div className="facet-rows">{children}</div>
    </div>
  )
}
