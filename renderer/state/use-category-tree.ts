import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type AttributeConfig, isReferenceType } from '#shared/attributes.ts'
import { attributeConfigsQuery } from '../api/attributes-queries.ts'
import { categoryTreeQuery } from '../api/tree-queries.ts'
import { useWorkspace } from './workspace-context.ts'
import { Tree } from '../query/category-tree.ts'

export function refersToCategories({ data_type: type, reference }: AttributeConfig): boolean {
  return isReferenceType(type) && reference?.type === 'category'
}

/** The attribute by which products refer to their category: the first such reference. */
export function categoryAttribute(configs: readonly AttributeConfig[]): AttributeConfig | undefined {
  return configs.find(refersToCategories)
}

/** The key of a writable name of categories, and the key of their order. */
function findKeys(configs: readonly AttributeConfig[] = []) {
  const primary = configs.find(({ is_primary: isPrimary }) => isPrimary)
  const rank = configs.find(({ data_type: type }) => type === 'rank')
  return { name: primary?.writable === true ? primary.key : undefined, sort: (rank ?? primary)?.key }
}

export function useTree(isWanted = true) {
  const { api, workspace } = useWorkspace()
  const { data: products } = useQuery(attributeConfigsQuery(workspace.id, 'product'))
  const { data: categories } = useQuery(attributeConfigsQuery(workspace.id, 'category'))
  const by = products && categoryAttribute(products)?.key
  const { name, sort } = findKeys(categories)
  const { data, error, refetch } = useQuery({
    ...categoryTreeQuery(api, by, sort),
    enabled: isWanted && products !== undefined && categories !== undefined,
    placeholderData: keepPreviousData,
  })
  const tree = useMemo(() => data && new Tree(data.nodes), [data])
  return { tree, isPart: data?.is_complete === false, error, refetch, by, nameKey: name }
}
