import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { productCompletenessQuery } from '../../api/detail-queries.ts'
import { Popover } from '../../ui/popover.tsx'
import { isDraftId } from '../data/draft-rows.ts'
import { ChannelPart, useChannelName } from './completeness-tab.tsx'
import { useDetail } from './detail-context.ts'
import { t, tNodes, tMessage } from '../../ui/text.ts'
import type { QualityFinding } from '#shared/quality.ts'
import { entityQualityQuery, qualityRulesQuery } from '../../api/quality-queries.ts'
import { SeverityMark } from '../../state/feature.tsx'
import { levelOf } from '../../ui/progress.tsx'
import { focusDetails } from '../data/detail-state.ts'
import { inWords } from '../../query/quality-location.ts'

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
