import type { EntityType } from '#shared/entities.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { listIdsByUuid } from '../../store/tables/entities.ts'
import { allRows, listIds } from '../../store/plan/list-ids.ts'
import type { Faults } from '../errors.ts'
import { checkFilter } from '../query/check-filter.ts'
import { checkSearch, checkSort } from '../query/check-sort.ts'
import { type ExportColumn, toExportColumns } from './export-columns.ts'
import type { ChannelFormat } from '#shared/channels.ts'
import type { ExportFormat, ExportHeaders, ExportReferences, ExportValues } from '#shared/exports.ts'
import type { DecimalMark } from '#shared/imports.ts'
import type { FilterJoin } from '#shared/filters.ts'
import type { ClauseGroup } from '../../store/query/clause.ts'
import type { WriteContext } from '../events/record-event.ts'
import type { FilterClause, SortKey } from '../query/list-request.ts'

export interface ExportPlan {
  readonly request: ExportRequest
  readonly columns: readonly ExportColumn[]
  readonly list: () => { readonly ids: readonly number[]; readonly notFound: number }
}

/** Checks an export, for its request and again for its job, because definitions may change in between. */
export function planExport(db: ReadableDb, request: ExportRequest, faults: Faults): ExportPlan {
  const list = planList(db, request, faults)
  return { request, columns: toExportColumns(db, request, faults), list }
}

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

export interface ExportSelection {
  readonly type: EntityType
  readonly clauses: readonly FilterClause[]
  readonly join: FilterJoin
  readonly tree?: ClauseGroup<FilterClause> | undefined
  readonly sort: readonly SortKey[]
  readonly q?: string | undefined
  readonly ids?: readonly string[] | undefined
}

export interface ExportRequest extends ExportSelection {
  readonly format: ExportFormat
  readonly fields?: readonly string[] | undefined
  readonly values: ExportValues
  readonly references: ExportReferences
  readonly headers: ExportHeaders
  readonly delimiter: string
  readonly decimal?: DecimalMark | undefined
  readonly bom: boolean
  readonly left_out_columns: readonly string[]
}

export interface ChannelRequest extends ExportSelection {
  readonly channel: string
  readonly format: ChannelFormat
  readonly currency?: string | undefined
  readonly pictures?: boolean | undefined
  readonly recipe?: string | undefined
  readonly pattern?: string | undefined
}

/** Pictures that are written to an archive: images, or those of products. */
export interface AssetExportRequest extends ExportSelection {
  readonly format: 'zip'
  readonly attribute?: string | undefined
  readonly recipe?: string | undefined
  readonly pattern: string
}

export interface ExportJob<Request extends ExportSelection = ExportRequest> {
  readonly request: Request
  readonly context: Omit<WriteContext, 'job_id'>
}
