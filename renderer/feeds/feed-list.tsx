import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeftRight, MoreHorizontal, Plus } from 'lucide-react'
import { useState } from 'react'
import type { Feed } from '#shared/schemas/feeds.ts'
import type { WatchedFolder } from '#shared/schemas/watched-folders.ts'
import { changeFeed, connectionsKey, deleteFeed, feedsKey, feedsQuery, runFeed } from '../api/feed-queries.ts'
import { unwatchFolder, watchedFoldersKey, watchedFoldersQuery } from '../api/imports-queries.ts'
import { jobsKey } from '../api/jobs-queries.ts'
import { Allowed, useMay } from '../state/rights.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { formatAgo, formatPlannedTime } from '../ui/format-count.ts'
import { Notice } from '../ui/notice.tsx'
import { PageTable } from '../ui/pages.tsx'
import { Menu, MenuItem, MenuSeparator } from '../ui/popover.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { t, tMessage } from '../ui/text.ts'
import { showError, showSuccess } from '../ui/toast.tsx'
import { FeedDialog } from './feed-dialog.tsx'
import { describeTrigger, outcomeTexts } from './feed-texts.ts'
import { LastFilesDialog } from './last-files.tsx'

/** The feeds of a workspace, with what became of their last runs and when the next are. */
export function FeedList() {
  const { api } = useWorkspace()
  const { data: feeds, error } = useQuery(feedsQuery(api))
  const [edited, setEdited] = useState<Feed | 'new'>()
  const [deleted, setDeleted] = useState<Feed>()
  const [looked, setLooked] = useState<Feed>()
  return (
    <section className="api-section" aria-labelledby="connections-feeds">
      <div className="api-section-head">
        <h2 id="connections-feeds">{t('Feeds')}</h2>
        <Allowed to="feeds">
          <Button onClick={() => setEdited('new')}>
            <Plus aria-hidden />
            {t('Add a feed')}
          </Button>
        </Allowed>
      </div>
      {error !== null && <Notice tone="danger">{error.message}</Notice>}
      {feeds === undefined && error === null && <Skeleton height={72} />}
      {feeds?.length === 0 && (
        <p className="api-no-keys">
          <ArrowLeftRight aria-hidden />
          {t(
            'No feeds yet. A feed takes in the list of a supplier, or gives out a file for a shop, by itself.',
          )}
        </p>
      )}
      {feeds !== undefined && feeds.length > 0 && (
        <FeedTable feeds={feeds} onFiles={setLooked} onEdit={setEdited} onDelete={setDeleted} />
      )}
      <LastFilesDialog feed={looked} onClose={() => setLooked(undefined)} />
      <FeedDialog feed={edited} onClose={() => setEdited(undefined)} />
      <DeleteDialog feed={deleted} onClose={() => setDeleted(undefined)} />
    </section>
  )
}

interface FeedTableProps {
  readonly feeds: readonly Feed[]
  readonly onFiles: (feed: Feed) => void
  readonly onEdit: (feed: Feed) => void
  readonly onDelete: (feed: Feed) => void
}

function FeedTable({ feeds, onFiles, onEdit, onDelete }: FeedTableProps) {
  const watched = useWatchedFolders()
  return (
    <PageTable
      label={t('Feeds')}
      columns={[t('Name'), t('File'), t('When'), t('Last run'), t('Next run'), { unseen: t('Actions') }]}
    >
      {feeds.map((feed) => (
        <FeedRow
          key={feed.id}
          feed={feed}
          folder={watched.get(feed.id)}
          onFiles={() => onFiles(feed)}
          onEdit={() => onEdit(feed)}
          onDelete={() => onDelete(feed)}
        />
      ))}
    </PageTable>
  )
}

/** Where the watched folders are and what stands in their way, by the ids of their feeds. */
function useWatchedFolders(): ReadonlyMap<string, WatchedFolder> {
  const { workspace } = useWorkspace()
  const may = useMay()
  const { data = [] } = useQuery({ ...watchedFoldersQuery(workspace.id), enabled: may('watching') })
  return new Map(data.map((folder) => [folder.id, folder]))
}

interface FeedRowProps {
  feed: Feed
  folder: WatchedFolder | undefined
  onFiles: () => void
  onEdit: () => void
  onDelete: () => void
}

/** When it runs, and in which time zone where that is by a schedule. */
function FeedTimes({ feed }: Pick<FeedRowProps, 'feed'>) {
  const { trigger } = feed
  return (
    <>
      {describeTrigger(feed)}
      {'time_zone' in trigger && <p className="ui-field-hint">{trigger.time_zone}</p>}
    </>
  )
}

