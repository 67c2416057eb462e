import type {
  Creation,
  FileFormat,
  TextEncoding,
  ShapeChoice,
  ColumnMapping,
  EmptyCells,
  MisfitMode,
  PictureMode,
  DecimalMark,
  DateOrder,
  CellCorrection,
  MissingReference,
} from '#shared/imports.ts'
import type { EntityType } from '#shared/entities.ts'
import type { WriteContext } from '../../events/record-event.ts'
import type { ImportColumn } from '../recognise/match-columns.ts'
import type { OtherKeys } from '../recognise/identity.ts'
import { type ImportCounts, type ImportResult, type RowError, maxRowErrors } from '#shared/jobs.ts'
import type { FileReading } from '../recognise/file-scan.ts'
import type { Sentence } from '#shared/messages/message.ts'
import type { ReadableDb } from '../../../store/database/database.ts'
import { listFailedRows, listLateRows } from '../../../store/tables/imports.ts'
import { attributesOf, type Attribute } from '../../../store/tables/attributes.ts'
import { countWanted } from '../../../store/tables/pictures.ts'

export interface ImportRequest extends Readonly<Partial<Record<Creation, boolean | undefined>>> {
  readonly type: EntityType
  readonly format?: FileFormat | undefined
  /** The character between the cells of CSV, where that is not left to the content. */
  readonly delimiter?: string | undefined
  /** What CSV is encoded in, where that is not left to the content. */
  readonly encoding?: TextEncoding | undefined
  readonly sheet?: string | undefined
  /** Of XML with texts in several, where that is not left to the file. */
  readonly language?: string | undefined
  /** The row that names the columns, from 1, or 0 for none, where that is not left to the content. */
  readonly header_row?: number | undefined
  /** As what the file is read, where its columns are not to tell. */
  readonly shape?: ShapeChoice | undefined
  /** An attribute key, the name of a column, or `id`. */
  readonly merge_key?: string | undefined
  readonly mapping: ColumnMapping
  readonly empty_cells: EmptyCells
  /** What is left out where a cell does not fit: without it the cell. */
  readonly misfits?: MisfitMode | undefined
  /** Whether addresses of pictures stay links or are fetched; without it they are links, but for those that were fetched before. */
  readonly pictures?: PictureMode | undefined
  /** How numbers and dates are written in columns that do not tell it themselves. */
  readonly decimal?: DecimalMark | undefined
  readonly dates?: DateOrder | undefined
  /** Cells to take otherwise than the file has them. */
  readonly corrections?: readonly CellCorrection[] | undefined
  readonly dry_run: boolean
  /** Whether the owner chose a folder of pictures that cells of image columns name; it is kept outside the workspace. */
  readonly has_images_folder?: boolean | undefined
  readonly context: Omit<WriteContext, 'job_id'>
}

/** How far an import has come: the checkpoint of its job, written with every batch it describes. */
export interface ImportState {
  readonly columns: readonly ImportColumn[]
  readonly merge_key?: string | undefined
  /** By what else rows find what is there. */
  readonly other_keys?: OtherKeys | undefined
  /** 1 for all rows, more for those that had to wait for others of the file. */
  readonly pass: number
  readonly done: number
  readonly total: number
  /** Rows that wait for the next pass, because they name an entity that may come further down in the file. */
  readonly late: number
  /** How many rows this pass has to do with, where it is not the first. */
  readonly lateBefore: number
  /** False in the last pass, where rows that still find nothing fail. */
  readonly mayWait: boolean
  readonly result: ImportCounts
  readonly ignored_columns: readonly string[]
  readonly read: FileReading
  /** Imports that were begun by an earlier version have none. */
  readonly warnings?: readonly Sentence[]
  readonly missing?: readonly MissingReference[]
  /** What the import names in pictures, once all rows are written and it is to fetch them. */
  readonly pictures?: NonNullable<ImportResult['pictures']>
}

const maxValueLength = 200

/** Adds row errors to a result, of which the first hundred are kept. */
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

/** What the job of an import looks up while it goes over the file. */
const pageSize = 500

/** A page of the rows that failed, with their reasons, in the order of the file. */
export function failedRows(db: ReadableDb, jobId: string, behind: number): ReturnType<typeof listFailedRows> {
  return listFailedRows(db, jobId, { behind, limit: pageSize })
}

/** The numbers of the rows behind `behind` that wait for the next pass. */
export function lateRows(db: ReadableDb, jobId: string, behind: number): number[] {
  return listLateRows(db, jobId, behind)
}

/** The columns whose cells may name pictures. */
export function pictureColumns(
  db: ReadableDb,
  type: EntityType,
  columns: readonly ImportColumn[],
): ImportColumn[] {
  const { byKey } = attributesOf(db, type)
  return columns.filter(({ key }) => byKey.get(key)?.dataType === 'image')
}

/** How many pictures the rows so far name that are to be fetched, and that had been before. */
export function countPictures(db: ReadableDb, jobId: string): { wanted: number; known: number } {
  return countWanted(db, jobId)
}

/** The attribute that holds the pictures of images. */
export function pictureAttribute(db: ReadableDb): Attribute | undefined {
  return attributesOf(db, 'image').list.find(({ traits }) => traits.media === 'image')
}
