import type { FilterJoin } from '#shared/filters.ts'
import type { ClauseGroup } from '../../store/query/clause.ts'
import { maxListedEntities } from '#shared/bulk-operations.ts'
import { type EntityType, parseUuid } from '#shared/entities.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { listIdsByUuid } from '../../store/tables/entities.ts'
import type { Faults } from '../errors.ts'

/**
 * One filter clause as sent: `field` is its parameter or path for faults, `operator` the raw text (`eq`
 * for the bare form).
 */
export interface FilterClause {
  readonly field: string
  readonly key: string
  readonly operator: string
  readonly value: string
}

export interface SortKey {
  readonly key: string
  readonly descending: boolean
}

export interface ListRequest {
  readonly limit: number
  readonly offset: number
  /** With an offset the client counts rows, so a page must not be shorter than it asked for. */
  readonly isCounted?: boolean | undefined
  readonly maxBytes?: number | undefined
  readonly cursor?: string | undefined
  readonly sort: readonly SortKey[]
  readonly clauses: readonly FilterClause[]
  readonly join: FilterJoin
  readonly tree?: ClauseGroup<FilterClause> | undefined
  readonly fields?: readonly string[] | undefined
  readonly q?: string | undefined
}

export function checkIds(
  db: ReadableDb,
  type: EntityType,
  ids: readonly string[] | undefined,
  faults: Faults,
): void {
  if (ids === undefined) return
  if (ids.length === 0) return faults.add('ids', 'expected_values')
  if (ids.length > maxListedEntities)
    return faults.addExpected('ids', 'too_many_values', { max_items: maxListedEntities })
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
