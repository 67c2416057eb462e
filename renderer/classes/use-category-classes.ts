import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { attributeConfigsQuery } from '../api/attributes-queries.ts'
import { categoryClassesQuery, classesQuery } from '../api/classes-queries.ts'
import { filteredCategory } from '../query/category-filter.ts'
import { refersToCategories, useTree } from '../state/use-category-tree.ts'
import type { GridQuery } from '../query/grid-query.ts'
import type { ClassColumns } from '../state/look.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { planClassColumns } from './plan-class-columns.ts'

/**
 * The columns of the classes of the one category that a query of products keeps to. `isKnown` is false until all of it has
 * arrived; what could not be asked for stays unknown.
 */
export function useCategoryClasses(query: GridQuery): { isKnown: boolean; plan: ClassColumns | undefined } {
  const { workspace } = useWorkspace()
  const { data: configs } = useQuery(attributeConfigsQuery(workspace.id, 'product'))
  const keys = useMemo(() => new Set(configs?.filter(refersToCategories).map(({ key }) => key)), [configs])
  // The tree costs a count over all products: it is only asked for where a filter names several categories.
  const needsTree = query.clauses.some(({ key, value }) => keys.has(key) && value.includes(','))
  const { tree } = useTree(needsTree)
  const category = useMemo(() => filteredCategory(query, keys, tree), [query, keys, tree])
  const { data: classes } = useQuery({
    ...classesQuery(workspace.id, 'product'),
    enabled: category !== undefined,
  })
  const { data: effective } = useQuery({
    ...categoryClassesQuery(workspace.id, category?.id ?? ''),
    enabled: category !== undefined,
  })
  const plan = useMemo(
    () => category && classes && effective && planClassColumns(effective, classes, category.ids),
    [category, classes, effective],
  )
  if (!configs || (needsTree && !tree)) return { isKnown: false, plan: undefined }
  return { isKnown: category === undefined || (classes !== undefined && effective !== undefined), plan }
}
