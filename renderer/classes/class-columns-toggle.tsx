import { useSelector } from '@tanstack/react-store'
import { Shapes } from 'lucide-react'
import { useEffect, useEffectEvent, useLayoutEffect } from 'react'
import type { GridQuery } from '../query/grid-query.ts'
import { lookOf } from '../state/look.ts'
import { useGridColumns } from '../query/use-grid-columns.ts'
import { Button } from '../ui/button.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { offerClassColumns } from './class-columns-command.ts'
import { isSamePlan, nameClasses } from './plan-class-columns.ts'
import { useCategoryClasses } from './use-category-classes.ts'

/**
 * Offers the columns of a category's classes while the products are those of one category. Once chosen they follow the category;
 * they go back to how they were when it is pressed again, or when the filter no longer keeps to a category with classes.
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
        isOn ? 'Press again for the columns as they were' : 'Columns of other classes are hidden meanwhile'
      }
      onClick={isOn ? hide : show}
    >
      <Shapes aria-hidden />
      Show the columns of {nameClasses(names)}
    </Button>
  )
}

function useClassColumns(query: GridQuery) {
  const { workspace } = useWorkspace()
  const look = lookOf(workspace.id, 'product')
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
