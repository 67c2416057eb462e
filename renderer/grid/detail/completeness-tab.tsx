import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import type { ChannelIssue, Completeness } from '#shared/channels.ts'
import { channelsQuery } from '../../api/channels-queries.ts'
import { productCompletenessQuery } from '../../api/detail-queries.ts'
import { Notice } from '../../ui/notice.tsx'
import { Progress, Skeleton } from '../../ui/progress.tsx'
import { useDetail } from './detail-context.ts'
import { focusDetails } from '../data/detail-state.ts'
import { cachedByLanguage, t, tNodes, cachedByLocale } from '../../ui/text.ts'

export function CompletenessTab() {
  const { session, entity } = useDetail()
  const { data, error } = useQuery(productCompletenessQuery(session.api, entity.id))
  const nameOf = useChannelName()
  if (error) return <Notice tone="danger">{error.message}</Notice>
  if (!data) return <Skeleton height={120} />
  if (data.length === 0) {
    return (
      <p className="detail-note">
        {t('No channel is enabled. Enable those you sell on under Channels to see here what products lack.')}
      </p>
    )
  }
  return data.map((completeness) => (
    <ChannelPart key={completeness.channel} name={nameOf(completeness.channel)} completeness={completeness} />
  ))
}

export function useChannelName(): (key: string) => string {
  const { session } = useDetail()
  const { data: channels } = useQuery(channelsQuery(session.api))
  return (key) => channels?.find((channel) => channel.key === key)?.name ?? key
}

const describeIssue: Readonly<Record<ChannelIssue, (name: string) => string>> = {
  too_long: (name) => t('{name} is too long for the channel', { name }),
  not_an_acceptable_value: (name) => t('{name} holds something that the channel does not accept', { name }),
}

interface ChannelPartProps {
  readonly name: string
  readonly completeness: Completeness
  readonly onFollow?: () => void
}

function Filled({ percent, complete, required, recommended }: Completeness) {
  return (
    <>
      <Progress
        label={
          complete
            ? t('Complete')
            : t('{filled} of {total} required', { filled: required.filled, total: required.total })
        }
        percent={percent}
        text={`${percent}%`}
      />
      <p className="detail-note">
        {t('{filled} of {total} recommended fields are filled.', {
          filled: recommended.filled,
          total: recommended.total,
        })}
      </p>
    </>
  )
}

const requirementTexts = cachedByLanguage(() => ({
  required: t('required'),
  recommended: t('recommended'),
  optional: t('optional'),
}))

export function ChannelPart({ name, completeness, onFollow }: ChannelPartProps) {
  const { columns } = useDetail()
  const { complete, missing, invalid } = completeness
  const unmapped = missing.filter(({ data_type: dataType }) => dataType === null)
  const nameOf = (key: string): string => columns.find(({ id }) => id === key)?.name ?? key
  return (
    <section className="detail-group" aria-label={name}>
      <h3>{name}</h3>
      <Filled {...completeness} />
      {complete && missing.length === 0 && (
        <p className="detail-good">
          {tNodes('{circleCheck} Nothing is missing.', {
            circleCheck: <CircleCheck size={15} aria-hidden />,
          })}
        </p>
      )}
      <ul className="detail-missing" aria-label={t('What {name} still asks for', { name })}>
        {missing.map(
          ({ key, name: field, data_type: dataType, requirement }) =>
            dataType !== null && (
              <li key={key}>
                <FieldLink attribute={key} text={field} onFollow={onFollow} />
                <span className="detail-tag" data-strict={requirement === 'required' || undefined}>
                  {requirementTexts()[requirement]}
                </span>
              </li>
            ),
        )}
        {invalid.map(({ key, issue }) => (
          <li key={`${key} ${issue}`}>
            <FieldLink attribute={key} text={describeIssue[issue](nameOf(key))} onFollow={onFollow} />
            <span className="detail-tag" data-strict>
              {t('not valid')}
            </span>
          </li>
        ))}
      </ul>
      {unmapped.length > 0 && <p className="detail-note">{describeUnmapped(unmapped)}</p>}
    </section>
  )
}

const lists = cachedByLocale((locale) => new Intl.ListFormat(locale))

function describeUnmapped(fields: Completeness['missing']): string {
  const names = fields.map(({ name, requirement }) =>
    requirement === 'required' ? t('{name} (required)', { name }) : name,
  )
  return t('No attribute fills {names} yet. Say under Channels which one does.', {
    names: lists().format(names),
  })
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
