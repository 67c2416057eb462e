import type { Notification } from '#shared/team.ts'
import { callWorkspace } from '../api/client.ts'
import { NotificationsPage } from '../comments/notifications-page.tsx'
import { openSession } from '../grid/actions/open-sessions.ts'
import { detailOf } from '../grid/data/detail-state.ts'
import { emptyGridQuery } from '../query/grid-query.ts'
import { goTo, createLocation, everything } from '../query/location.ts'
import { gridLayoutOf } from '../state/grid-layout.ts'
import { t } from '../ui/text.ts'
import { showError, errorText } from '../ui/toast.tsx'
import { placeOfWorklist } from '../views/worklist-location.ts'

export function NewForYouPage() {
  return <NotificationsPage onShow={show} />
}

function show(notification: Notification): void {
  const { workspace, entity, attribute } = notification
  if (notification.worklist_id !== null) void showWorklist(workspace.id, notification.worklist_id)
  if (!entity) return
  if (attribute !== null) gridLayoutOf(workspace.id, entity.type).seek(attribute)
  detailOf(openSession(workspace.id, entity.type)).set((detail) => ({
    ...detail,
    isOpen: true,
    tab: 'comments',
    noteOn: attribute ?? undefined,
  }))
  goTo({
    ...createLocation(workspace.id, entity.type),
    savedView: everything,
    query: { ...emptyGridQuery, clauses: [{ key: 'id', operator: 'eq', value: entity.id }] },
  })
}

async function showWorklist(workspaceId: string, id: string): Promise<void> {
  try {
    const { data } = await callWorkspace(workspaceId, 'GET /worklists')
    const worklist = data.find((each) => each.id === id)
    if (worklist) goTo(placeOfWorklist(workspaceId, worklist))
    else showError(t('The worklist was deleted'))
  } catch (error) {
    showError(t('The worklist could not be opened'), { description: errorText(error) })
  }
}
