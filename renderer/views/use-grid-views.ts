import { useQuery } from '@tanstack/react-query'
import { useSelector } from '@tanstack/react-store'
import { useLayoutEffect, useMemo } from 'react'
import type { EntityType } from '#shared/entities.ts'
import type { GridView } from '#shared/views.ts'
import { viewsQuery } from '../api/views-queries.ts'
import { emptyGridQuery, isNarrowed, type GridQuery } from '../query/grid-query.ts'
import { gridLayoutOf, plainLook, type LookStore } from '../state/grid-layout.ts'
import { useGridColumns } from '../query/use-grid-columns.ts'
import { everything } from '../query/location.ts'
import { useLocation } from '../query/use-location.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { toViewContent, isChanged, lookFromView, toQuery, type ViewContent } from './view-content.ts'

export interface GridViews {
  readonly type: EntityType
  readonly views: readonly GridView[]
  readonly active: GridView | undefined
  /** The shown content as it would be saved; undefined until the columns are known. */
  readonly content: ViewContent | undefined
  readonly isDirty: boolean
  /** False until the content of the grid is known. */
  readonly isReady: boolean
  readonly choose: (view: GridView | undefined) => void
}

export function useGridViews(type: EntityType): GridViews {
  const { workspace } = useWorkspace()
  const { location, change } = useLocation()
  const { columns } = useGridColumns(workspace.id, type)
  const { data, isPending } = useQuery(viewsQuery(workspace.id, type))
  const views = data ?? noViews
  const store = gridLayoutOf(workspace.id, type)
  const { savedView, query } = location
  const isBare = savedView === undefined && query.sort.length === 0 && !isNarrowed(query)
  const preset = isBare ? views.find((view) => view.is_default) : undefined
  const active = views.find(({ id }) => id === savedView)
  const apply = (view: GridView | undefined): void => {
    store.appliedView.set({ id: view?.id })
    if (columns !== undefined) store.set(view === undefined ? plainLook : lookFromView(view, columns))
  }
  const choose = (view: GridView | undefined, replace = false): void => {
    apply(view)
    change(
      { query: view === undefined ? emptyGridQuery : toQuery(view), savedView: view?.id ?? everything },
      replace,
    )
  }

  useLayoutEffect(() => {
    if (isPending || columns === undefined) return
    if (preset !== undefined) return choose(preset, true)
    if (store.appliedView.get().id !== active?.id) apply(active)
    // What is chosen decides; a view that is saved meanwhile keeps what is on the screen.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isPending, columns, preset?.id, active?.id, store])

  const { content, isDirty } = useContent(store, query, { active, columns })
  const isReady = columns === undefined || (!isPending && preset === undefined)
  return { type, views, active, content, isDirty, isReady, choose: (view) => choose(view) }
}

const noViews: readonly GridView[] = []

interface VisibleView {
  readonly active: GridView | undefined
  readonly columns: ReturnType<typeof useGridColumns>['columns']
}

function useContent(store: LookStore, query: GridQuery, { active, columns }: VisibleView) {
  const look = useSelector(store.all)
  return useMemo(() => {
    if (columns === undefined) return { content: undefined, isDirty: false }
    const content = toViewContent(look, query, columns)
    const saved = active
      ? toViewContent(lookFromView(active, columns), toQuery(active), columns)
      : toViewContent(plainLook, emptyGridQuery, columns)
    return { content, isDirty: isChanged(content, saved) }
  }, [look, query, active, columns])
}
