import { type Actor, keyOfActor } from '#shared/events.ts'
import { message } from '#shared/messages/message.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { CatalogError } from '../errors.ts'
import type { WriteContext } from '../events/record-event.ts'
import { listEditActors } from '../../store/tables/edits.ts'

/** In a team people take back their own steps only; throws 403 that names who made the edit. */
export function requireOwnEdit(db: ReadableDb, edit: string, context: WriteContext): void {
  if (context.role !== undefined) requireOwn(listEditActors(db, edit), context)
}

/** As `requireOwnEdit`, of a step whose maker is known. */
export function requireOwn(
  makers: readonly Actor[],
  { actor, role }: Pick<WriteContext, 'actor' | 'role'>,
): void {
  if (role === undefined) return
  const other = makers.find((maker) => keyOfActor(maker) !== keyOfActor(actor))
  if (other === undefined) return
  throw new CatalogError(
    'forbidden',
    message('edit.step_of_other', { name: other.name ?? message('edit.somebody_else') }),
  )
}
