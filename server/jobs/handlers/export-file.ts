import { mkdir } from 'node:fs/promises'
import { type ExportResult } from '#shared/exports.ts'
import { pluralOf } from '#shared/entities.ts'
import { maxRowErrors } from '#shared/jobs.ts'
import { issueSentence } from '#shared/describe-fault.ts'
import { Faults } from '../../catalog/errors.ts'
import { ExportReader } from '../../catalog/exports/export-rows.ts'
import { type ExportPlan, planExport } from '../../catalog/exports/plan-export.ts'
import { openReadTransaction } from '../../catalog/connections/reader.ts'
import { type JobContext, readStoredJob } from '../job-context.ts'
import { beginFile, mediaTypes, type LeftOutListener } from '../exports/begin-file.ts'
import { expiryFrom, removeExpiredFiles, PartFile } from '../exports/part-file.ts'
import { JobPace } from '../run-chunks.ts'
import { exportsFolder } from '../job-files.ts'
import { exportPath } from '../../catalog/job-queue/find-export.ts'
import { cancelledEnd, type JobEnd } from '../../catalog/job-queue/running-job.ts'
import { toIso, toUtcDay } from '#shared/iso-times.ts'

const batchRows = 500

/**
 * Writes an export of one state of the workspace. After an interruption it begins again; its file appears
 * once it is complete.
 */
export async function exportFile(context: JobContext): Promise<JobEnd> {
  const { input: job } = await readStoredJob(context, 'export')
  const folder = exportsFolder(context)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await removeExpiredFiles(folder, Date.now())
  const state = openReadTransaction(context.read)
  const path = exportPath(folder, context.jobId, job.request.format)
  const part = await PartFile.create(path)
  try {
    const faults = new Faults()
    const plan = planExport(state.db, job.request, faults)
    faults.throwIfAny()
    const written = await writeRows(context, part, plan, new ExportReader(state.db, plan))
    if (!written) return cancelledEnd
    await part.commit()
    const end = { status: 'completed', result: resultOf(context.jobId, plan, written, part.size) } as const
    const { feed } = job
    if (feed === undefined) return end
    const { sendByFeed } = await import('../feeds/send-export.ts')
    return await sendByFeed(context, { feed, end, path })
  } finally {
    state.close()
    await part.discard()
  }
}

interface WrittenRows {
  readonly rows: number
  readonly notFound: number
  readonly leftOut: number
  readonly errors: ExportResult['errors']
}

async function writeRows(
  context: JobContext,
  part: PartFile,
  plan: ExportPlan,
  reader: ExportReader,
): Promise<WrittenRows | undefined> {
  const { ids, notFound } = plan.list()
  const file = await beginFile[plan.request.format](part, plan, ids.length)
  const pace = new JobPace(context, ids.length)
  const errors: ExportResult['errors'][number][] = []
  let leftOut = 0
  for (let start = 0; start < ids.length; start += batchRows) {
    if (await pace.isCancelledAt(start)) return undefined
    const note: LeftOutListener = (index, { column, issue, value }) => {
      leftOut += 1
      if (errors.length >= maxRowErrors) return
      errors.push({
        row: start + index + 1,
        field: column.header,
        ...issueSentence(issue),
        value: value.slice(0, 200),
      })
    }
    await file.write(reader.rows(ids.slice(start, start + batchRows)), note)
  }
  if (await pace.isCancelledAt(ids.length)) return undefined
  await file.end()
  return { rows: ids.length, notFound, leftOut, errors }
}

function resultOf(jobId: string, plan: ExportPlan, written: WrittenRows, size: number): ExportResult {
  const { type, format, left_out_columns } = plan.request
  const now = Date.now()
  const day = toUtcDay(now)
  return {
    rows: written.rows,
    columns: plan.columns.length,
    file: {
      name: `${pluralOf[type]}-${day}.${format}`,
      media_type: mediaTypes[format],
      size,
      path: `/exports/${jobId}/file`,
    },
    expires_at: toIso(expiryFrom(now)),
    left_out_columns,
    left_out_cells: written.leftOut,
    errors: written.errors,
    errors_truncated: written.leftOut > written.errors.length,
    not_found: written.notFound,
  }
}
