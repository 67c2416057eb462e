import { useQuery } from '@tanstack/react-query'
import type { ChannelSummary, CompletenessHistory } from '#shared/channels.ts'
import { channelsQuery, completenessHistoryQuery, completenessQuery } from '../api/channels-queries.ts'
import { createPageLocation } from '../query/location.ts'
import { LocationLink } from '../query/location-link.tsx'
import { useMay } from '../state/rights.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { formatCalendarDay, formatCount } from '../ui/format-count.ts'
import { levelOf } from '../ui/progress.tsx'
import { Sparkline } from '../ui/sparkline.tsx'
import { t } from '../ui/text.ts'
import { HomeSection, NothingYet } from './home-section.tsx'

/** How complete the products are for each channel, and how that went in the last 90 days. */
export function ChannelProgress() {
  const { api, workspace } = useWorkspace()
  const may = useMay()
  const { data: channels } = useQuery(channelsQuery(api))
  const { data: history = [] } = useQuery(completenessHistoryQuery(workspace.id))
  const enabled = channels?.filter((channel) => channel.enabled)
  const all = createPageLocation(workspace.id, 'channels', {})
  return (
    <HomeSection
      title={t('Channels')}
      aside={
        <LocationLink to={all}>
          {enabled?.length === 0 && may('channels') ? t('Turn on a channel') : t('All channels')}
        </LocationLink>
      }
    >
      {enabled?.length === 0 && (
        <NothingYet>{t('A channel says what your products need to be sold there.')}</NothingYet>
      )}
      <ul className="home-list home-channels" aria-busy={enabled === undefined}>
        {enabled?.map((channel) => (
          <ChannelLine
            key={channel.key}
            channel={channel}
            days={history.find(({ channel: key }) => key === channel.key)?.days ?? []}
          />
        ))}
      </ul>
    </HomeSection>
  )
}

interface ChannelLineProps {
  readonly channel: ChannelSummary
  readonly days: CompletenessHistory['days']
}

function ChannelLine({ channel, days }: ChannelLineProps) {
  const { api, workspace } = useWorkspace()
  const { data } = useQuery(completenessQuery(api, channel.key))
  const page = createPageLocation(workspace.id, 'channels', { channel: channel.key })
  const toFix = data === undefined ? 0 : data.products - data.complete
  return (
    <li>
      <LocationLink to={page} className="home-name">
        <span>{channel.name}</span>
      </LocationLink>
      {days.length > 0 && (
        <Sparkline points={toPoints(days, data?.percent)} label={describeHistory(days, data?.percent)} />
      )}
      <span className="home-percent" data-level={data && levelOf(data.percent)}>
        {data === undefined ? '' : t('{percent} %', { percent: data.percent })}
      </span>
      {data !== undefined && (
        <LocationLink to={page} className="home-count">
          {toFix === 0 ? t('all complete') : t('{count} to fix', { count: formatCount(toFix) })}
        </LocationLink>
      )}
    </li>
  )
}

const historyDays = 90
const dayMs = 24 * 60 * 60 * 1000

/** The points of the days with what holds now as the last one. */
export function toPoints(days: CompletenessHistory['days'], now: number | undefined, today = Date.now()) {
  const from = today - historyDays * dayMs
  const earlier = days.map(({ day, percent }) => ({
    at: Math.min(1, Math.max(0, (Date.parse(day) - from) / (historyDays * dayMs))),
    value: percent,
  }))
  return now === undefined ? earlier : [...earlier.filter(({ at }) => at < 0.99), { at: 1, value: now }]
}

function describeHistory(days: CompletenessHistory['days'], now: number | undefined): string {
  const [first] = days
  const last = now ?? days.at(-1)?.percent
  if (first === undefined || last === undefined) return t('No earlier figures yet')
  return t('From {before} % on {day} to {now} % now', {
    before: first.percent,
    day: formatCalendarDay(first.day),
    now: last,
  })
}
