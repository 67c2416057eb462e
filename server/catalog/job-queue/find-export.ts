import { join } from 'node:path'
import { channelFormats } from '#shared/channels.ts'
import { type EntityType, parseUuid } from '#shared/entities.ts'
import {
  type AssetExportResult,
  type ChannelExportFailure,
  type ChannelExportResult,
  type ExportedFile,
  type ExportResult,
  exportFormats,
} from '#shared/exports.ts'
import { isTerminal, type Job } from '#shared/jobs.ts'
import { isOneOf } from '#shared/text.ts'
import type { FieldError } from '#shared/errors.ts'
import { message } from '#shared/messages/message.ts'
import { CatalogError, conflict, Faults, notFound } from '../errors.ts'
import { requireOwnView } from './read-jobs.ts'
import type { AssetExportRequest, ChannelRequest, ExportJob, ExportRequest } from '../exports/plan-export.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { findJob, getJobInput } from '../../store/tables/jobs.ts'

export type ExportPart = 'file' | 'report' | 'pictures'

export interface FindExport {
  readonly id: string
  readonly folder: string
  readonly faults: readonly FieldError[]
  readonly part?: ExportPart
}

export interface FoundExport {
  readonly path: string
  readonly file: ExportedFile
}

/** The type that an API key must be able to read for the file; 404 for an unknown export. */
export function findExportType(db: ReadableDb, { id }: { readonly id: string }): EntityType {
  const job = findExportJob(db, id)
  // An archive of the pictures of products holds images.
  return job.name === 'asset_export' ? 'image' : requestOf(db, job.id).request.type
}

/**
 * The file of an export: 404 for an unknown one, 409 while it runs. An export without rows has only the
 * report.
 */
export function findExport(db: ReadableDb, { id, folder, faults, part = 'file' }: FindExport): FoundExport {
  const job = findExportJob(db, id)
  new Faults(faults).throwIfAny()
  requireOwnView(db, job.id)
  if (!isTerminal(job.status))
    throw conflict('The export is not finished yet. Ask again when its job is completed.')
  const { result, status } = job
  const isThere = result !== null && ('file' in result || 'report' in result)
  if (!isThere) throw notFound(`The file of the export ${id}, which is ${status},`, exportAnew)
  if (Date.parse(result.expires_at) <= Date.now()) throw expired()
  return partOf(result, exportPath(folder, job.id, requestOf(db, job.id).request.format), part)
}

function findExportJob(db: ReadableDb, id: string): Job {
  const uuid = parseUuid(id)
  const job = uuid && findJob(db, uuid)
  if (!job || !exportJobs.includes(job.name))
    throw notFound(
      `The export ${id}`,
      'An export is named by the id of its job, and GET /jobs lists the jobs.',
    )
  return job
}

type ExportInput = ExportJob<ExportRequest | ChannelRequest | AssetExportRequest>

function requestOf(db: ReadableDb, jobId: string): ExportInput {
  return getJobInput(db, jobId) as ExportInput
}

function partOf(
  result: ExportResult | ChannelExportResult | ChannelExportFailure | AssetExportResult,
  path: string,
  part: ExportPart,
): FoundExport {
  if (part === 'file' && 'file' in result) return { path, file: result.file }
  if (part === 'file') throw notFound('The file of an export of which nothing came out')
  if (part === 'pictures') {
    if ('pictures' in result && result.pictures) return { path: picturesPath(path), file: result.pictures }
    throw notFound('An archive of pictures, which was not asked for or would be empty,', 'Ask for its file.')
  }
  if (!('report' in result))
    throw notFound('A report, which only an export to a channel has,', 'Ask for its file.')
  return { path: reportPath(path), file: result.report }
}

const exportAnew = 'GET /jobs/{id} tells why; mend that and make the export again.'

/** The path of an export's file. It is named after its job, so that no user input becomes a file name. */
export function exportPath(folder: string, jobId: string, format: string): string {
  const id = parseUuid(jobId)
  if (id === undefined || !isOneOf([...exportFormats, ...channelFormats, 'zip'], format)) throw expired()
  return join(folder, `${id}.${format}`)
}

export function reportPath(path: string): string {
  return `${path}.report.csv`
}

export function picturesPath(path: string): string {
  return `${path}.pictures.zip`
}

const exportJobs: readonly string[] = ['export', 'channel_export', 'asset_export']

/** The error for an export whose file is deleted; files are kept for some days only. */
export function expired(): CatalogError {
  return new CatalogError('not_found', message('export.file_gone'))
}
