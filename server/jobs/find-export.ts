import { type EntityType, parseUuid } from '#shared/entities.ts'
import type { ExportedFile, ExportResult } from '#shared/exports.ts'
import type { FieldError } from '#shared/errors.ts'
import { CatalogError, conflict, Faults, notFound } from '../catalog/errors.ts'
import type { ExportJob } from '../catalog/exports/export-request.ts'
import type { ReadableDb } from '../store/database.ts'
import { findJob, getJobInput } from '../store/jobs.ts'

export interface FindExport {
  /** Of the job. */
  readonly id: string
  readonly faults: readonly FieldError[]
}

/** The file of an export, and what a key must be able to read to have it. */
export interface FoundExport {
  readonly type: EntityType
  /** Where it lies on this computer. */
  readonly path: string
  readonly file: ExportedFile
}

/** The file that an export has made: 404 where there is no such export, 409 where it has no file yet or has failed. */
export function findExport(db: ReadableDb, { id, faults }: FindExport): FoundExport {
  const uuid = parseUuid(id)
  const job = uuid && findJob(db, uuid)
  if (!job || job.name !== 'export') throw notFound(`The export ${id}`)
  new Faults(faults).settle()
  if (job.status === 'queued' || job.status === 'running')
    throw conflict('The export is not finished yet. Ask again when its job is completed.')
  if (job.status !== 'completed') throw notFound(`The file of the export ${id}, which is ${job.status},`)
  const { request, file: path } = getJobInput(db, job.id) as ExportJob
  const { file, expires_at: expiresAt } = job.result as unknown as ExportResult
  if (Date.parse(expiresAt) <= Date.now()) throw expired()
  return { type: request.type, path, file }
}

/** Files of exports are kept for some days only. */
export function expired(): CatalogError {
  return new CatalogError('not_found', 'The file of this export is no longer kept. Export again.')
}
