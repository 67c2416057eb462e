/** One event of an edit taken back: values and parents as they were, entities back from the trash or in it again. */
import type { WritableDb } from '../../store/database/database.ts'
import type { EditEvent } from '../../store/tables/edits.ts'
import { type EntityRow, findEntity } from '../../store/tables/entities.ts'
import { findTrashed } from '../../store/tables/trash.ts'
import { rowJson } from '../entities/entity-json.ts'
import { CatalogError, notFound } from '../errors.ts'
import { recordEntityEvent } from '../events/record-event.ts'
import { restoreTrees, trashTrees } from '../trash/trash-entities.ts'
import type { Outcome } from './edit-outcome.ts'
import { takeBackParent } from './take-back-parent.ts'
import { type Undo, undoEvent } from './undo-event.ts'
import { message } from '#shared/messages/message.ts'

type Step = (tx: WritableDb, undo: Undo, event: EditEvent, index: number, known?: EntityRow) => Outcome[]

/** Takes back one event of an edit: an outcome for what is as the edit left it, and one for what is not. */
export const undoStep: Step = (tx, undo, event, index, known) =>
  steps[event.kind](tx, { ...undo, type: event.type }, event, index, known)

const steps: Readonly<Record<EditEvent['kind'], Step>> = {
  'entity.updated': takeBackValues,
  'entity.deleted': (tx, undo, event, index) => told(event, index, () => bringBack(tx, undo, event, index)),
  'entity.restored': (tx, undo, event, index) => told(event, index, () => sendBack(tx, undo, event, index)),
}

function takeBackValues(...[tx, undo, event, index, known]: Parameters<Step>): Outcome[] {
  const outcomes = undoEvent(tx, undo, event, index, known)
  const parent = takeBackParent(tx, event, undo.context)
  if (parent !== 'moved' || outcomes.some(({ status }) => status === 'applied')) return outcomes
  return [{ status: 'applied', index, entity: event.entity, isChanged: true }, ...outcomes]
}

function told({ uuid }: EditEvent, index: number, step: () => Outcome[]): Outcome[] {
  try {
    return step()
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error
    return [{ status: 'refused', index, id: uuid, error }]
  }
}

/** What went along with another one comes back with it. */
function bringBack(
  tx: WritableDb,
  { type, context }: Undo,
  { uuid, entity }: EditEvent,
  index: number,
): Outcome[] {
  if (findEntity(tx, type, uuid)) return []
  const [trashed] = findTrashed(tx, [uuid])
  if (!trashed)
    throw notFound(message(`not_found.${type}`, { id: uuid }), message('not_found.removed_for_good'))
  if (trashed.root !== trashed.id) return []
  tx.nested(() => restoreTrees(tx, [trashed.id], context))
  return [{ status: 'applied', index, entity, isChanged: true }]
}

function sendBack(tx: WritableDb, { type, context }: Undo, { uuid }: EditEvent, index: number): Outcome[] {
  const row = findEntity(tx, type, uuid)
  if (!row) return []
  const gone = { uuid, json: rowJson(tx, row) }
  for (const { id, uuid, label } of trashTrees(tx, [row.id]))
    recordEntityEvent(tx, 'entity.deleted', { id, uuid, label, type }, [], context)
  return [{ status: 'applied', index, entity: row.id, isChanged: true, gone }]
}
