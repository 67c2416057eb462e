import type { Notification } from '#shared/notifications.ts'
import { NotificationsPage } from '../comments/notifications-page.tsx'
import { openSession } from '../grid/actions/open-sessions.ts'
import { detailOf } from '../grid/data/detail-state.ts'
import { emptyGridQuery } from '../query/grid-query.ts'
import { createPlace, everything } from '../query/place.ts'
import { goTo } from '../query/use-place.ts'
import { lookOf } from '../state/look.ts'

/** What is new for whoever is signed in, each with the way to it: the row alone with its comments beside it. */
export function NewForYouPage() {
  return <NotificationsPage onShow={show} />
}

function show({ workspace, entity, attribute }: Notification): void {
  if (!entity) return
  if (attribute !== null) lookOf(workspace.id, entity.type).seek(attribute)
  detailOf(openSession(workspace.id, entity.type)).set((detail) => ({
    ...detail,
    isOpen: true,
    tab: 'comments',
    noteOn: attribute ?? undefined,
  }))
  goTo({
    ...createPlace(workspace.id, entity.type),
    savedView: everything,
    query: { ...emptyGridQuery, clauses: [{ key: 'id', operator: 'eq', value: entity.id }] },
  })
}
