import type { EntityType } from '#shared/entities.ts'
import type { ChannelFormat } from '#shared/channels.ts'
import type { ExportFormat, ExportHeaders, ExportReferences, ExportValues } from '#shared/exports.ts'
import type { DecimalMark } from '#shared/imports.ts'
import type { FilterJoin } from '#shared/filters.ts'
import type { ClauseGroup } from '../../store/query/clause.ts'
import type { WriteContext } from '../events/record-event.ts'
import type { FilterClause, SortKey } from '../query/list-request.ts'

/** Which entities are exported, with a view already resolved into what it shows. */
export interface ExportSelection {
  readonly type: EntityType
  readonly clauses: readonly FilterClause[]
  readonly join: FilterJoin
  /** Groups of clauses that hold beside the others. */
  readonly tree?: ClauseGroup<FilterClause> | undefined
  readonly sort: readonly SortKey[]
  readonly q?: string | undefined
  /** These entities alone, in this order. */
  readonly ids?: readonly string[] | undefined
}

/** What is to be exported and how: the input of the job. */
export interface ExportRequest extends ExportSelection {
  readonly format: ExportFormat
  /** Columns in their order; without them the ids and every attribute. */
  readonly fields?: readonly string[] | undefined
  readonly values: ExportValues
  readonly references: ExportReferences
  readonly headers: ExportHeaders
  readonly delimiter: string
  /** What stands before the decimals of the numbers in a CSV; a point, if nothing is said. */
  readonly decimal?: DecimalMark | undefined
  /** Whether a CSV begins with a byte order mark, by which Excel knows that it is UTF-8. */
  readonly bom: boolean
  readonly left_out_columns: readonly string[]
}

/** The file of a channel: what it is for, and which of the products it is about. */
export interface ChannelRequest extends ExportSelection {
  readonly channel: string
  readonly format: ChannelFormat
  /** ISO 4217, for prices that do not name their own. */
  readonly currency?: string | undefined
  /** Whether the pictures that the workspace holds and the file names are packed beside it. */
  readonly pictures?: boolean | undefined
}

/** The input of an export job. */
export interface ExportJob<Request extends ExportSelection = ExportRequest> {
  readonly request: Request
  readonly context: Omit<WriteContext, 'job_id'>
}
