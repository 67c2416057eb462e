import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { AttributeConfig } from '#shared/attributes.ts'
import { attributeConfigsQuery } from '../api/attributes-queries.ts'
import { countKey } from '../api/entities-queries.ts'
import { addBelow, categoryTreeQuery, moveEntity, treeKey, writeValue } from '../api/tree-queries.ts'
import { showError, showSuccess } from '../ui/toast.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { Tree } from '../query/category-tree.ts'

const referenceTypes: readonly string[] = ['entity_reference', 'entity_list_reference']

/** Whether entities refer to their categories by an attribute. */
export function refersToCategories({ data_type: type, reference }: AttributeConfig): boolean {
  return referenceTypes.includes(type) && reference?.type === 'category'
}

/** The attribute by which products refer to their category: the first one that does. */
export function categoryAttribute(configs: readonly AttributeConfig[]): AttributeConfig | undefined {
  return configs.find(refersToCategories)
}

/** The key of what names the categories where it can be written, and the one that puts them in order. */
function keysOf(configs: readonly AttributeConfig[] = []) {
  const primary = configs.find(({ is_primary: isPrimary }) => isPrimary)
  const rank = configs.find(({ data_type: type }) => type === 'rank')
  return { name: primary?.writable === true ? primary.key : undefined, sort: (rank ?? primary)?.key }
}

/** The tree of the categories with how many products each has, asked for where it is wanted. */
export function useTree(isWanted = true) {
  const { api, workspace } = useWorkspace()
  const { data: products } = useQuery(attributeConfigsQuery(workspace.id, 'product'))
  const { data: categories } = useQuery(attributeConfigsQuery(workspace.id, 'category'))
  const by = products && categoryAttribute(products)?.key
  const { name, sort } = keysOf(categories)
  const { data, error, refetch } = useQuery({
    ...categoryTreeQuery(api, by, sort),
    enabled: isWanted && products !== undefined && categories !== undefined,
    placeholderData: keepPreviousData,
  })
  const tree = useMemo(() => data && new Tree(data.nodes), [data])
  return { tree, isPart: data?.is_complete === false, error, refetch, by, nameKey: name }
}

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
      showError(title, { description: (error as Error).message })
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
    if (refusal !== undefined) return showError('The category was not moved', { description: refusal })
    const from = tree?.byId.get(id)?.parent_id ?? null
    const label = tree?.nameOf(id)
    const to = parentId === null ? 'to the top' : `below ${tree?.nameOf(parentId)}`
    await attempt('The category could not be moved', async () => {
      await moveEntity(api, 'category', id, parentId)
      showSuccess(`${label} was moved ${to}`, {
        subject: `move ${id}`,
        action: { label: 'Undo', onPress: () => void back(id, from) },
      })
    })
  }
  const back = (id: string, parentId: string | null): Promise<void> =>
    attempt('The move could not be taken back', async () => {
      await moveEntity(api, 'category', id, parentId)
    })
  const rename = (id: string, value: string): Promise<void> =>
    attempt('The category could not be renamed', async () => {
      if (nameKey !== undefined) await writeValue(api, 'category', id, { key: nameKey, value })
    })
  const add = async (parentId: string | null, value: string): Promise<string | undefined> => {
    let added: string | undefined
    await attempt('The category could not be added', async () => {
      if (nameKey !== undefined) added = (await addBelow(api, 'category', parentId, { [nameKey]: value })).id
    })
    return added
  }
  return { move, rename, add }
}
