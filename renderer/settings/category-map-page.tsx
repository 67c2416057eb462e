import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, FolderTree } from 'lucide-react'
import type { Channel } from '#shared/channels.ts'
import { categorySearchQuery } from '../api/category-list-queries.ts'
import { channelQuery } from '../api/channels-queries.ts'
import { usePlace } from '../query/use-place.ts'
import { useTree } from '../state/use-category-tree.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { CategoryListCard } from './category-list-card.tsx'
import { CategoryMap } from './category-map.tsx'
import '../ui/page.css'
import './category-map.css'
import { t, tNodes } from '../ui/text.ts'

/** What a channel calls the categories of the workspace, chosen from its official list. */
export function CategoryMapPage({ channelKey }: { channelKey: string }) {
  const { api } = useWorkspace()
  const { change } = usePlace()
  const { data: channel, error } = useQuery(channelQuery(api, channelKey))
  return (
    <div className="api-page category-map-page">
      <header>
        <div>
          <Button variant="ghost" onClick={() => change({ categoriesOf: undefined })}>
            {tNodes('{arrowLeft} Channels', { arrowLeft: <ArrowLeft aria-hidden /> })}
          </Button>
        </div>
        <h1 className="catalog-title">
          {channel ? t('Categories at {name}', { name: channel.name }) : t('Categories')}
        </h1>
        <p className="ui-field-hint">
          {t(
            'Say what each of your categories is there. One without its own goes by that of the category above it.',
          )}
        </p>
      </header>
      {error !== null && <Notice tone="danger">{error.message}</Notice>}
      {channel && <LoadedMap channel={channel} />}
    </div>
  )
}

/** The categories and the list, where they can be read. */
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
