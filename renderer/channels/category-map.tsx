import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { FolderTree, Upload } from 'lucide-react'
import type { Channel } from '#shared/channels.ts'
import {
  categorySearchQuery,
  lookUpQuery,
  addCategoryList,
  categoryListKey,
  removeCategoryList,
} from '../api/channels-queries.ts'
import { useTree } from '../state/entity-types.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { Notice, EmptyState } from '../ui/notice.tsx'
import { Skeleton } from '../ui/progress.tsx'
import './category-map.css'
import { t } from '../ui/text.ts'
import { useMemo, useState, useRef } from 'react'
import { type CategoryName, listCategoryNames } from '#shared/category-names.ts'
import type { AddedList, LookedUpCategory } from '#shared/schemas/channels.ts'
import type { Tree } from '../query/category-tree.ts'
import { Checkbox } from '../ui/field.tsx'
import { Pages, PageTable } from '../ui/pages.tsx'
import { HistoryButtons, pressHistory } from './change-history.tsx'
import {
  type CategoryChanges,
  useCategoryChanges,
  isOpen,
  openFirst,
  describeMapped,
  listSourceOf,
} from './category-names.ts'
import { CategoryMapRow } from './category-map-row.tsx'
import { showError, showSuccess } from '../ui/toast.tsx'

/** The names that the channel has for the categories of the workspace. */
export function CategoryMapTab({ channel }: { channel: Channel }) {
  return (
    <>
      <p className="ui-field-hint">
        {t(
          'Say what each of your categories is there. One without its own goes by that of the category above it.',
        )}
      </p>
      <LoadedMap channel={channel} />
    </>
  )
}

interface CategoryMapProps {
  channel: Channel
  tree: Tree
  list: AddedList | null
}

const pageSize = 50

function CategoryMap({ channel, tree, list }: CategoryMapProps) {
  const changes = useCategoryChanges(channel)
  const nodes = useMemo(() => [...tree.byId.values()], [tree])
  const names = listCategoryNames(nodes, changes.called)
  const [open, setOpen] = useState(() => openIds(names))
  const [isOnlyOpen, setOnlyOpen] = useState(false)
  const [offset, setOffset] = useState(0)
  const wanted = openFirst(names, open).filter(({ id }) => !isOnlyOpen || open.has(id))
  const shown = wanted.slice(offset, offset + pageSize)
  const lookUps = useLookUps(channel.key, list, { names, open, shown })
  const filter = (only: boolean): void => {
    setOpen(openIds(names))
    setOnlyOpen(only)
    setOffset(0)
  }
  return (
    <div className="category-map" onKeyDown={(event) => pressHistory(event, changes)}>
      <CategoryListCard channel={channel} list={list} />
      <CategoryMapBar
        names={names}
        changes={changes}
        lookUps={lookUps}
        isOnlyOpen={isOnlyOpen}
        onFilter={filter}
      />
      <CategoryTable shown={shown} {...{ channel, tree, list, lookUps }} onChange={changes.change} />
      {wanted.length > pageSize && (
        <Pages offset={offset} size={pageSize} total={wanted.length} onOffset={setOffset} />
      )}
    </div>
  )
}

interface CategoryTableProps extends CategoryMapProps {
  shown: readonly CategoryName[]
  lookUps: ReadonlyMap<string, LookedUpCategory>
  onChange: (changes: CategoryChanges) => void
}

function CategoryTable({ shown, channel, tree, list, lookUps, onChange }: CategoryTableProps) {
  if (shown.length === 0)
    return <Notice tone="success">{t('Every category is mapped, or goes by the one above it.')}</Notice>
  return (
    <PageTable
      label={t('Categories at {name}', { name: channel.name })}
      columns={[t('Your category'), t('Products'), t('At {name}', { name: channel.name })]}
    >
      {shown.map((category) => (
        <CategoryMapRow
          key={category.id}
          channel={channel}
          category={category}
          products={tree.byId.get(category.id)?.total ?? 0}
          hasList={list !== null}
          lookUp={lookUps.get(category.own === '' ? category.path : category.own)}
          onChange={(value) => onChange({ [category.id]: value })}
        />
      ))}
    </PageTable>
  )
}

interface CategoryMapBarProps {
  names: readonly CategoryName[]
  changes: ReturnType<typeof useCategoryChanges>
  lookUps: ReadonlyMap<string, LookedUpCategory>
  isOnlyOpen: boolean
  onFilter: (only: boolean) => void
}

function CategoryMapBar({ names, changes, lookUps, isOnlyOpen, onFilter }: CategoryMapBarProps) {
  const suggested = names.filter(isOpen).flatMap(({ id, path }) => {
    const same = lookUps.get(path)?.suggested
    return same ? [[id, same.path] as const] : []
  })
  return (
    <div className="category-map-bar">
      <p role="status">{describeMapped(names)}</p>
      <Checkbox label={t('Only those not mapped')} checked={isOnlyOpen} onChange={onFilter} />
      {suggested.length > 0 && (
        <Button onClick={() => changes.change(Object.fromEntries(suggested))}>
          {t('Take {count, plural, one {# suggestion} other {# suggestions}}', { count: suggested.length })}
        </Button>
      )}
      <HistoryButtons history={changes} />
    </div>
  )
}

