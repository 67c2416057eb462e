import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeftRight, MoreHorizontal, Plus } from 'lucide-react'
import { useState } from 'react'
import type { Feed } from '#shared/schemas/feeds.ts'
import { changeFeed, deleteFeed, feedsKey, feedsQuery, runFeed } from '../api/feed-queries.ts'
import { jobsKey } from '../api/jobs-queries.ts'
import { Allowed, useMay } from '../state/rights.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { formatAgo, formatMoment } from '../ui/format-count.ts'
import { Notice } from '../ui/notice.tsx'
import { PageTable } from '../ui/pages.tsx'
import { Menu, MenuItem, MenuSeparator } from '../ui/popover.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { t } from '../ui/text.ts'
import { showError, showSuccess } from '../ui/toast.tsx'
import { FeedDialog } from './feed-dialog.tsx'
import { describeTrigger, outcomeTexts } from './feed-texts.ts'

/** The feeds of a workspace, with what became of their last runs and when the next are. */
export function FeedList() {
  const { api } = useWorkspace()
  const { data: feeds, error } = useQuery(feedsQuery(api))
  const [edited, setEdited] = useState<Feed | 'new'>()
  const [deleted, setDeleted] = useState<Feed>()
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
        <PageTable
          label={t('Feeds')}
          columns={[t('Name'), t('File'), t('When'), t('Last run'), t('Next run'), { unseen: t('Actions') }]}
        >
          {feeds.map((feed) => (
            <FeedRow
              key={feed.id}
              feed={feed}
              onEdit={() => setEdited(feed)}
              onDelete={() => setDeleted(feed)}
            />
          ))}
        </PageTable>
      )}
      <FeedDialog feed={edited} onClose={() => setEdited(undefined)} />
      <DeleteDialog feed={deleted} onClose={() => setDeleted(undefined)} />
    </section>
  )
}

interface FeedRowProps {
  feed: Feed
  onEdit: () => void
  onDelete: () => void
}

function FeedRow({ feed, onEdit, onDelete }: FeedRowProps) {
  const { name, direction, file, last_run: last, next_run: next, is_on: isOn, off_reason: reason } = feed
  return (
    <tr>
      <th scope="row" className="feed-cell">
        {name}
        <p className="ui-field-hint">{direction === 'import' ? t('Comes in') : t('Goes out')}</p>
      </th>
      <td className="feed-cell">{file}</td>
      <td>{describeTrigger(feed)}</td>
      <td>
        {last === null ? t('never') : outcomeTexts()[last.outcome]}
        {last !== null && <p className="ui-field-hint">{formatAgo(last.at)}</p>}
      </td>
      <td>
        {isOn ? (next === null ? '' : formatMoment(next)) : t('Off')}
        {reason !== null && (
          <p className="ui-field-hint">{t('Its connection or its settings are missing.')}</p>
        )}
      </td>
      <td className="api-row-action">
        <FeedActions feed={feed} onEdit={onEdit} onDelete={onDelete} />
      </td>
    </tr>
  )
}

function FeedActions({ feed, onEdit, onDelete }: FeedRowProps) {
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
  const queryClient = useQueryClient()
  const deletion = useMutation({
    mutationFn: ({ id }: Feed) => deleteFeed(api, id),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: feedsKey(api.workspaceId) })
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
