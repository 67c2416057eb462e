import type { EntityType } from '#shared/entities.ts'
import { maxRowErrors, type ImportResult, type RowError } from '#shared/jobs.ts'
import type { WriteContext } from '../events/record-event.ts'
import type { ImportColumn } from './plan-columns.ts'
import type { EmptyCells } from './read-cell.ts'

/** What an import was asked to do; the input of its job. */
export interface ImportRequest {
  readonly type: EntityType
  readonly merge_key?: string | undefined
  readonly mapping: Readonly<Record<string, string | null>>
  readonly create_missing_attributes: boolean
  readonly empty_cells: EmptyCells
  readonly dry_run: boolean
  /** Where the uploaded file lies until the job ends. */
  readonly file: string
  readonly context: Omit<WriteContext, 'job_id'>
}

/** How far an import has come: the checkpoint of its job, written with every batch it describes. */
export interface ImportState {
  readonly columns: readonly ImportColumn[]
  readonly merge_key: string | undefined
  /** Rows of the file that are dealt with, whatever became of them. */
  readonly done: number
  readonly total: number
  readonly result: ImportResult
  readonly ignored_columns: readonly string[]
  readonly format: { readonly encoding: string; readonly delimiter: string }
}

const maxValueLength = 200

/** Adds row errors to a result, of which the first hundred are kept. */
export function withErrors(result: ImportResult, errors: readonly RowError[]): ImportResult {
  const room = maxRowErrors - result.errors.length
  const kept = errors.slice(0, room).map((error) => ({ ...error, value: cut(error.value) }))
  return {
    ...result,
    errors: [...result.errors, ...kept],
    errors_truncated: result.errors_truncated || errors.length > room,
  }
}

function cut(value: string): string {
  return value.length > maxValueLength ? `${value.slice(0, maxValueLength)}…` : value
}
