import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { productCompletenessQuery } from '../../api/detail-queries.ts'
import { countOf } from '../../ui/format-count.ts'
import { Popover } from '../../ui/popover.tsx'
import { isDraftId } from '../data/draft-rows.ts'
import { ChannelPart, useChannelName } from './completeness-tab.tsx'
import { useDetail } from './detail-context.ts'

/** For how many channels a product is complete; pressed, it tells what the others still ask for, with links to those fields. */
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
        <CircleCheck size={14} aria-hidden /> Complete for {countOf(data.length, 'channel')}
      </p>
    )
  }
  const trigger = (
    <button type="button" className="detail-badge">
      <CircleAlert size={14} aria-hidden /> Incomplete for {lacking.length} of{' '}
      {countOf(data.length, 'channel')}
    </button>
  )
  return (
    <Popover trigger={trigger} title="What channels still ask for" open={isOpen} onOpenChange={setOpen}>
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
