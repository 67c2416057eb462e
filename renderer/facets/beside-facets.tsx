import { useSelector, createAtom } from '@tanstack/react-store'
import { Suspense, type ReactNode, useEffect } from 'react'
import type { EntityType } from '#shared/entities.ts'
import type { GridQuery } from '../query/grid-query.ts'
import { useGridColumns } from '../query/use-grid-columns.ts'
import { gridLayoutOf } from '../state/grid-layout.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import './facets.css'
import { ChartBarBig } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { t } from '../ui/text.ts'
import { focusRequests, showFacets } from './facet-state.ts'

const offered = createAtom<{ readonly toggle: (() => void) | undefined }>({ toggle: undefined })

export function toggleFacets(): void {
  offered.get().toggle?.()
}

export function FacetsButton({ type }: { type: EntityType }) {
  const { workspace } = useWorkspace()
  const { columns } = useGridColumns(workspace.id, type)
  const look = gridLayoutOf(workspace.id, type)
  const isOpen = useSelector(look.facets, ({ names }) => names !== null)
  useEffect(() => {
    const toggle = (): void => {
      if (columns) showFacets(look, columns, !isOpen)
      if (!isOpen) focusRequests.set((count) => count + 1)
    }
    offered.set({ toggle })
    return () => offered.set({ toggle: undefined })
  }, [look, columns, isOpen])
  return (
    <Button
      variant="ghost"
      aria-pressed={isOpen}
      disabled={columns === undefined}
      onClick={() => columns && showFacets(look, columns, !isOpen)}
    >
      <ChartBarBig aria-hidden />
      {t('Facets')}
    </Button>
  )
}

const LazyFacets = lazyPart(async () => (await import('./facet-panel.tsx')).FacetPanel)

interface BesideFacetsProps {
  readonly type: EntityType
  readonly query: GridQuery
  readonly onQueryChange: (query: GridQuery) => void
  readonly children: ReactNode
}

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
