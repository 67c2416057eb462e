import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import type { ChannelSummary } from '#shared/channels.ts'
import { channelsQuery, completenessQuery } from '../api/channels-queries.ts'
import { LocationLink } from '../query/location-link.tsx'
import { createPageLocation, usePageParams } from '../query/location.ts'
import { Allowed } from '../state/rights.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { t } from '../ui/text.ts'
import { ChannelBars } from './channel-headline.tsx'
import { ChannelSurface, type RenderProducts } from './channel-surface.tsx'
import { describeFile } from './describe-channel.ts'
import { EnableButton } from './enable-channel.tsx'
import { readChannelsParams } from './feature.ts'
import { NewChannelDialog } from './new-channel-dialog.tsx'
import '../ui/page.css'
import './channels-page.css'

interface ChannelsPageProps {
  readonly renderProducts: RenderProducts
  readonly bar: ReactNode
}

/** All channels as a list, or the page of one; the shell hands it the grid of products. */
export function ChannelsPage(props: ChannelsPageProps) {
  const [{ channel }] = usePageParams(readChannelsParams)
  return channel === undefined ? (
    <ChannelList />
  ) : (
    <ChannelSurface key={channel} channelKey={channel} {...props} />
  )
}

function ChannelList() {
  const { api } = useWorkspace()
  const { data: channels, error } = useQuery(channelsQuery(api))
  const [, change] = usePageParams(readChannelsParams)
  const [isMaking, setMaking] = useState(false)
  return (
    <div className="api-page channels-page">
      <header>
        <div className="channel-head">
          <h1 className="catalog-title">{t('Channels')}</h1>
          <Allowed to="channels">
            <Button variant="primary" onClick={() => setMaking(true)}>
              {t('New channel')}
            </Button>
          </Allowed>
        </div>
        <p className="ui-field-hint">{t('Where you sell, and what your products still need there.')}</p>
      </header>
      {isMaking && (
        <NewChannelDialog
          channels={channels ?? []}
          onClose={() => setMaking(false)}
          onMade={(channel) => change({ channel, tab: 'fields' })}
        />
      )}
      {error !== null && <Notice tone="danger">{error.message}</Notice>}
      {channels === undefined && error === null && <Skeleton height={240} />}
      <Channels title={t('In use')} channels={channels?.filter(({ enabled }) => enabled)} />
      <Channels title={t('Available')} channels={channels?.filter(({ enabled }) => !enabled)} />
    </div>
  )
}

interface ChannelsProps {
  readonly title: string
  readonly channels: readonly ChannelSummary[] | undefined
}

function Channels({ title, channels = [] }: ChannelsProps) {
  if (channels.length === 0) return null
  return (
    <section className="api-section">
      <h2>{title}</h2>
      <ul className="channel-list">
        {channels.map((channel) => (
          <ChannelLine key={channel.key} channel={channel} />
        ))}
      </ul>
    </section>
  )
}

function ChannelLine({ channel }: { channel: ChannelSummary }) {
  const { key, name, enabled } = channel
  const { workspace } = useWorkspace()
  return (
    <li className="channel-line">
      <div className="channel-line-name">
        {enabled ? (
          <LocationLink to={createPageLocation(workspace.id, 'channels', { channel: key })}>
            {name}
          </LocationLink>
        ) : (
          <strong>{name}</strong>
        )}
        <p className="ui-field-hint">{describeFile(channel)}</p>
      </div>
      {enabled ? (
        <Completeness channel={channel} />
      ) : (
        <Allowed to="channels">
          <EnableButton channel={channel} />
        </Allowed>
      )}
    </li>
  )
}

function Completeness({ channel }: { channel: ChannelSummary }) {
  const { api } = useWorkspace()
  const { data, error } = useQuery(completenessQuery(api, channel.key))
  if (error !== null) return <Notice tone="danger">{error.message}</Notice>
  return <ChannelBars completeness={data} />
}
