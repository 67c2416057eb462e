import { Tabs } from '@base-ui/react/tabs'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, Download, MoreHorizontal, Power, Trash2 } from 'lucide-react'
import { useMemo, type ComponentType, type ReactNode } from 'react'
import type { AttributeDefinition } from '#shared/attributes.ts'
import type { Channel } from '#shared/channels.ts'
import { keysOf } from '#shared/text.ts'
import { attributesQuery } from '../api/attributes-queries.ts'
import {
  channelQuery,
  channelsKey,
  completenessKey,
  completenessQuery,
  createChannel,
  deleteChannel,
} from '../api/channels-queries.ts'
import type { GridQuery } from '../query/grid-query.ts'
import { LocationLink } from '../query/location-link.tsx'
import { createPageLocation, usePageParams } from '../query/location.ts'
import { useOpenDialog } from '../state/dialogs.ts'
import { Allowed, Changeable, useMay } from '../state/rights.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState, Notice } from '../ui/notice.tsx'
import { Menu, MenuItem } from '../ui/popover.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { cachedByLanguage, t } from '../ui/text.ts'
import { showError, showSuccess } from '../ui/toast.tsx'
import { CategoryMapTab } from './category-map.tsx'
import { listSourceOf } from './category-names.ts'
import { ChannelFields } from './channel-fields.tsx'
import { ChannelFiles } from './channel-files.tsx'
import { ChannelBars, ChannelCounts } from './channel-headline.tsx'
import { ChannelProducts } from './channel-products.tsx'
import { ChannelSettings } from './channel-settings.tsx'
import { toNewChannel } from './custom-columns.ts'
import { EnableButton, useChannelChange } from './enable-channel.tsx'
import { type ChannelTab, channelTabs, readChannelsParams } from './feature.ts'
import { listToFix } from './to-fix.ts'
import './channel-surface.css'

export type RenderProducts = (props: {
  readonly query: GridQuery
  readonly onQueryChange: (query: GridQuery) => void
  readonly surface: string
  readonly whenEmpty: ReactNode
}) => ReactNode

interface ChannelSurfaceProps {
  readonly channelKey: string
  readonly renderProducts: RenderProducts
  /** The commands above the products. */
  readonly bar: ReactNode
}

/** One channel: what its products need, worked on in place, and how its file is made. */
export function ChannelSurface({ channelKey, ...rest }: ChannelSurfaceProps) {
  const { api } = useWorkspace()
  const { data: channel, error } = useQuery(channelQuery(api, channelKey))
  const { data: attributes } = useQuery(attributesQuery(api, 'product'))
  return (
    <div className="channel-surface">
      {error !== null && <Notice tone="danger">{error.message}</Notice>}
      {channel && attributes ? (
        <LoadedChannel channel={channel} attributes={attributes} {...rest} />
      ) : (
        error === null && <Skeleton height={240} />
      )}
    </div>
  )
}

const tabTexts = cachedByLanguage((): Readonly<Record<ChannelTab, string>> => ({
  products: t('Products'),
  fields: t('Fields'),
  categories: t('Categories'),
  files: t('Files'),
  settings: t('Settings'),
}))

interface LoadedChannelProps extends Omit<ChannelSurfaceProps, 'channelKey'> {
  readonly channel: Channel
  readonly attributes: readonly AttributeDefinition[]
}

