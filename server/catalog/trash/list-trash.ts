import { entityTypes } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { listTrash, type TrashRow } from '../../store/tables/trash.ts'
import { type Answer, pageAnswer } from '../answer.ts'
import { Faults } from '../errors.ts'
import { decodeCursor, encodeCursor, markList } from '../query/cursor.ts'

export interface ListTrash {
  readonly type?: string | undefined
  readonly limit: number
  readonly offset: number
  readonly cursor?: string | undefined
  readonly faults: readonly FieldError[]
}

/** One page of what was moved to the trash by name, newest first; `others` counts what went along. */
export function listTrashPage(db: ReadableDb, request: ListTrash): Answer {
  const { limit, cursor } = request
  const faults = new Faults(request.faults)
  const type = entityTypes.find((known) => known === request.type)
  if (!type && request.type !== undefined) faults.add('type', 'invalid_value', entityTypes, request.type)
  const fingerprint = markList(db, ['trash', type])
  const position = cursor === undefined ? undefined : decodeCursor(fingerprint, cursor, faults)
  faults.throwIfAny()
  const offset = position ? 0 : request.offset
  const after = position && ([Number(position.values[0]), position.entity] as const)
  const { rows, total } = listTrash(db, { type, limit: limit + 1, offset, after })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const behind = last ? { entity: last.id, values: [last.trashed_at] } : position
  return pageAnswer(
    page.map((row) => JSON.stringify(toItem(row))),
    { total, limit, offset, has_more: rows.length > limit, next_cursor: encodeCursor(fingerprint, behind) },
  )
}

function toItem({ uuid, type, label, parent_uuid: parent, others, ...times }: TrashRow) {
  return {
    id: uuid,
    type: entityTypes[type],
    label,
    parent_id: parent,
    created_at: new Date(times.created_at).toISOString(),
    updated_at: new Date(times.updated_at).toISOString(),
    trashed_at: new Date(times.trashed_at).toISOString(),
    others,
  }
}
