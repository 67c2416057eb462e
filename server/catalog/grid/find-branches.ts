import { countChildren } from '../../store/tables/entities.ts'
import type { EntityType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import type { RowBranches } from '#shared/schemas/grid.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { allRows, listIds } from '../../store/plan/list-ids.ts'
import { findAlive } from '../../store/tables/trash.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { Faults } from '../errors.ts'
import { checkList } from '../query/list-entities.ts'
import type { ListRequest } from '../query/list-request.ts'
import { checkRowIds } from './asked-rows.ts'

export interface FindBranches {
  readonly type: EntityType
  readonly ids: readonly string[]
  /** The list in which the rows stand. */
  readonly request: ListRequest
  /** Whether to say where they stand there; it costs as much as freezing the list. */
  readonly hasPositions: boolean
  readonly faults: readonly FieldError[]
}

/**
 * Which rows have others of their type below them, how many, and (where asked) at which position of a list they stand: 200. A row
 * that is not in the list has no position; an id that nobody has is left out.
 */
export function findBranches(db: ReadableDb, input: FindBranches): Answer {
  const { type, ids, request } = input
  const faults = new Faults(input.faults)
  const uuids = checkRowIds(ids, faults)
  const { rows, terms } = checkList(db, { type, parent: undefined }, request, faults)
  faults.throwIfAny()
  const found = findAlive(db, type, uuids)
  const internal = found.map(({ id }) => id)
  const counts = countChildren(db, type, internal)
  const positions = new Map<number, number>()
  if (input.hasPositions) {
    const wanted = new Set(internal)
    const window = { terms, limit: allRows, offset: 0, after: undefined }
    const list = listIds(db, { type, ...rows, ...window })
    list.ids.forEach((id, position) => wanted.has(id) && positions.set(id, position))
  }
  const branches: RowBranches['branches'] = found.map(({ id, uuid }) => ({
    id: uuid,
    count: counts.get(id) ?? 0,
    position: positions.get(id) ?? null,
  }))
  return dataAnswer(200, JSON.stringify({ branches }))
}
