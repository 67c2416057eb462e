import { useQueryClient } from '@tanstack/react-query'
import type { GridView, ViewPatch } from '#shared/views.ts'
import { createView, deleteView, duplicateView, updateView, viewsQuery } from '../api/views-queries.ts'
import { gridLayoutOf } from '../state/grid-layout.ts'
import { usePlace } from '../query/use-place.ts'
import { showError, showSuccess, toMessage } from '../ui/toast.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import type { GridViews } from './use-grid-views.ts'
import { t } from '../ui/text.ts'

/** What can be done with saved views. What fails is told in a toast, a taken name is thrown for the dialog to tell. */
export function useViewActions({ type, views, active, content, choose }: GridViews) {
  const { workspace } = useWorkspace()
  const { change } = usePlace()
  const queryClient = useQueryClient()
  const { queryKey } = viewsQuery(workspace.id, type)
  const keep = (next: readonly GridView[]): void => void queryClient.setQueryData(queryKey, [...next])
  const put = (view: GridView): void => {
    const others = views.map((known) => (view.is_default ? { ...known, is_default: false } : known))
    const isKnown = others.some(({ id }) => id === view.id)
    keep(isKnown ? others.map((known) => (known.id === view.id ? view : known)) : [...others, view])
  }
  const patch = async (id: string, part: ViewPatch): Promise<void> =>
    put(await updateView(workspace.id, id, part))

  return {
    save: () =>
      attempt(t('The view could not be saved'), async () => {
        if (active === undefined || content === undefined) return
        await patch(active.id, content)
        showSuccess(t('{name} was saved', { name: active.name }))
      }),
    saveAs: async (name: string): Promise<void> => {
      const view = await createView(workspace.id, { ...content, name, entity_type: type })
      put(view)
      // What is on the screen is what was saved: nothing is to be taken from the view.
      gridLayoutOf(workspace.id, type).appliedView.set({ id: view.id })
      change({ savedView: view.id }, true)
    },
    rename: (id: string, name: string): Promise<void> => patch(id, { name }),
    setDefault: (id: string, isDefault: boolean) =>
      attempt(t('The default could not be changed'), () => patch(id, { is_default: isDefault })),
    duplicate: (id: string) =>
      attempt(t('The view could not be duplicated'), async () => {
        const view = await duplicateView(workspace.id, id)
        put(view)
        choose(view)
      }),
    remove: (id: string) =>
      attempt(t('The view could not be deleted'), async () => {
        await deleteView(workspace.id, id)
        if (active?.id === id) choose(undefined)
        keep(views.filter((view) => view.id !== id))
      }),
  }
}

async function attempt(title: string, act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (error) {
    showError(title, { description: toMessage(error) })
  }
}
