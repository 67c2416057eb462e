import { useSelector } from '@tanstack/react-store'
import { createAtom } from '@tanstack/react-store'
import { ChartBarBig } from 'lucide-react'
import { useEffect } from 'react'
import type { EntityType } from '#shared/entities.ts'
import { useGridColumns } from '../query/use-grid-columns.ts'
import { gridLayoutOf } from '../state/grid-layout.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { t } from '../ui/text.ts'
import { focusRequests, showFacets } from './facet-state.ts'

/** What the command does; the button on the screen puts it here. */
const offered = createAtom<{ readonly toggle: (() => void) | undefined }>({ toggle: undefined })

/** Shows or hides the facets of the grid that is on the screen. */
export function toggleFacets(): void {
  offered.get().toggle?.()
}

/** The button of the panel with the facets; it is pressed while that is open. */
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
