import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleAlert } from 'lucide-react'
import type { ChannelIssue, Completeness } from '#shared/channels.ts'
import { channelsQuery } from '../../api/channels-queries.ts'
import { productCompletenessQuery } from '../../api/detail-queries.ts'
import { Notice } from '../../ui/notice.tsx'
import { Progress, Skeleton, levelOf } from '../../ui/progress.tsx'
import { useDetail } from './detail-context.ts'
import { focusDetails } from '../data/detail-state.ts'
import { cachedByLanguage, t, tNodes, cachedByLocale, tMessage } from '../../ui/text.ts'
import { useState } from 'react'
import { Popover } from '../../ui/popover.tsx'
import { isDraftId } from '../data/draft-rows.ts'
import type { QualityFinding } from '#shared/quality.ts'
import { entityQualityQuery, qualityRulesQuery } from '../../api/quality-queries.ts'
import { SeverityMark } from '../../state/feature.tsx'
import { inWords } from '../../query/page-filters.ts'

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

function useChannelName(): (key: string) => string {
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

function ChannelPart({ name, completeness, onFollow }: ChannelPartProps) {
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

export function ChannelsBadge() {
  const { session, entity } = useDetail()
  const isMeasured = session.type === 'product' && !isDraftId(entity.id)
  const { data = [] } = useQuery({
    ...productCompletenessQuery(session.api, entity.id),
    enabled: isMeasured,
  })
  const nameOf = useChannelName()
  const [isOpen, setOpen] = useState(false)
  const lacking = data.filter(({ complete }) => !complete)
  if (!isMeasured || data.length === 0) return null
  if (lacking.length === 0) {
    return (
      <p className="detail-badge" data-level="complete">
        {tNodes('{circleCheck} Complete for {count, plural, one {# channel} other {# channels}}', {
          circleCheck: <CircleCheck size={14} aria-hidden />,
          count: data.length,
        })}
      </p>
    )
  }
  const trigger = (
    <button type="button" className="detail-badge">
      {tNodes(
        '{circleAlert} Incomplete for {count} of {count2, plural, one {# channel} other {# channels}}',
        { circleAlert: <CircleAlert size={14} aria-hidden />, count: lacking.length, count2: data.length },
      )}
    </button>
  )
  return (
    <Popover trigger={trigger} title={t('What channels still ask for')} open={isOpen} onOpenChange={setOpen}>
      <div className="detail-asked">
        {lacking.map((completeness) => (
          <ChannelPart
            key={completeness.channel}
            name={nameOf(completeness.channel)}
            completeness={completeness}
            onFollow={() => setOpen(false)}
          />
        ))}
      </div>
    </Popover>
  )
}

export function QualityBadge() {
  const { session, entity } = useDetail()
  const { api, type } = session
  const { data: rules } = useQuery(qualityRulesQuery(api, type))
  const isChecked = rules?.some(({ enabled }) => enabled) === true && !isDraftId(entity.id)
  const { data } = useQuery({ ...entityQualityQuery(api, type, entity.id), enabled: isChecked })
  const [isOpen, setOpen] = useState(false)
  if (!isChecked || data === undefined) return null
  const { score, findings } = data
  if (findings.length === 0)
    return (
      <p className="detail-badge" data-level="complete">
        {tNodes('{sign} Quality {score}', { sign: <CircleCheck size={14} aria-hidden />, score })}
      </p>
    )
  const trigger = (
    <button type="button" className="detail-badge" data-level={levelOf(score)}>
      {tNodes('{sign} Quality {score}: {count, plural, one {# finding} other {# findings}}', {
        sign: <CircleAlert size={14} aria-hidden />,
        score,
        count: findings.length,
      })}
    </button>
  )
  return (
    <Popover trigger={trigger} title={t('What rules find')} open={isOpen} onOpenChange={setOpen}>
      <ul className="detail-findings" aria-label={t('What rules find')}>
        {findings.map((finding) => (
          <li key={`${finding.rule} ${finding.attribute ?? ''}`}>
            <FindingLine
              finding={finding}
              rule={rules.map(inWords).find(({ key }) => key === finding.rule)?.name ?? finding.rule}
              onFollow={() => setOpen(false)}
            />
          </li>
        ))}
      </ul>
    </Popover>
  )
}

interface FindingLineProps {
  readonly finding: QualityFinding
  readonly rule: string
  readonly onFollow: () => void
}

function FindingLine({ finding, rule, onFollow }: FindingLineProps) {
  const { session, columns } = useDetail()
  const { attribute, message, severity } = finding
  const name = columns.find(({ id }) => id === attribute)?.name
  const said = message === '' ? rule : tMessage(message, finding)
  const text = name === undefined ? said : t('{name}: {said}', { name, said })
  const follow = (): void => {
    onFollow()
    if (attribute !== null) focusDetails(session, attribute)
  }
  return (
    <>
      <SeverityMark severity={severity} isUnseen />
      {attribute === null ? (
        text
      ) : (
        <button type="button" className="detail-link" onClick={follow}>
          {text}
        </button>
      )}
    </>
  )
}
