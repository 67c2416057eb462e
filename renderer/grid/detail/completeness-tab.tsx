import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import type { ChannelIssue, Completeness } from '#shared/channels.ts'
import { channelsQuery } from '../../api/channels-queries.ts'
import { productCompletenessQuery } from '../../api/detail-queries.ts'
import { Notice } from '../../ui/notice.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useDetail } from './detail-context.ts'
import { focusDetails } from '../data/detail-state.ts'

/** How complete the product is for each enabled channel, and what to fill; a press leads to the field. */
export function CompletenessTab() {
  const { session, entity } = useDetail()
  const { data, error } = useQuery(productCompletenessQuery(session.api, entity.id))
  const nameOf = useChannelName()
  if (error) return <Notice tone="danger">{error.message}</Notice>
  if (!data) return <Skeleton height={120} />
  if (data.length === 0) {
    return (
      <p className="detail-note">
        No channel is enabled. Enable those you sell on under Channels, and what products lack is told here.
      </p>
    )
  }
  return data.map((completeness) => (
    <ChannelPart key={completeness.channel} name={nameOf(completeness.channel)} completeness={completeness} />
  ))
}

/** What people call a channel, by its key. */
export function useChannelName(): (key: string) => string {
  const { session } = useDetail()
  const { data: channels } = useQuery(channelsQuery(session.api))
  return (key) => channels?.find((channel) => channel.key === key)?.name ?? key
}

const issueTexts: Readonly<Record<ChannelIssue, string>> = {
  too_long: 'is too long for the channel',
  not_an_acceptable_value: 'holds something that the channel does not accept',
}

interface ChannelPartProps {
  readonly name: string
  readonly completeness: Completeness
  /** A link to a field was followed. */
  readonly onFollow?: () => void
}

/** How complete the product is for one channel, and what to fill. */
export function ChannelPart({ name, completeness, onFollow }: ChannelPartProps) {
  const { columns } = useDetail()
  const { percent, complete, required, recommended, missing, invalid } = completeness
  const unmapped = missing.filter(({ data_type: dataType }) => dataType === null)
  const nameOf = (key: string): string => columns.find(({ id }) => id === key)?.name ?? key
  return (
    <section className="detail-group" aria-label={name}>
      <h3>{name}</h3>
      <Progress
        label={complete ? 'Complete' : `${required.filled} of ${required.total} required`}
        percent={percent}
        text={`${percent}%`}
      />
      <p className="detail-note">
        {recommended.filled} of {recommended.total} recommended fields are filled.
      </p>
      {complete && missing.length === 0 && (
        <p className="detail-good">
          <CircleCheck size={15} aria-hidden /> Nothing is missing.
        </p>
      )}
      <ul className="detail-missing" aria-label={`What ${name} still asks for`}>
        {missing.map(
          ({ key, name: field, data_type: dataType, requirement }) =>
            dataType !== null && (
              <li key={key}>
                <FieldLink attribute={key} text={field} onFollow={onFollow} />
                <span className="detail-tag" data-strict={requirement === 'required' || undefined}>
                  {requirement}
                </span>
              </li>
            ),
        )}
        {invalid.map(({ key, issue }) => (
          <li key={`${key} ${issue}`}>
            <FieldLink attribute={key} text={`${nameOf(key)} ${issueTexts[issue]}`} onFollow={onFollow} />
            <span className="detail-tag" data-strict>
              not valid
            </span>
          </li>
        ))}
      </ul>
      {unmapped.length > 0 && <p className="detail-note">{tellUnmapped(unmapped)}</p>}
    </section>
  )
}

const lists = new Intl.ListFormat('en')

/** The fields that no attribute fills, those that the channel insists on marked. */
function tellUnmapped(fields: Completeness['missing']): string {
  const names = fields.map(({ name, requirement }) =>
    requirement === 'required' ? `${name} (required)` : name,
  )
  return `No attribute fills ${lists.format(names)} yet. Say under Channels which one does.`
}

interface FieldLinkProps {
  readonly attribute: string
  readonly text: string
  readonly onFollow: (() => void) | undefined
}

function FieldLink({ attribute, text, onFollow }: FieldLinkProps) {
  const { session } = useDetail()
  const follow = (): void => {
    onFollow?.()
    focusDetails(session, attribute)
  }
  return (
    <button type="button" className="detail-link" onClick={follow}>
      {text}
    </button>
  )
}
