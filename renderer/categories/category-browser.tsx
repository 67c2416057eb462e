import { useMemo, useState, type ReactNode } from 'react'
import type { EntityType } from '#shared/entities.ts'
import { emptyGridQuery, type GridQuery } from '../query/grid-query.ts'
import { useLocation } from '../query/location.ts'
import { Notice } from '../ui/notice.tsx'
import { chooseCategory, chosenCategory, isTooWide, type Tree } from '../query/category-tree.ts'
import { t } from '../ui/text.ts'
import { FolderPlus, FolderTree, X } from 'lucide-react'
import { Button, IconButton } from '../ui/button.tsx'
import { Checkbox, TextField } from '../ui/field.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { CategoryTree } from './category-tree.tsx'
import './categories.css'
import { useMay } from '../state/rights.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { channelQuery, channelsQuery } from '../api/channels-queries.ts'
import { Select } from '../ui/select.tsx'
import { addBelow, moveEntity, treeKey, writeValue } from '../api/entities-queries.ts'
import { countKey } from '../query/list-queries.ts'
import { useTree } from '../state/entity-types.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { showError, showSuccess, errorText } from '../ui/toast.tsx'

interface CategoryBrowserProps {
  readonly type: EntityType
  readonly renderProducts: (
    query: GridQuery,
    onQueryChange: (query: GridQuery, isTyping?: boolean) => void,
  ) => ReactNode
  readonly renderBar: (query: GridQuery) => ReactNode
}

export function CategoryBrowser({ type, renderProducts, renderBar }: CategoryBrowserProps) {
  const { location, change } = useLocation()
  const isFilter = type === 'product'
  const channels = useTreeChannels(!isFilter)
  const categories = useCategoryTree(channels.key)
  const [isDeep, setDeep] = useState(true)
  const [ownQuery, setOwnQuery] = useState(emptyGridQuery)
  const query = isFilter ? location.query : ownQuery
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
        channels={isFilter ? undefined : channels}
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

interface CategoryPanelProps {
  readonly categories: ReturnType<typeof useCategoryTree>
  /** Undefined beside the products, where there is room for names and counts alone. */
  readonly channels: ReturnType<typeof useTreeChannels> | undefined
  readonly chosen: string | undefined
  readonly isDeep: boolean
  readonly onChoose: (id: string | undefined) => void
  readonly onDeep: (isDeep: boolean) => void
  readonly onClose?: () => void
}

function CategoryPanel(props: CategoryPanelProps) {
  const { categories, chosen } = props
  const { tree, add } = categories
  const mayChange = useMay()('rows')
  const canName = categories.canName && mayChange
  const [addTo, setAddTo] = useState<{ parentId: string | null }>()
  return (
    <aside
      className="category-panel"
      data-wide={props.channels?.key !== undefined || undefined}
      aria-label={t('Categories')}
    >
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
      <PanelChoices {...props} />
      <PanelTree {...props} onAdd={(parentId) => setAddTo({ parentId })} />
      {mayChange && (
        <p className="category-keys">
          {t('F2 renames, Ctrl+Enter adds below, Ctrl+X and Ctrl+V move, as Alt+Shift+←/→ do.')}
        </p>
      )}
    </aside>
  )
}

function PanelChoices({ chosen, channels, isDeep, onChoose, onDeep }: CategoryPanelProps) {
  return (
    <div className="category-choices">
      <Button variant="ghost" aria-pressed={chosen === undefined} onClick={() => onChoose(undefined)}>
        <FolderTree aria-hidden />
        {t('All products')}
      </Button>
      <Checkbox label={t('With categories below')} checked={isDeep} onChange={onDeep} />
      {channels && <ChannelChoice channels={channels} />}
    </div>
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

function PanelTree({ categories, channels, chosen, isDeep, onChoose, onAdd }: PanelTreeProps) {
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
        channel={channels?.key === undefined ? undefined : channels}
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

const channelChoice = 'vitrine.tree-channel'

/** The channel whose completeness and names stand in the tree: the one chosen last, or the first that is on. */
function useTreeChannels(isShown: boolean) {
  const { api } = useWorkspace()
  const { data = [] } = useQuery({ ...channelsQuery(api), enabled: isShown })
  const [wanted, setWanted] = useState(() => window.localStorage.getItem(channelChoice))
  const enabled = isShown ? data.filter((channel) => channel.enabled) : []
  const key = (enabled.find((channel) => channel.key === wanted) ?? enabled[0])?.key
  const { data: channel } = useQuery({ ...channelQuery(api, key ?? ''), enabled: key !== undefined })
  const names = useMemo(() => new Map(channel?.categories.map(({ id, value }) => [id, value])), [channel])
  const choose = (next: string): void => {
    window.localStorage.setItem(channelChoice, next)
    setWanted(next)
  }
  return { enabled, key, names, choose }
}

interface ChannelChoiceProps {
  readonly channels: ReturnType<typeof useTreeChannels>
}

function ChannelChoice({ channels: { enabled, key, choose } }: ChannelChoiceProps) {
  if (key === undefined) return null
  return (
    <Select
      label={t('Channel')}
      className="category-channel"
      value={key}
      options={enabled.map((channel) => ({ value: channel.key, label: channel.name }))}
      onChange={choose}
    />
  )
}

function useCategoryTree(channel: string | undefined) {
  const { nameKey, ...tree } = useTree(true, channel)
  const actions = useTreeActions(tree.tree, nameKey)
  return { ...tree, canName: nameKey !== undefined, ...actions }
}

function useAttempt() {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  return async (title: string, act: () => Promise<void>): Promise<void> => {
    try {
      await act()
    } catch (error) {
      showError(title, { description: errorText(error) })
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