function openIds(names: readonly CategoryName[]): ReadonlySet<string> {
  return new Set(names.filter(isOpen).map(({ id }) => id))
}

interface Names {
  readonly names: readonly CategoryName[]
  readonly open: ReadonlySet<string>
  readonly shown: readonly CategoryName[]
}

const maxSuggested = 100

function useLookUps(channel: string, list: AddedList | null, { names, open, shown }: Names) {
  const { workspace } = useWorkspace()
  const first = names.filter(({ id }) => open.has(id)).slice(0, maxSuggested)
  const own = shown.flatMap(({ own }) => (own === '' ? [] : [own]))
  const asked = [...new Set([...first, ...shown].map(({ path }) => path).concat(own))]
  const { data = [] } = useQuery({
    ...lookUpQuery(workspace.id, channel, asked),
    enabled: list !== null && asked.length > 0,
  })
  return new Map(list === null ? [] : data.map((found) => [found.name, found] as const))
}

function LoadedMap({ channel }: { channel: Channel }) {
  const { workspace } = useWorkspace()
  const { tree, error: treeError } = useTree()
  const { data: search, error: listError } = useQuery(categorySearchQuery(workspace.id, channel.key, ''))
  const error = treeError ?? listError
  if (error !== null) {
    return (
      <>
        <Notice tone="danger">{error.message}</Notice>
        {listError && <CategoryListCard channel={channel} list={null} />}
      </>
    )
  }
  if (tree === undefined || search === undefined) return <Skeleton height={320} />
  if (tree.byId.size === 0) return <NoCategories />
  return <CategoryMap channel={channel} tree={tree} list={search.list} />
}

function NoCategories() {
  return (
    <EmptyState icon={FolderTree} title={t('There are no categories yet')}>
      {t('Create some under Categories first, then map them here.')}
    </EmptyState>
  )
}

interface CategoryListCardProps {
  channel: Channel
  list: AddedList | null
}

function CategoryListCard({ channel, list }: CategoryListCardProps) {
  const input = useRef<HTMLInputElement>(null)
  const { add, remove } = useListChanges(channel)
  const choose = (file: File | undefined): void => {
    if (file !== undefined) add.mutate(file)
    if (input.current) input.current.value = ''
  }
  return (
    <section className="category-list-card" aria-label={t('Official list')}>
      <div>
        <h2>
          {list ? formatList(list) : t('The official list of {name} is not here yet', { name: channel.name })}
        </h2>
        {list ? (
          list.title && <p className="ui-field-hint">{list.title.replaceAll('_', ' ')}</p>
        ) : (
          <ListSource channel={channel} />
        )}
      </div>
      {list && (
        <Button variant="ghost" busy={remove.isPending} onClick={() => remove.mutate()}>
          {t('Remove')}
        </Button>
      )}
      <Button
        variant={list ? 'default' : 'primary'}
        busy={add.isPending}
        onClick={() => input.current?.click()}
      >
        <Upload aria-hidden /> {list ? t('Choose a newer file…') : t('Choose the file…')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('Official list of categories')}
        accept=".txt,.csv,text/plain"
        onChange={(event) => choose(event.target.files?.[0])}
      />
    </section>
  )
}

function ListSource({ channel }: { channel: Channel }) {
  const { text = '', address } = listSourceOf(channel) ?? {}
  return (
    <p className="ui-field-hint">
      {text}{' '}
      {t('With it you search instead of typing, and exports leave out what {name} does not know.', {
        name: channel.name,
      })}{' '}
      {address !== undefined && (
        <a href={address} target="_blank" rel="noreferrer">
          {address}
        </a>
      )}
    </p>
  )
}

function formatList({ categories }: AddedList): string {
  return t('Official list with {categories, plural, one {# category} other {# categories}}', { categories })
}

function useListChanges({ key, name }: Channel) {
  const { workspace } = useWorkspace()
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: categoryListKey(workspace.id, key) })
  const onError = ({ message }: Error) =>
    showError(t('The list of {name} was not changed', { name }), {
      description: message.replace(/^file: /, ''),
    })
  const add = useMutation({
    mutationFn: (file: File) => addCategoryList(workspace.id, key, file),
    onSuccess: async ({ data }) => {
      await refresh()
      if (data)
        showSuccess(
          t('The list was added: {categories, plural, one {# category} other {# categories}}', {
            categories: data.categories,
          }),
        )
    },
    onError,
  })
  const remove = useMutation({
    mutationFn: () => removeCategoryList(workspace.id, key),
    onSuccess: refresh,
    onError,
  })
  return { add, remove }
}
