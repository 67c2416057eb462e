import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import type { ChannelIssue, Completeness } from '#shared/channels.ts'
import { channelsQuery } from '../api/channels-queries.ts'
import { productCompletenessQuery } from '../api/detail-queries.ts'
import { Notice } from '../ui/notice.tsx'
import { Progress } from '../ui/progress.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useDetail } from './detail-context.ts'
import { focusDetails } from './detail-state.ts'

/** How complete the product is for each enabled channel, and what to fill; a press leads to the field. */
export function CompletenessTab() {
  const { session, entity } = useDetail()
  const { data, error } = useQuery(productCompletenessQuery(session.api, entity.id))
  const { data: channels } = useQuery(channelsQuery(session.api))
  if (error) return <Notice tone="danger">{error.message}</Notice>
  if (!data) return <Skeleton height={120} />
  if (data.length === 0) {
    return (
      <p className="detail-note">
        No channel is enabled. Enable those you sell on under Channels, and what products lack is told here.
      </p>
    )
  }
  const nameOf = (key: string): string => channels?.find((channel) => channel.key === key)?.name ?? key
  return data.map((completeness) => (
    <ChannelPart key={completeness.channel} name={nameOf(completeness.channel)} completeness={completeness} />
  ))
}

const issueTexts: Readonly<Record<ChannelIssue, string>> = {
  too_long: 'is too long for the channel',
  not_an_acceptable_value: 'holds something that the channel does not accept',
}

function ChannelPart({ name, completeness }: { name: string; completeness: Completeness }) {
  const { columns } = useDetail()
  const { percent, complete, required, recommended, missing, invalid } = completeness
  const nameOf = (key: string): string => columns.find(({ id }) => id === key)?.name ?? key
  return (
    <section className="detail-group" aria-label={name}>
      <h3>{name}</h3>
      <Progress
        label={complete ? 'Complete' : `${required.filled} of ${required.total} required`}
        percent={percent}
        text={`${percent} %`}
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
        {missing.map((field) => (
          <li key={field.key}>
            <MissingField field={field} />
            <span className="detail-tag" data-strict={field.requirement === 'required' || undefined}>
              {field.requirement}
            </span>
          </li>
        ))}
        {invalid.map(({ key, issue }) => (
          <li key={`${key} ${issue}`}>
            <FieldLink attribute={key} text={`${nameOf(key)} ${issueTexts[issue]}`} />
            <span className="detail-tag" data-strict>
              not valid
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function MissingField({ field }: { field: Completeness['missing'][number] }) {
  if (field.data_type === null) return <span>{field.name}: no attribute fills it yet (see Channels)</span>
  return <FieldLink attribute={field.key} text={field.name} />
}

function FieldLink({ attribute, text }: { attribute: string; text: string }) {
  const { session } = useDetail()
  return (
    <button type="button" className="detail-link" onClick={() => focusDetails(session, attribute)}>
      {text}
    </button>
  )
}
