import { useState } from 'react'
import type { EntityType } from '#shared/entities.ts'
import { GridPage } from '../grid/grid-page.tsx'
import { ClassColumnsToggle } from '../classes/class-columns-toggle.tsx'
import { emptyGridQuery, type GridQuery } from '../query/grid-query.ts'
import { usePlace } from '../query/use-place.ts'
import { useOpenDialog } from '../state/dialogs.ts'
import { Notice } from '../ui/notice.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { chooseCategory, chosenCategory, isTooWide } from '../query/category-filter.ts'
import { CategoryPanel } from './category-panel.tsx'
import { useCategoryTree } from './use-category-tree.ts'

/** Products beside the tree of their categories: as a filter of the products, or as the shape of the categories. */
export function CategoryBrowser({ type }: { type: EntityType }) {
  const { workspace } = useWorkspace()
  const { place, change } = usePlace()
  const openDialog = useOpenDialog()
  const categories = useCategoryTree()
  const [isDeep, setDeep] = useState(true)
  const [ownQuery, setOwnQuery] = useState(emptyGridQuery)
  const isFilter = type === 'product'
  const query = isFilter ? place.query : ownQuery
  const setQuery = (next: GridQuery, isTyping = false): void =>
    isFilter ? change({ query: next }, isTyping) : setOwnQuery(next)
  const { tree, by } = categories
  const chosen = chosenCategory(query, by)
  const choose = (id: string | undefined, deep: boolean): void => {
    if (by !== undefined && tree)
      setQuery(chooseCategory(query, by, id === undefined ? undefined : { tree, id, isDeep: deep }))
  }
  return (
    <div className="category-layout">
      <CategoryPanel
        categories={categories}
        chosen={chosen}
        isDeep={isDeep}
        onChoose={(id) => choose(id, isDeep)}
        onDeep={(deep) => {
          setDeep(deep)
          if (chosen !== undefined) choose(chosen, deep)
        }}
        {...(isFilter && { onClose: () => change({ shape: undefined }) })}
      />
      <div className="category-products">
        {tree && <CategoryNotes by={by} isCut={isDeep && chosen !== undefined && isTooWide(tree, chosen)} />}
        {!isFilter && (
          <div className="category-bar">
            <ClassColumnsToggle query={query} />
          </div>
        )}
        <GridPage
          workspaceId={workspace.id}
          entityType="product"
          query={query}
          onQueryChange={setQuery}
          onAddAttribute={() => openDialog({ kind: 'add-attribute', type: 'product' })}
        />
      </div>
    </div>
  )
}

function CategoryNotes({ by, isCut }: { by: string | undefined; isCut: boolean }) {
  if (by === undefined) {
    return (
      <Notice tone="info">
        Products do not refer to categories yet. Add a reference to categories to their attributes.
      </Notice>
    )
  }
  if (isCut) return <Notice tone="info">A filter takes 200 categories: the others below are left out.</Notice>
  return null
}
