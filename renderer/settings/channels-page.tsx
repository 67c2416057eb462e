import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChannelSummary } from '#shared/channels.ts'
import {
  channelsKey,
  channelsQuery,
  completenessKey,
  disableChannel,
  enableChannel,
} from '../api/channels-queries.ts'
import { countOf } from '../ui/format-count.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { showError, showSuccess } from '../ui/toast.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { ChannelSummaryLine } from './channels-completeness.tsx'
import { ChannelDetails } from './channels-details.tsx'
import '../ui/page.css'
import './channels-page.css'

/** Where products are sold: which channels are used, what fills their fields, and how complete the products are. */
export function ChannelsPage() {
  const { api } = useWorkspace()
  const { data: channels, error } = useQuery(channelsQuery(api))
  const [opened, setOpened] = useState<string>()
  return (
    <div className="api-page">
      <header>
        <h1 className="catalog-title">Channels</h1>
        <p className="ui-field-hint">
          Each channel asks for certain fields. Enable those you sell on, say which attribute fills which
          field, and see what your products still lack.
        </p>
      </header>
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
  const { key, name, enabled, format, required_count: required, attribute_count: fields } = channel
  const titleId = `channel-${key}`
  return (
    <section className="channel-card" aria-labelledby={titleId}>
      <div className="channel-head">
        <div>
          <h2 id={titleId}>{name}</h2>
          <p className="ui-field-hint">
            {format.toUpperCase()} file with {countOf(fields, 'field')}, {required} of them required
          </p>
        </div>
        {enabled && (
          <Button
            variant="ghost"
            aria-expanded={isOpen}
            aria-label={`${isOpen ? 'Hide' : 'Show'} the fields of ${name}`}
            onClick={onToggle}
          >
            {isOpen ? 'Hide the fields' : 'Show the fields'}
          </Button>
        )}
        <EnableButton channel={channel} />
      </div>
      {enabled && <ChannelSummaryLine channel={channel} />}
      {enabled && isOpen && <ChannelDetails channel={channel} />}
    </section>
  )
}

function EnableButton({ channel: { key, name, enabled } }: { channel: ChannelSummary }) {
  const { workspace } = useWorkspace()
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: () => (enabled ? disableChannel : enableChannel)(workspace.id, key),
    onSuccess: async ({ unmapped }) => {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: channelsKey(workspace.id) }),
        queryClient.invalidateQueries({ queryKey: completenessKey(workspace.id) }),
      ])
      if (enabled) showSuccess(`${name} is disabled`, { description: 'Its mapping is kept.' })
      else showSuccess(`${name} is enabled`, { description: tellUnmapped(unmapped) })
    },
    onError: (error) => showError(`${name} was not changed`, { description: error.message }),
  })
  return (
    <Button
      variant={enabled ? 'default' : 'primary'}
      aria-label={`${enabled ? 'Disable' : 'Enable'} ${name}`}
      busy={change.isPending}
      onClick={() => change.mutate()}
    >
      {enabled ? 'Disable' : 'Enable'}
    </Button>
  )
}

function tellUnmapped({ length }: readonly string[]): string {
  if (length === 0) return 'Every field it asks for has an attribute.'
  return `${countOf(length, 'field')} it asks for ${length === 1 ? 'has' : 'have'} no attribute yet.`
}