function FeedRow({ feed, folder, ...actions }: FeedRowProps) {
  const { name, direction, last_run: last, next_run: next, is_on: isOn, off_reason: reason } = feed
  const asks = (feed.waiting ?? []).length > 0
  return (
    <tr>
      <th scope="row" className="feed-cell">
        {name}
        <p className="ui-field-hint">{direction === 'import' ? t('Comes in') : t('Goes out')}</p>
      </th>
      <td className="feed-cell">
        <FeedFile feed={feed} folder={folder} />
      </td>
      <td className="feed-cell">
        <FeedTimes feed={feed} />
      </td>
      <td>
        {last === null
          ? t('never')
          : outcomeTexts()[asks && last.outcome === 'failed' ? 'waiting' : last.outcome]}
        {last !== null && <p className="ui-field-hint">{formatAgo(last.at)}</p>}
      </td>
      <td className="feed-cell">
        {isOn ? (next === null ? '' : formatPlannedTime(next)) : t('Off')}
        {reason !== null && (
          <p className="ui-field-hint">{t('Its connection or its settings are missing.')}</p>
        )}
      </td>
      <td className="api-row-action">
        <FeedActions feed={feed} folder={folder} {...actions} />
      </td>
    </tr>
  )
}

function FeedFile({ feed, folder }: Pick<FeedRowProps, 'feed' | 'folder'>) {
  if (folder === undefined) return feed.file
  const { folder: path, problem } = folder
  return (
    <>
      {feed.file === '*' ? t('Every file') : feed.file}
      <p className="ui-field-hint">{path}</p>
      {feed.is_on && problem !== null && <p className="feed-problem">{tMessage(problem, folder)}</p>}
    </>
  )
}

function FeedActions({ feed, folder, onFiles, onEdit, onDelete }: FeedRowProps) {
  const { api } = useWorkspace()
  const may = useMay()
  const queryClient = useQueryClient()
  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: feedsKey(api.workspaceId) }),
      queryClient.invalidateQueries({ queryKey: jobsKey(api.workspaceId) }),
    ])
  const onError = (error: Error) =>
    showError(t('{name} was not changed', { name: feed.name }), { description: error.message })
  const run = useMutation({
    mutationFn: () => runFeed(api, feed.id),
    onSuccess: () => showSuccess(t('{name} runs', { name: feed.name })),
    onSettled: refresh,
    onError,
  })
  const turn = useMutation({
    mutationFn: (isOn: boolean) => changeFeed(api, feed.id, { is_on: isOn }),
    onSettled: refresh,
    onError,
  })
  return (
    <Menu
      trigger={
        <IconButton label={t('Actions for {name}', { name: feed.name })}>
          <MoreHorizontal aria-hidden />
        </IconButton>
      }
    >
      <MenuItem onSelect={() => run.mutate()}>{t('Run it now')}</MenuItem>
      {folder !== undefined && <MenuItem onSelect={onFiles}>{t('Last files…')}</MenuItem>}
      {may('feeds') && (
        <>
          <MenuItem onSelect={onEdit}>{t('Change…')}</MenuItem>
          <MenuItem onSelect={() => turn.mutate(!feed.is_on)}>
            {feed.is_on ? t('Turn off') : t('Turn on')}
          </MenuItem>
          <MenuSeparator />
          <MenuItem onSelect={onDelete}>{t('Delete…')}</MenuItem>
        </>
      )}
    </Menu>
  )
}

function DeleteDialog({ feed, onClose }: { feed: Feed | undefined; onClose: () => void }) {
  const { api } = useWorkspace()
  const may = useMay()
  const queryClient = useQueryClient()
  const watched = useWatchedFolders()
  const deletion = useMutation({
    // The connection of a watched folder was made with it, and goes with it.
    mutationFn: ({ id, shield }: Feed) =>
      watched.has(id) && shield === null && may('folders')
        ? unwatchFolder(api.workspaceId, id)
        : deleteFeed(api, id),
    onSuccess: async () => {
      const keys = [feedsKey, watchedFoldersKey, connectionsKey]
      await Promise.all(
        keys.map((keyOf) => queryClient.invalidateQueries({ queryKey: keyOf(api.workspaceId) })),
      )
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={t('Delete this feed?')}
      action={t('Delete the feed')}
      subject={feed}
      mutation={deletion}
      onClose={onClose}
    >
      <p>{t('What it has delivered stays. It does not run any more.')}</p>
    </ConfirmDialog>
  )
}
