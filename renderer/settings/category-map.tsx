import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type CategoryName, listCategoryNames } from '#shared/category-names.ts'
import type { Channel } from '#shared/channels.ts'
import type { AddedList, LookedUpCategory } from '#shared/schemas/category-lists.ts'
import { lookUpQuery } from '../api/category-list-queries.ts'
import type { Tree } from '../query/category-tree.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageTable } from '../ui/page-table.tsx'
import { Pages } from '../ui/pages.tsx'
import { HistoryButtons, pressHistory } from './change-history.tsx'
import { CategoryListCard } from './category-list-card.tsx'
import { isOpen, openFirst, describeMapped } from './category-names.ts'
import { CategoryMapRow } from './category-map-row.tsx'
import { type CategoryChanges, useCategoryChanges } from './use-category-changes.ts'
import { t } from '../ui/text.ts'

interface CategoryMapProps {
  channel: Channel
  tree: Tree
  list: AddedList | null
}

const pageSize = 50

/** The categories with what each is at the channel, those that are not mapped first. */
export function CategoryMap({ channel, tree, list }: CategoryMapProps) {
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

/** How far it is, which are shown, and what can be done with all of them. */
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

/** What the list has: for what is shown, and for the first of those that are open. */
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
