import type {
  Creation,
  FileFormat,
  TextEncoding,
  ShapeChoice,
  ColumnMapping,
  EmptyCells,
  MisfitMode,
  PictureMode,
  QuoteMode,
  DecimalMark,
  DateOrder,
  RenamedMode,
  RenumberedMode,
  ImportedRowsMode,
  MergedRowsMode,
  PriceChangesMode,
  CellCorrection,
  MissingReference,
} from '#shared/imports.ts'
import type { EntityType } from '#shared/entities.ts'
import type { FeedOfJob } from '#shared/schemas/feeds.ts'
import type { WriteContext } from '../../events/record-event.ts'
import type { ImportColumn } from '../recognise/column-request.ts'
import type { OtherKeys } from '../recognise/identity.ts'
import { type ImportCounts, type ImportResult, type RowError, maxRowErrors } from '#shared/jobs.ts'
import type { FileReading } from '../recognise/file-scan.ts'
import type { Sentence } from '#shared/messages/message.ts'
import type { ReadableDb } from '../../../store/database/database.ts'
import { listFailedRows, listLateRows } from '../../../store/tables/imports.ts'
import { countWanted } from '../../../store/tables/pictures.ts'

export interface ImportRequest extends Readonly<Partial<Record<Creation, boolean | undefined>>> {
  readonly type: EntityType
  readonly format?: FileFormat | undefined
  /** The delimiter of a CSV file; detected from the content by default. */
  readonly delimiter?: string | undefined
  /** Whether quotation marks enclose cells; told by the content by default. */
  readonly quote?: QuoteMode | undefined
  /** The encoding of a CSV file; detected from the content by default. */
  readonly encoding?: TextEncoding | undefined
  readonly sheet?: string | undefined
  /** The language to take from XML with texts in several; chosen by the file by default. */
  readonly language?: string | undefined
  /** The number of the header row, from 1, or 0 for none; detected from the content by default. */
  readonly header_row?: number | undefined
  readonly shape?: ShapeChoice | undefined
  /** An attribute key, the name of a column, or `id`. */
  readonly merge_key?: string | undefined
  readonly mapping: ColumnMapping
  readonly empty_cells: EmptyCells
  /** The part that is left out where a cell does not fit; the cell by default. */
  readonly misfits?: MisfitMode | undefined
  /**
   * Whether picture addresses stay links or are fetched; links by default, except for pictures fetched
   * before.
   */
  readonly pictures?: PictureMode | undefined
  readonly decimal?: DecimalMark | undefined
  readonly dates?: DateOrder | undefined
  /** Rows with another number than the entity with their GTIN: asked where nobody says it. */
  readonly renumbered?: RenumberedMode | undefined
  /** New columns that hold the values of an attribute with another name: asked where nobody says it. */
  readonly renamed?: RenamedMode | undefined
  /** From which change on a price is told, in per cent. */
  readonly price_share?: number | undefined
  /** Whether rows with larger changes of prices are written or held. */
  readonly price_changes?: PriceChangesMode | undefined
  /** Rows without a key that an earlier import wrote: they find what came of it, unless all are new. */
  readonly imported_rows?: ImportedRowsMode | undefined
  /** Rows with the key of an entity that was merged into another: they fail where nobody says it. */
  readonly merged_rows?: MergedRowsMode | undefined
  readonly corrections?: readonly CellCorrection[] | undefined
  readonly dry_run: boolean
  /** The feed that delivers the file, which remembers its entities. */
  readonly feed?: FeedOfJob | undefined
  readonly has_images_folder?: boolean | undefined
  readonly context: Omit<WriteContext, 'job_id'>
}

/** The progress of an import: the checkpoint of its job, written with every batch that it describes. */
export interface ImportState {
  readonly columns: readonly ImportColumn[]
  readonly merge_key?: string | undefined
  readonly other_keys?: OtherKeys | undefined
  /** 1 for all rows, more for rows that had to wait for others of the file. */
  readonly pass: number
  readonly done: number
  readonly total: number
  /** Rows that wait for the next pass, because they name an entity that may come further down in the file. */
  readonly late: number
  readonly lateBefore: number
  readonly mayWait: boolean
  /** Whether rows whose key nothing here has are refused, as the file only says what changes. */
  readonly updates_only?: boolean
  readonly result: ImportCounts
  readonly ignored_columns: readonly string[]
  readonly read: FileReading
  /** Absent in imports that an earlier version began. */
  readonly warnings?: readonly Sentence[]
  readonly missing?: readonly MissingReference[]
  /** The ids of the entities that get new numbers, by these numbers. */
  readonly renumbered?: Readonly<Record<string, string>> | undefined
  /** The names of all columns, where rows are found by their cells. */
  readonly headers?: readonly string[] | undefined
  /** The columns that fill attributes of other names. */
  readonly filled?: Readonly<Record<string, string>> | undefined
  /** The pictures that the import names, once all rows are written and the fetching begins. */
  readonly pictures?: NonNullable<ImportResult['pictures']>
}

const maxValueLength = 200

export function withErrors(result: ImportCounts, errors: readonly RowError[]): ImportCounts {
  const room = maxRowErrors - result.errors.length
  const listed = errors.slice(0, room).map((error) => ({ ...error, value: cut(error.value) }))
  return {
    ...result,
    errors: [...result.errors, ...listed],
    errors_truncated: result.errors_truncated || errors.length > room,
  }
}

function cut(value: string): string {
  return value.length > maxValueLength ? `${value.slice(0, maxValueLength)}…` : value
}

const pageSize = 500

export function failedRows(db: ReadableDb, jobId: string, behind: number): ReturnType<typeof listFailedRows> {
  return listFailedRows(db, jobId, { behind, limit: pageSize })
}

export function lateRows(db: ReadableDb, jobId: string, behind: number): number[] {
  return listLateRows(db, jobId, behind)
}

export function countPictures(db: ReadableDb, jobId: string): { wanted: number; known: number } {
  return countWanted(db, jobId)
}
