import { useQuery } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import type { ChannelCompleteness, ChannelSummary, Requirement } from '#shared/channels.ts'
import { notAcceptedPrefix } from '#shared/filters.ts'
import { attributesQuery } from '../api/attributes-queries.ts'
import { completenessQuery } from '../api/channels-queries.ts'
import { emptyGridQuery } from '../query/grid-query.ts'
import { everything, type PageLocation, toSearch } from '../query/location.ts'
import { goTo } from '../query/use-location.ts'
import { Notice } from '../ui/notice.tsx'
import { levelOf, Progress, Skeleton } from '../ui/progress.tsx'
import { gridLayoutOf } from '../state/grid-layout.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { type Finding, describeCompleteness, describeInvalid, describeMissing } from './channels-texts.ts'
import { t } from '../ui/text.ts'

export function ChannelSummaryLine({ channel }: { channel: ChannelSummary }) {
  const { api } = useWorkspace()
  const { data, error } = useQuery(completenessQuery(api, channel.key))
  if (error !== null) return <Notice tone="danger">{error.message}</Notice>
  if (data === undefined) return <Skeleton height={28} />
  const { percent } = data
  return (
    <Progress
      label={describeCompleteness(data)}
      percent={percent}
      text={`${percent}%`}
      level={levelOf(percent)}
    />
  )
}

export function ChannelFindings({ channel }: { channel: ChannelSummary }) {
  const { api } = useWorkspace()
  const { data } = useQuery(completenessQuery(api, channel.key))
  const { data: attributes = [] } = useQuery(attributesQuery(api, 'product'))
  if (data === undefined) return null
  const nameOf = (key: string) => attributes.find((attribute) => attribute.key === key)?.name ?? key
  const missingOf = (wanted: Requirement) =>
    describeMissing(
      channel.key,
      data.missing.filter(({ requirement }) => requirement === wanted),
      nameOf,
    )
  const invalid = data.invalid.map((item) => ({
    text: describeInvalid(item, nameOf(item.key)),
    leadsTo: {
      attribute: item.key,
      clause: {
        key: `${notAcceptedPrefix}${channel.key}`,
        operator: 'eq',
        value: `${item.key}:${item.issue}`,
      },
    },
  }))
  return (
    <>
      <Findings title={t('Required and missing')} findings={missingOf('required')} />
      <Findings title={t('Not as the channel requires it')} findings={invalid} />
      <Findings title={t('Recommended and missing')} findings={missingOf('recommended')} />
      {isAllDone(data) && <Notice tone="success">{t('Nothing is missing and nothing is wrong.')}</Notice>}
    </>
  )
}

function isAllDone({ missing, invalid, products }: ChannelCompleteness): boolean {
  return products > 0 && missing.length === 0 && invalid.length === 0
}

function Findings({ title, findings }: { title: string; findings: readonly Finding[] }) {
  if (findings.length === 0) return null
  return (
    <div className="channel-findings">
      <h3>{title}</h3>
      <ul>
        {findings.map(({ text, leadsTo }) => (
          <li key={text}>{leadsTo === undefined ? text : <RowsLink {...leadsTo} text={text} />}</li>
        ))}
      </ul>
    </div>
  )
}

function RowsLink({ attribute, clause, text }: NonNullable<Finding['leadsTo']> & { text: string }) {
  const { api } = useWorkspace()
  const location: PageLocation = {
    workspaceId: api.workspaceId,
    view: 'product',
    savedView: everything,
    query: { ...emptyGridQuery, clauses: [clause] },
  }
  const follow = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    gridLayoutOf(api.workspaceId, 'product').seek(attribute)
    goTo(location)
  }
  return (
    <a href={toSearch(location)} onClick={follow}>
      {text}
    </a>
  )
}
