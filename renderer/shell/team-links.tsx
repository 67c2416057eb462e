import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { notificationsQuery } from '../api/notifications-queries.ts'
import { createPlace, type Place } from '../query/place.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { formatCount } from '../ui/format-count.ts'
import { t } from '../ui/text.ts'
import { SideLink } from './side-link.tsx'

interface TeamLinksProps {
  readonly place: Place
  readonly isFolded: boolean
}

/** What the sidebar has for the people of a team: what is new for them. */
export function TeamLinks({ place, isFolded }: TeamLinksProps) {
  const { workspace } = useWorkspace()
  const { data } = useQuery(notificationsQuery)
  const unread = data?.unread ?? 0
  return (
    <SideLink
      target={createPlace(workspace.id, 'inbox')}
      icon={Bell}
      name={t('New for you')}
      isCurrent={place.view === 'inbox'}
      isFolded={isFolded}
      detail={unread === 0 ? null : <span className="side-count">{formatCount(unread)}</span>}
    />
  )
}
