import { useSelector, createAtom } from '@tanstack/react-store'
import { Shapes } from 'lucide-react'
import { useEffect, useEffectEvent, useLayoutEffect, useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { GridQuery } from '../query/grid-query.ts'
import { gridLayoutOf, type ClassColumns } from '../state/grid-layout.ts'
import { useGridColumns } from '../query/use-grid-columns.ts'
import { Button } from '../ui/button.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { attributeConfigsQuery, categoryClassesQuery, classesQuery } from '../api/attributes-queries.ts'
import { filteredCategory } from '../query/category-tree.ts'
import { refersToCategories, useTree } from '../state/entity-types.ts'
import { t } from '../ui/text.ts'
import type { AttributeClass, EffectiveClasses } from '#shared/attribute-classes.ts'

/**
 * Shows the columns of a category's classes while products are filtered by one category. Once pressed they
 * follow the category; pressed again, or without such a category, the earlier columns return.
 */
export function ClassColumnsToggle({ query }: { query: GridQuery }) {
  const { plan, present, show, hide } = useClassColumns(query)
  const names = (plan ?? present)?.names
  const isOn = present !== undefined
  const toggle = useEffectEvent(() => (isOn ? hide() : show()))
  useEffect(() => offerClassColumns(() => toggle()), [])
  if (!names) return null
  return (
    <Button
      variant="ghost"
      aria-pressed={isOn}
      title={
        isOn
          ? t('Press again for the columns as they were')
          : t('Columns of other classes are hidden meanwhile')
      }
      onClick={isOn ? hide : show}
    >
      <Shapes aria-hidden />
      {t('Show the columns of {names}', { names: nameClasses(names) })}
    </Button>
  )
}

function useClassColumns(query: GridQuery) {
  const { workspace } = useWorkspace()
  const look = gridLayoutOf(workspace.id, 'product')
  const { columns } = useGridColumns(workspace.id, 'product')
  const { isKnown, plan } = useCategoryClasses(query)
  const present = useSelector(look.shownClasses).present?.classes

  useLayoutEffect(() => {
    if (!present || !isKnown || !columns) return
    if (!plan) look.hideClasses()
    else if (!isSamePlan(plan, present)) look.showClasses(plan, columns)
  }, [present, isKnown, plan, columns, look])

  const show = (): void => {
    if (plan && columns) look.showClasses(plan, columns)
  }
  return { plan, present, show, hide: () => look.hideClasses() }
}

const offered = createAtom<{ readonly toggle: (() => void) | undefined }>({ toggle: undefined })

function offerClassColumns(toggle: () => void): () => void {
  offered.set({ toggle })
  return () => offered.set((present) => (present.toggle === toggle ? { toggle: undefined } : present))
}

export function toggleClassColumns(): void {
  offered.get().toggle?.()
}

/**
 * The class columns of the one category that products are filtered by. `isKnown` is false until all has
 * arrived.
 */
function useCategoryClasses(query: GridQuery): { isKnown: boolean; plan: ClassColumns | undefined } {
  const { workspace } = useWorkspace()
  const { data: configs } = useQuery(attributeConfigsQuery(workspace.id, 'product'))
  const keys = useMemo(() => new Set(configs?.filter(refersToCategories).map(({ key }) => key)), [configs])
  // The tree costs a count over all products, so it is fetched only for a filter of several categories.
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

/**
 * The columns of a category: those of its classes and of the ones above, and below where products below are
 * shown. Undefined where no class applies to the category itself.
 */
export function planClassColumns(
  effective: EffectiveClasses,
  classes: readonly AttributeClass[],
  categoryIds: readonly string[],
): ClassColumns | undefined {
  const applying = classes.filter(({ id }) => effective.classes.some((each) => each.id === id))
  if (applying.length === 0) return undefined
  const below = classes.filter(({ category_ids: ids }) => ids.some((id) => categoryIds.includes(id)))
  const keys = new Set([...applying, ...below].flatMap(({ attributes }) => attributes.map(({ key }) => key)))
  const required = effective.attributes.filter(({ requirement }) => requirement === 'required')
  return {
    names: applying.map(({ name }) => name),
    keys: [...keys],
    hidden: new Set(effective.hidden.filter((key) => !keys.has(key))),
    required: new Set(required.map(({ key }) => key)),
  }
}

export function isSamePlan(one: ClassColumns, other: ClassColumns): boolean {
  return textOf(one) === textOf(other)
}

function textOf({ names, keys, hidden, required }: ClassColumns): string {
  return JSON.stringify([names, keys, [...hidden], [...required]])
}

/** The classes as a sentence names them: `Seats`, `Seats and Sofas`, `Seats and 2 more`. */
export function nameClasses([first = '', second, ...others]: readonly string[]): string {
  if (second === undefined) return first
  return others.length === 0
    ? t('{first} and {second}', { first, second })
    : t('{first} and {count} more', { first, count: others.length + 1 })
}
