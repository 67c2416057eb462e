import { FolderPlus, FolderTree, X } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { TextField } from '../ui/text-field.tsx'
import { CategoryTree } from './category-tree.tsx'
import type { useCategoryTree } from './use-tree-actions.ts'
import './categories.css'
import { t } from '../ui/text.ts'
import { useMay } from '../state/rights.ts'

interface CategoryPanelProps {
  readonly categories: ReturnType<typeof useCategoryTree>
  readonly chosen: string | undefined
  readonly isDeep: boolean
  readonly onChoose: (id: string | undefined) => void
  readonly onDeep: (isDeep: boolean) => void
  readonly onClose?: () => void
}

/** The categories beside the products: choosing one shows its products. */
export function CategoryPanel(props: CategoryPanelProps) {
  const { categories, chosen, onChoose } = props
  const { tree, add } = categories
  const mayChange = useMay()('rows')
  const canName = categories.canName && mayChange
  const [addTo, setAddTo] = useState<{ parentId: string | null }>()
  return (
    <aside className="category-panel" aria-label={t('Categories')}>
      <PanelHead {...props} onAdd={canName ? () => setAddTo({ parentId: chosen ?? null }) : undefined} />
      {addTo && (
        <NewCategory
          below={addTo.parentId === null ? undefined : tree?.byId.get(addTo.parentId)?.label}
          onDone={(name) => {
            setAddTo(undefined)
            if (name !== undefined) void add(addTo.parentId, name)
          }}
        />
      )}
      <div className="category-choices">
        <Button variant="ghost" aria-pressed={chosen === undefined} onClick={() => onChoose(undefined)}>
          <FolderTree aria-hidden />
          {t('All products')}
        </Button>
        <Checkbox label={t('With categories below')} checked={props.isDeep} onChange={props.onDeep} />
      </div>
      <PanelTree {...props} onAdd={(parentId) => setAddTo({ parentId })} />
      {mayChange && (
        <p className="category-keys">
          {t('F2 renames, Ctrl+Enter adds below, Ctrl+X and Ctrl+V move, as Alt+Shift+←/→ do.')}
        </p>
      )}
    </aside>
  )
}

interface PanelHeadProps extends CategoryPanelProps {
  readonly onAdd: (() => void) | undefined
}

function PanelHead({ chosen, onAdd, onClose }: PanelHeadProps) {
  return (
    <header>
      <h2>{t('Categories')}</h2>
      {onAdd && (
        <IconButton
          label={chosen === undefined ? t('Add a category') : t('Add a category below')}
          onClick={onAdd}
        >
          <FolderPlus aria-hidden />
        </IconButton>
      )}
      {onClose && (
        <IconButton label={t('Close the categories')} onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      )}
    </header>
  )
}

interface PanelTreeProps extends CategoryPanelProps {
  readonly onAdd: (parentId: string) => void
}

function PanelTree({ categories, chosen, isDeep, onChoose, onAdd }: PanelTreeProps) {
  const { tree, error, refetch, isPart, move, rename } = categories
  const mayChange = useMay()('rows')
  const canName = categories.canName && mayChange
  if (error) {
    return (
      <Notice tone="danger" title={t('The categories could not be loaded')}>
        {error.message} <Button onClick={() => void refetch()}>{t('Try again')}</Button>
      </Notice>
    )
  }
  if (!tree) return <Skeleton height={180} />
  if (tree.byId.size === 0) return <p className="ui-field-hint">{t('There are no categories yet.')}</p>
  return (
    <>
      <CategoryTree
        tree={tree}
        chosen={chosen}
        isDeep={isDeep}
        onChoose={onChoose}
        onMove={(id, parentId) => mayChange && void move(id, parentId)}
        onRename={canName ? (id, name) => void rename(id, name) : undefined}
        onAdd={canName ? onAdd : undefined}
      />
      {isPart && <p className="ui-field-hint">{t('Only the first 20,000 categories are shown.')}</p>}
    </>
  )
}

interface NewCategoryProps {
  readonly below: string | null | undefined
  readonly onDone: (name: string | undefined) => void
}

function NewCategory({ below, onDone }: NewCategoryProps) {
  const [name, setName] = useState('')
  return (
    <form
      className="category-new"
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '') onDone(name.trim())
      }}
      onKeyDown={(event) => event.key === 'Escape' && onDone(undefined)}
    >
      <TextField
        label={below == null ? t('New category at the top') : t('New category below {below}', { below })}
        value={name}
        onChange={setName}
        autoFocus
      />
      <div className="category-new-actions">
        <Button type="submit" variant="primary" disabled={name.trim() === ''}>
          {t('Add')}
        </Button>
        <Button onClick={() => onDone(undefined)}>{t('Cancel')}</Button>
      </div>
    </form>
  )
}
