import { useQuery } from '@tanstack/react-query'
import { notificationsQuery } from '../api/comments-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { formatCount } from '../ui/format-count.ts'
import { t } from '../ui/text.ts'

/** How much is new for the person of a team; nothing on a desktop. */
export function UnreadCount() {
  const { session } = useWorkspace()
  const { data } = useQuery({ ...notificationsQuery, enabled: session.person !== null })
  if (data === undefined || data.unread === 0) return null
  return (
    <span className="side-count" title={t('New for you')}>
      {formatCount(data.unread)}
    </span>
  )
}
