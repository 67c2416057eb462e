import { maxNamedEntities } from '#shared/edits.ts'
import { type EntityType, parseUuid } from '#shared/entities.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { listIdsByUuid } from '../../store/tables/entities.ts'
import type { Faults } from '../errors.ts'

/** Checks the entities of a type that a request names one by one under `ids`. */
export function checkIds(
  db: ReadableDb,
  type: EntityType,
  ids: readonly string[] | undefined,
  faults: Faults,
): void {
  if (ids === undefined) return
  if (ids.length === 0) return faults.add('ids', 'expected_values')
  if (ids.length > maxNamedEntities)
    return faults.addExpected('ids', 'too_many_values', { max_items: maxNamedEntities })
  const uuids = ids.map((id) => parseUuid(id))
  const known = uuids.flatMap((uuid) => uuid ?? [])
  const found = listIdsByUuid(db, type, known)
  if (found.length === new Set(known).size && known.length === ids.length) return
  uuids.forEach((uuid, index) => {
    if (uuid === undefined) faults.add(`ids[${index}]`, 'expected_uuid')
    else if (listIdsByUuid(db, type, [uuid]).length === 0)
      faults.add(`ids[${index}]`, 'referenced_entity_not_found')
  })
}
