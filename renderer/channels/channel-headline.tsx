import { useQuery } from '@tanstack/react-query'
import type { AttributeDefinition } from '#shared/attributes.ts'
import type { Channel, ChannelCompleteness } from '#shared/channels.ts'
import type { GridQuery } from '../query/grid-query.ts'
import { countQuery } from '../query/list-queries.ts'
import { LocationLink } from '../query/location-link.tsx'
import { createPageLocation } from '../query/location.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { formatCount } from '../ui/format-count.ts'
import { levelOf, Progress } from '../ui/progress.tsx'
import { t, tNodes } from '../ui/text.ts'
import { leftOutQuery, percentOf, toFixQuery, type ToFix } from './to-fix.ts'

interface ChannelBarsProps {
  /** Undefined while it is loading: the bars stand there already, so that nothing moves. */
  readonly completeness: ChannelCompleteness | undefined
}

/** How much of what is required and of what is recommended is there, told apart. */
export function ChannelBars({ completeness }: ChannelBarsProps) {
  const bars = [
    { label: t('Required values'), counts: completeness?.required, isNeeded: true },
    { label: t('Recommended values'), counts: completeness?.recommended, isNeeded: false },
  ]
  return (
    <div className="channel-bars">
      {bars.map(({ label, counts, isNeeded }) => {
        const percent = counts && percentOf(counts)
        return (
          <Progress
            key={label}
            label={label}
            percent={percent ?? 0}
            text={percent === undefined ? '–' : t('{percent} %', { percent })}
            {...((isNeeded || percent === 100) && { level: levelOf(percent ?? 0) })}
          />
        )
      })}
    </div>
  )
}

interface ChannelCountsProps {
  readonly channel: Channel
  readonly attributes: readonly AttributeDefinition[]
  readonly items: readonly ToFix[]
}

export const leftOutId = 'left-out'

/** How many products are complete, to fix, and left out by design; the last two lead to their rows. */
export function ChannelCounts({ channel, attributes, items }: ChannelCountsProps) {
  const { api, workspace } = useWorkspace()
  const { data: total } = useQuery(countQuery(api, 'product'))
  const toFix = useCount(toFixQuery(channel, attributes, items))
  const leftOut = useCount(leftOutQuery(channel, attributes))
  const isKnown = total !== undefined && toFix !== undefined && leftOut !== undefined
  const complete = isKnown ? Math.max(0, total - toFix - leftOut) : undefined
  const linkTo = (missing: string | undefined, count: number | undefined) => (
    <LocationLink
      key={missing ?? 'all'}
      to={createPageLocation(workspace.id, 'channels', {
        channel: channel.key,
        ...(missing !== undefined && { missing }),
      })}
    >
      {shown(count)}
    </LocationLink>
  )
  return (
    <p className="channel-counts" role="status">
      <span>{tNodes('{count} complete', { count: <strong key="count">{shown(complete)}</strong> })}</span>
      <span>{tNodes('{count} to fix', { count: linkTo(undefined, toFix) })}</span>
      <span>{tNodes('{count} left out by design', { count: linkTo(leftOutId, leftOut) })}</span>
    </p>
  )
}

function shown(count: number | undefined): string {
  return count === undefined ? '–' : formatCount(count)
}

function useCount(query: GridQuery): number | undefined {
  const { api } = useWorkspace()
  return useQuery(countQuery(api, 'product', query)).data
}