function LoadedChannel({ channel, attributes, renderProducts, bar }: LoadedChannelProps) {
  const [params, change] = usePageParams(readChannelsParams)
  const { completeness, items } = useToFix(channel, attributes)
  const offered = channelTabs.filter((tab) => tab !== 'categories' || listSourceOf(channel) !== undefined)
  const tab = offered.find((known) => known === params.tab) ?? 'products'
  return (
    <>
      <ChannelHead channel={channel} />
      <div className="channel-headline">
        <ChannelBars completeness={completeness} />
        {items && <ChannelCounts {...{ channel, attributes, items }} />}
      </div>
      <Tabs.Root
        className="channel-tabs"
        value={tab}
        onValueChange={(next: ChannelTab) => change({ channel: channel.key, tab: next })}
      >
        <Tabs.List className="page-tab-list" aria-label={t('Parts of {name}', { name: channel.name })}>
          {offered.map((each) => (
            <Tabs.Tab key={each} value={each} className="page-tab">
              {tabTexts()[each]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="products" className="channel-products">
          {!channel.enabled && <Disabled channel={channel} />}
          {channel.enabled && !items && <Skeleton height={240} />}
          {items && <ChannelProducts {...{ channel, attributes, items, renderProducts, bar }} />}
        </Tabs.Panel>
        {keysOf(parts).map((each) => (
          <Panel key={each} part={each} channel={channel} />
        ))}
      </Tabs.Root>
    </>
  )
}

function Disabled({ channel }: { channel: Channel }) {
  const { name } = channel
  return (
    <EmptyState
      icon={Power}
      title={t('{name} is disabled', { name })}
      actions={
        <Allowed to="channels">
          <EnableButton channel={channel} />
        </Allowed>
      }
    >
      {t('Enable it to see what your products need there.')}
    </EmptyState>
  )
}

const parts = {
  fields: ChannelFields,
  categories: CategoryMapTab,
  files: ChannelFiles,
  settings: ChannelSettings,
} satisfies Partial<Record<ChannelTab, ComponentType<{ channel: Channel }>>>

function Panel({ part, channel }: { part: keyof typeof parts; channel: Channel }) {
  const Part = parts[part]
  const content = <Part channel={channel} />
  return (
    <Tabs.Panel value={part} className="channel-panel">
      <div className="channel-panel-content">
        {part === 'files' ? content : <Changeable to="channels">{content}</Changeable>}
      </div>
    </Tabs.Panel>
  )
}

function useToFix(channel: Channel, attributes: readonly AttributeDefinition[]) {
  const { api } = useWorkspace()
  const { data: completeness } = useQuery({
    ...completenessQuery(api, channel.key),
    enabled: channel.enabled,
  })
  const items = useMemo(() => {
    const nameOf = (key: string) => attributes.find((attribute) => attribute.key === key)?.name ?? key
    return completeness && listToFix(completeness, nameOf)
  }, [completeness, attributes])
  return { completeness, items }
}

function ChannelHead({ channel }: { channel: Channel }) {
  const { workspace } = useWorkspace()
  const openDialog = useOpenDialog()
  const { key, name, enabled } = channel
  return (
    <header className="channel-top">
      <LocationLink
        className="ui-button ui-icon-button"
        aria-label={t('All channels')}
        to={createPageLocation(workspace.id, 'channels', {})}
      >
        <ArrowLeft aria-hidden />
      </LocationLink>
      <h1 className="catalog-title">{name}</h1>
      {enabled && (
        <Button
          variant="primary"
          aria-label={t('Export to {name}', { name })}
          onClick={() => openDialog({ kind: 'export', scope: 'all', channel: key })}
        >
          <Download aria-hidden />
          <span>{t('Export')}</span>
        </Button>
      )}
      <ChannelMenu channel={channel} />
    </header>
  )
}

function ChannelMenu({ channel }: { channel: Channel }) {
  const may = useMay()
  const change = useChannelChange(channel)
  const remove = useRemoval(channel)
  const { name, enabled, own } = channel
  if (!may('channels')) return null
  const trigger = (
    <button
      type="button"
      className="ui-button ui-icon-button"
      aria-label={t('What to do with {name}', { name })}
    >
      <MoreHorizontal aria-hidden />
    </button>
  )
  return (
    <Menu trigger={trigger}>
      <MenuItem icon={Power} onSelect={() => change.mutate([])}>
        {enabled ? t('Disable') : t('Enable')}
      </MenuItem>
      {own === true && (
        <MenuItem icon={Trash2} onSelect={() => remove.mutate()}>
          {t('Delete')}
        </MenuItem>
      )}
    </Menu>
  )
}

function useRemoval({ key, name }: Channel) {
  const { workspace } = useWorkspace()
  const queryClient = useQueryClient()
  const [, change] = usePageParams(readChannelsParams)
  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: [...channelsKey(workspace.id), 'list'] }),
      queryClient.invalidateQueries({ queryKey: completenessKey(workspace.id) }),
    ])
  const onError = (error: Error) =>
    showError(t('{name} was not changed', { name }), { description: error.message })
  const restore = useMutation({
    mutationFn: (deleted: Channel) => createChannel(workspace.id, toNewChannel(deleted)),
    onSuccess: refresh,
    onError,
  })
  return useMutation({
    mutationFn: () => deleteChannel(workspace.id, key),
    onSuccess: async ({ data }) => {
      change({})
      await refresh()
      showSuccess(t('{name} is deleted', { name }), {
        action: { label: t('Undo'), onPress: () => restore.mutate(data) },
      })
    },
    onError,
  })
}
