import type { EntityType } from '#shared/entities.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { listIdsByUuid } from '../../store/tables/entities.ts'
import { allRows, listIds } from '../../store/plan/list-ids.ts'
import type { Faults } from '../errors.ts'
import { checkFilter } from '../query/check-filter.ts'
import { checkSearch } from '../query/check-search.ts'
import { checkSort } from '../query/check-sort.ts'
import { type ExportColumn, toExportColumns } from './export-columns.ts'
import type { ExportRequest, ExportSelection } from './export-request.ts'

/** What an export has come to in one state of the workspace. */
export interface ExportPlan {
  readonly request: ExportRequest
  readonly columns: readonly ExportColumn[]
  /** The internal ids of the entities, in the order of the file. */
  readonly list: () => { readonly ids: readonly number[]; readonly notFound: number }
}

/** Checks everything about an export; definitions may have changed between its request and its job, so both do. */
export function planExport(db: ReadableDb, request: ExportRequest, faults: Faults): ExportPlan {
  const list = planList(db, request, faults)
  return { request, columns: toExportColumns(db, request, faults), list }
}

/** Checks which entities are exported; the list is read when it is called for. */
export function planList(db: ReadableDb, selection: ExportSelection, faults: Faults): ExportPlan['list'] {
  const { type, sort, q, ids } = selection
  const attributes = attributesOf(db, type)
  const filter = checkFilter(db, attributes, selection, faults)
  const search = checkSearch(db, attributes, q)
  const terms = checkSort(db, attributes, sort, faults, { type, search })
  const window = { limit: allRows, offset: 0, after: undefined }
  return () =>
    ids
      ? named(db, type, ids)
      : { ids: listIds(db, { type, ...filter, search, terms, ...window }).ids, notFound: 0 }
}

function named(db: ReadableDb, type: EntityType, uuids: readonly string[]) {
  const ids = listIdsByUuid(db, type, [...new Set(uuids)])
  return { ids, notFound: new Set(uuids).size - ids.length }
}
