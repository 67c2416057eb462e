import { useState, type ReactNode } from 'react'
import type { EntityType } from '#shared/entities.ts'
import { emptyGridQuery, type GridQuery } from '../query/grid-query.ts'
import { usePlace } from '../query/use-place.ts'
import { Notice } from '../ui/notice.tsx'
import { chooseCategory, chosenCategory, isTooWide } from '../query/category-filter.ts'
import { CategoryPanel } from './category-panel.tsx'
import { useCategoryTree } from './use-tree-actions.ts'
import { t } from '../ui/text.ts'

interface CategoryBrowserProps {
  readonly type: EntityType
  /** The grid of the products that a query lists. */
  readonly renderProducts: (
    query: GridQuery,
    onQueryChange: (query: GridQuery, isTyping?: boolean) => void,
  ) => ReactNode
  /** What stands above the products where no other bar offers it. */
  readonly renderBar: (query: GridQuery) => ReactNode
}

/** Products beside the tree of their categories: as a filter of the products, or as the shape of the categories. */
export function CategoryBrowser({ type, renderProducts, renderBar }: CategoryBrowserProps) {
  const { place, change } = usePlace()
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
        {!isFilter && <div className="category-bar">{renderBar(query)}</div>}
        {renderProducts(query, setQuery)}
      </div>
    </div>
  )
}

function CategoryNotes({ by, isCut }: { by: string | undefined; isCut: boolean }) {
  if (by === undefined) {
    return (
      <Notice tone="info">
        {t('Products do not refer to categories yet. Add a reference to categories to their attributes.')}
      </Notice>
    )
  }
  if (isCut)
    return <Notice tone="info">{t('A filter takes 200 categories: the others below are left out.')}</Notice>
  return null
}
