import type { Notification } from '#shared/team.ts'
import { callWorkspace } from '../api/client.ts'
import { findEntityType } from '#shared/entities.ts'
import { Notifications } from '../comments/notifications.tsx'
import { openSession } from '../grid/actions/open-sessions.ts'
import { detailOf } from '../grid/data/detail-state.ts'
import { emptyGridQuery } from '../query/grid-query.ts'
import { HomePage } from '../home/home-page.tsx'
import { goTo, createLocation, everything, type PageLocation } from '../query/location.ts'
import { typeTexts } from '../state/entity-types.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { findPage } from './features.ts'
import { gridLayoutOf } from '../state/grid-layout.ts'
import { t } from '../ui/text.ts'
import { showError, errorText } from '../ui/toast.tsx'
import { placeOfWorklist } from '../views/worklist-location.ts'

/** Home with what others of a team have said to the person. */
export function HomeWithNews() {
  const { session } = useWorkspace()
  return <HomePage titleOf={titleOf} news={session.person !== null && <Notifications onShow={show} />} />
}

function titleOf({ view }: PageLocation) {
  const type = findEntityType(view)
  if (type) return { icon: typeTexts()[type].icon, name: typeTexts()[type].plural }
  const link = findPage(view)?.link
  return link && { icon: link.icon, name: link.name() }
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
