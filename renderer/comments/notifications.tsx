import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Notification, NotificationKind } from '#shared/team.ts'
import { notificationsKey, notificationsQuery, readNotifications } from '../api/comments-queries.ts'
import { nameAuthor } from '../state/event-texts.ts'
import { colourOf, initialsOf } from '../state/presence.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { Face } from '../ui/kbd.tsx'
import { formatAgo, formatMoment } from '../ui/format-count.ts'
import { Notice } from '../ui/notice.tsx'
import { cachedByLanguage, t } from '../ui/text.ts'
import { showError, errorText } from '../ui/toast.tsx'
import './comments.css'

interface NotificationsProps {
  readonly onShow: (notification: Notification) => void
}

const deeds = cachedByLanguage((): Readonly<Record<NotificationKind, (name: string) => string>> => ({
  mention: (name) => t('{name} mentioned you', { name }),
  reply: (name) => t('{name} replied', { name }),
  assignment: (name) => t('{name} assigned you a worklist', { name }),
}))

/** Messages and to-dos for the person; nothing while there are none. */
export function Notifications({ onShow }: NotificationsProps) {
  const { data, error } = useQuery(notificationsQuery)
  const mark = useMark()
  if (!error && (data === undefined || data.data.length === 0)) return null
  return (
    <section className="notifications" aria-labelledby="new-for-you">
      <header className="notifications-head">
        <h2 id="new-for-you">{t('New for you')}</h2>
        {data !== undefined && data.unread > 0 && (
          <Button variant="ghost" onClick={() => mark({ isRead: true })}>
            {t('Mark all as read')}
          </Button>
        )}
      </header>
      {error && <Notice tone="danger">{error.message}</Notice>}
      {data && (
        <ol className="notification-list" aria-label={t('New for you')}>
          {data.data.map((notification) => (
            <li key={notification.id} data-unread={!notification.is_read || undefined}>
              <NotificationEntry
                notification={notification}
                onShow={() => {
                  if (!notification.is_read) mark({ ids: [notification.id], isRead: true })
                  onShow(notification)
                }}
                onMark={(isRead) => mark({ ids: [notification.id], isRead })}
              />
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

interface EntryProps {
  readonly notification: Notification
  readonly onShow: () => void
  readonly onMark: (isRead: boolean) => void
}

function NotificationEntry({ notification, onShow, onMark }: EntryProps) {
  const { workspace } = useWorkspace()
  const { kind, actor, text, entity, created_at: at, is_read: isRead } = notification
  const name = nameAuthor(actor)
  const isElsewhere = notification.workspace.id !== workspace.id
  const places = [entity && (entity.label ?? t('No name')), isElsewhere && notification.workspace.name]
  return (
    <div className="comment-said">
      <Face initials={initialsOf(name)} colour={colourOf(actor.id ?? actor.type)} />
      <div>
        <button type="button" className="notification-link" onClick={onShow}>
          {deeds()[kind](name)}
        </button>
        <p className="comment-text">{text}</p>
        <p className="comment-facts">
          {places.filter(Boolean).map((place) => (
            <span key={String(place)}>{place}</span>
          ))}
          <time dateTime={at} title={formatMoment(at)}>
            {formatAgo(at)}
          </time>
        </p>
      </div>
      <Button variant="ghost" onClick={() => onMark(!isRead)}>
        {isRead ? t('Mark as unread') : t('Mark as read')}
      </Button>
    </div>
  )
}

function useMark() {
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: ({ ids, isRead }: { ids?: readonly string[]; isRead: boolean }) =>
      readNotifications(ids, isRead),
    onSettled: () => queryClient.invalidateQueries({ queryKey: notificationsKey }),
    onError: (error) => showError(t('It was not marked'), { description: errorText(error) }),
  })
  return mutate
}
