import { useQueryClient } from '@tanstack/react-query'
import { addBelow, moveEntity, treeKey, writeValue } from '../api/tree-queries.ts'
import type { Tree } from '../query/category-tree.ts'
import { countKey } from '../query/list-queries.ts'
import { useTree } from '../state/use-category-tree.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { showError, showSuccess, toMessage } from '../ui/toast.tsx'
import { t } from '../ui/text.ts'

/** The tree of the categories, and what can be done with it. What fails is told in a toast. */
export function useCategoryTree() {
  const { nameKey, ...tree } = useTree()
  const actions = useTreeActions(tree.tree, nameKey)
  return { ...tree, canName: nameKey !== undefined, ...actions }
}

/** Runs a change of the tree and asks for it anew; a failure is told. */
function useAttempt() {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  return async (title: string, act: () => Promise<void>): Promise<void> => {
    try {
      await act()
    } catch (error) {
      showError(title, { description: toMessage(error) })
    }
    await queryClient.invalidateQueries({ queryKey: treeKey(api.workspaceId) })
    void queryClient.invalidateQueries({ queryKey: countKey(api.workspaceId) })
  }
}

function useTreeActions(tree: Tree | undefined, nameKey: string | undefined) {
  const { api } = useWorkspace()
  const attempt = useAttempt()
  const move = async (id: string, parentId: string | null): Promise<void> => {
    const refusal = tree?.refusal(id, parentId)
    if (refusal !== undefined) return showError(t('The category was not moved'), { description: refusal })
    const from = tree?.byId.get(id)?.parent_id ?? null
    const label = tree?.nameOf(id) ?? ''
    await attempt(t('The category could not be moved'), async () => {
      await moveEntity(api, 'category', id, parentId)
      showSuccess(describeMoved(label, parentId === null ? undefined : tree?.nameOf(parentId)), {
        subject: `move ${id}`,
        action: { label: t('Undo'), onPress: () => void back(id, from) },
      })
    })
  }
  const back = (id: string, parentId: string | null): Promise<void> =>
    attempt(t('The move could not be undone'), async () => {
      await moveEntity(api, 'category', id, parentId)
    })
  const rename = (id: string, value: string): Promise<void> =>
    attempt(t('The category could not be renamed'), async () => {
      if (nameKey !== undefined) await writeValue(api, 'category', id, { key: nameKey, value })
    })
  const add = async (parentId: string | null, value: string): Promise<string | undefined> => {
    let added: string | undefined
    await attempt(t('The category could not be added'), async () => {
      if (nameKey !== undefined) added = (await addBelow(api, 'category', parentId, { [nameKey]: value })).id
    })
    return added
  }
  return { move, rename, add }
}

function describeMoved(label: string, parent: string | undefined): string {
  return parent === undefined
    ? t('{label} was moved to the top', { label })
    : t('{label} was moved below {parent}', { label, parent })
}
