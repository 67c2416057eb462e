/** What the job of an import looks up while it goes over the file. */
import type { EntityType } from '#shared/entities.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import { countWanted } from '../../store/tables/pictures.ts'
import { listFailedRows, listLateRows } from '../../store/tables/imports.ts'
import type { ImportColumn } from './plan-columns.ts'

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
