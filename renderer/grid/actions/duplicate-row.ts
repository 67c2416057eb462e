import type { AttributeValue, EntityResource } from '#shared/entities.ts'
import { createEntity } from '../../api/entities-queries.ts'
import { showError, errorText } from '../../ui/toast.tsx'
import { offerUndo } from './history.ts'
import { select } from './navigation.ts'
import { isDraftId } from '../data/draft-rows.ts'
import type { GridSession } from '../data/grid-session.ts'
import type { GridColumn } from '../../query/columns.ts'
import { selectCell } from '../model/selection.ts'
import { t } from '../../ui/text.ts'

/** Adds a copy of the row under the cursor below it; a toast offers to undo it. */
export async function duplicateRow(session: GridSession): Promise<void> {
  const cursor = session.selection.get()?.cursor
  const entity = cursor && session.rowAt(cursor.row)
  if (!entity || !canBeCopied(entity))
    return session.announce(t('There is no saved row under the cursor that could be duplicated.'))
  // Runs after the saves that the copy includes; its events are held back until its row exists.
  await session.queue.follow(() => addCopy(session, entity.id, cursor.columnId))
}

async function addCopy(session: GridSession, id: string, columnId: string): Promise<void> {
  try {
    const entity = session.rowAt(session.rowOf(id) ?? -1)
    if (!entity) return
    const copy = await createCopy(session, entity)
    session.showCreated(copy, session.shown.keyBelow(session.rowOf(id) ?? session.rowCount))
    session.log.add({ label: t('duplicating of a row'), steps: [{ kind: 'created', ids: [copy.id] }] })
    const row = session.rowOf(copy.id)
    if (row !== undefined) select(session, selectCell({ row, columnId }))
    const title = t('{label} was duplicated', { label: entity.label ?? t('The row') })
    offerUndo(session, title)
    session.announce(`${title}.`)
  } catch (error) {
    showError(t('The row could not be duplicated'), { description: errorText(error) })
  }
}

function canBeCopied({ id, type }: EntityResource): boolean {
  return !isDraftId(id) && type !== 'source'
}

function createCopy(session: GridSession, entity: EntityResource): Promise<EntityResource> {
  const columns = Object.keys(entity.attributes).flatMap((key) => session.columnOf(key) ?? [])
  const attributes = copiedValues(entity, columns)
  return createEntity(session.api, session.type, attributes, entity.parent_id)
}

/** The values of a copy: writable and not unique; its name says that it is a copy. */
export function copiedValues(
  { attributes }: Pick<EntityResource, 'attributes'>,
  columns: readonly GridColumn[],
): Record<string, unknown> {
  const copied: Record<string, unknown> = {}
  for (const { id, isPrimary, readOnlyReason, constraints } of columns) {
    const value = attributes[id]
    if (readOnlyReason !== undefined || value === undefined || value === null) continue
    if (isPrimary && typeof value === 'string') copied[id] = t('{value} copy', { value })
    else if (constraints.unique !== true) copied[id] = toWire(value)
  }
  return copied
}

function toWire(value: AttributeValue): unknown {
  if (Array.isArray(value)) return value.map((item) => toWire(item))
  return typeof value === 'object' && value !== null && 'id' in value ? value.id : value
}
