import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Channel, ChannelSummary } from '#shared/channels.ts'
import {
  channelsKey,
  channelsQuery,
  completenessKey,
  createChannel,
  deleteChannel,
} from '../api/channels-queries.ts'
import { usePageParams } from '../query/location.ts'
import { readChannelsParams } from './feature.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { showError, showSuccess } from '../ui/toast.tsx'
import { useOpenDialog } from '../state/dialogs.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { CategoryMapPage } from './category-map-page.tsx'
import { ChannelSummaryLine } from './channels-completeness.tsx'
import { ChannelDetails } from './channels-details.tsx'
import { EnableButton } from './enable-channel.tsx'
import { NewChannelDialog } from './new-channel-dialog.tsx'
import { toNewChannel } from './custom-columns.ts'
import '../ui/page.css'
import './channels-page.css'
import { t } from '../ui/text.ts'
import { Allowed, Changeable } from '../state/rights.tsx'

export function ChannelsPage() {
  const [{ categories }] = usePageParams(readChannelsParams)
  return categories === undefined ? (
    <ChannelList />
  ) : (
    <CategoryMapPage key={categories} channelKey={categories} />
  )
}

function ChannelList() {
  const { api } = useWorkspace()
  const { data: channels, error } = useQuery(channelsQuery(api))
  const [opened, setOpened] = useState<string>()
  const [isMaking, setMaking] = useState(false)
  return (
    <div className="api-page">
      <header>
        <div className="channel-head">
          <h1 className="catalog-title">{t('Channels')}</h1>
          <Allowed to="channels">
            <Button variant="primary" onClick={() => setMaking(true)}>
              {t('New channel')}
            </Button>
          </Allowed>
        </div>
        <p className="ui-field-hint">
          {t(
            'Each channel requires certain fields. Enable those you sell on, or create one with columns of your own; choose what fills each field, and see what your products still lack.',
          )}
        </p>
      </header>
      {isMaking && (
        <NewChannelDialog
          channels={channels ?? []}
          onClose={() => setMaking(false)}
          onMade={(key) => {
            setMaking(false)
            setOpened(key)
          }}
        />
      )}
      {error !== null && <Notice tone="danger">{error.message}</Notice>}
      {channels === undefined && error === null && <Skeleton height={240} />}
      {channels?.map((channel) => (
        <ChannelCard
          key={channel.key}
          channel={channel}
          isOpen={opened === channel.key}
          onToggle={() => setOpened(opened === channel.key ? undefined : channel.key)}
        />
      ))}
    </div>
  )
}

interface ChannelCardProps {
  channel: ChannelSummary
  isOpen: boolean
  onToggle: () => void
}

function ChannelCard({ channel, isOpen, onToggle }: ChannelCardProps) {
  const { key, name, enabled, own = false } = channel
  const titleId = `channel-${key}`
  return (
    <section className="channel-card" aria-labelledby={titleId}>
      <div className="channel-head">
        <div>
          <h2 id={titleId}>{name}</h2>
          <p className="ui-field-hint">{describeFile(channel)}</p>
        </div>
        {enabled && (
          <Button
            variant="ghost"
            aria-expanded={isOpen}
            aria-label={
              isOpen ? t('Hide the fields of {name}', { name }) : t('Show the fields of {name}', { name })
            }
            onClick={onToggle}
          >
            {isOpen ? t('Hide the fields') : t('Show the fields')}
          </Button>
        )}
        {enabled && <ExportButton channel={channel} />}
        <Allowed to="channels">
          {own && <DeleteButton channel={channel} />}
          <EnableButton channel={channel} />
        </Allowed>
      </div>
      {enabled && <ChannelSummaryLine channel={channel} />}
      {enabled && isOpen && (
        <Changeable to="channels">
          <ChannelDetails channel={channel} />
        </Changeable>
      )}
    </section>
  )
}

function ExportButton({ channel: { key, name } }: { channel: ChannelSummary }) {
  const openDialog = useOpenDialog()
  return (
    <Button
      variant="ghost"
      aria-label={t('Export to {name}', { name })}
      onClick={() => openDialog({ kind: 'export', scope: 'all', channel: key })}
    >
      {t('Export')}
    </Button>
  )
}

function describeFile({
  own,
  format,
  required_count: required,
  attribute_count: fields,
}: ChannelSummary): string {
  const file = t(
    '{format} file with {fields, plural, one {# field} other {# fields}}, {required} of them required',
    { format: format.toUpperCase(), fields, required },
  )
  return own === true ? t('Your own: {file}', { file }) : file
}

function DeleteButton({ channel: { key, name } }: { channel: ChannelSummary }) {
  const { workspace } = useWorkspace()
  const queryClient = useQueryClient()
  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: channelsKey(workspace.id) }),
      queryClient.invalidateQueries({ queryKey: completenessKey(workspace.id) }),
    ])
  const onError = (error: Error) =>
    showError(t('{name} was not changed', { name }), { description: error.message })
  const restore = useMutation({
    mutationFn: (deleted: Channel) => createChannel(workspace.id, toNewChannel(deleted)),
    onSuccess: refresh,
    onError,
  })
  const remove = useMutation({
    mutationFn: () => deleteChannel(workspace.id, key),
    onSuccess: async ({ data }) => {
      await refresh()
      showSuccess(t('{name} is deleted', { name }), {
        action: { label: t('Undo'), onPress: () => restore.mutate(data) },
      })
    },
    onError,
  })
  return (
    <Button
      variant="ghost"
      aria-label={t('Delete {name}', { name })}
      busy={remove.isPending}
      onClick={() => remove.mutate()}
    >
      {t('Delete')}
    </Button>
  )
}
