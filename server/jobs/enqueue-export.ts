import { type ExportFormat, type NewExport } from '#shared/exports.ts'
import type { FieldError } from '#shared/errors.ts'
import type { Answer } from '../catalog/answer.ts'
import { Faults } from '../catalog/errors.ts'
import type { WriteContext } from '../catalog/events/record-event.ts'
import type { ExportJob } from '../catalog/exports/export-request.ts'
import { parseExport } from '../catalog/exports/parse-export.ts'
import { planExport } from '../catalog/exports/plan-export.ts'
import type { WritableDb } from '../store/database.ts'
import { nextIdentity } from '../store/entities.ts'
import { enqueueJob } from './queue.ts'

export interface EnqueueExport {
  readonly body: Partial<NewExport>
  readonly faults: readonly FieldError[]
  readonly context: Omit<WriteContext, 'job_id'>
  /** Where files of exports are kept until they expire. */
  readonly folder: string
}

/** Queues an export: 202 with the job, whose result names the file. */
export function enqueueExport(
  tx: WritableDb,
  { body, faults: structural, context, folder }: EnqueueExport,
): Answer {
  const faults = new Faults(structural)
  const request = parseExport(tx, body, faults)
  if (!faults.isNoted('type')) planExport(tx, request, faults)
  faults.settle()
  const id = nextIdentity(tx).uuid
  const { type, format } = request
  const input: ExportJob = { request, file: exportPath(folder, id, format), context }
  const metadata = {
    workflow: 'export',
    via: context.via,
    type,
    format,
    ...(body.view !== undefined && { view: body.view }),
  }
  return enqueueJob(tx, { uuid: id, name: 'export', input, metadata })
}

/** Where the file of an export lies; named after its job, so that no name of a person reaches the disk. */
export function exportPath(folder: string, jobId: string, format: ExportFormat): string {
  return `${folder}/${jobId}.${format}`
}
