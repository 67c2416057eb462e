import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { productCompletenessQuery } from '../../api/detail-queries.ts'
import { Popover } from '../../ui/popover.tsx'
import { isDraftId } from '../data/draft-rows.ts'
import { ChannelPart, useChannelName } from './completeness-tab.tsx'
import { useDetail } from './detail-context.ts'
import { t, tNodes } from '../../ui/text.ts'

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
