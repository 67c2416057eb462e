import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { FastifyReply } from 'fastify'
import { pluralOf } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import { differenceStatuses, type Job } from '#shared/jobs.ts'
import { jobRoutes } from '#shared/routes/jobs.ts'
import type { Route } from '#shared/routes/route.ts'
import { pageAnswer } from '../../catalog/answer.ts'
import { Faults, notFound } from '../../catalog/errors.ts'
import { toFingerprint } from '../../catalog/query/cursor.ts'
import { area } from '../../edge/area.ts'
import { cancelJob, takingBack, undoJob } from '../../edge/take-back.ts'
import { refuseMissing } from '../../edge/require-rights.ts'
import type { Call } from '../../edge/call.ts'
import { readableTypes } from '../../edge/caller.ts'
import { positionPage, startOfPage } from '../../edge/list-params.ts'
import { callerOf, endOf } from '../../edge/request-context.ts'
import { awaitJob } from '../../edge/await-job.ts'
import { readPage, type ResultKind, resultPath, resultsFolderOf } from '../../jobs/result-files.ts'
import { readJob } from '../../workspaces/job-runner.ts'

/**
 * Polling of jobs, and the files of an import: the failed rows, and the changes that a dry run would make.
 */
export const jobArea = area(jobRoutes, {
  'GET /jobs': ({ workspace, request, query, paging, faults }) =>
    workspace.call('listJobs', { ...paging, ...query, readable: readableTypes(callerOf(request)), faults }),

  'GET /jobs/{id}': async (call) => {
    const readable = readableTypes(callerOf(call.request))
    const { id } = call.params
    const seconds = call.queryFaults.length === 0 ? call.query.wait : 0
    const answer = await awaitJob(call.workspace, { id, readable, seconds, signal: endOf(call.reply) })
    call.throwIfFaulty()
    return answer
  },

  'POST /jobs/{id}/cancel': async (call) => cancelJob(takingBack(call), call.params.id),

  'POST /jobs/{id}/undo': async (call) => undoJob(takingBack(call), call.params.id),

  'GET /jobs/{id}/errors': async (call) => {
    const job = await findJob(call)
    call.throwIfFaulty()
    return sendErrors(call.reply, job, resultPath(folderOf(call), job.id, 'errors'))
  },

  'GET /jobs/{id}/differences': async (call) => {
    const job = await findJob(call)
    const kind = kindOfDifferences(call.query.status, call.faults)
    const mark = toFingerprint([kind, job.id])
    const from = startOfPage(mark, call.paging, call.faults)
    const path = resultPath(folderOf(call), job.id, kind)
    const { values = [], total = 0 } = (await readPage(path, { ...call.paging, offset: from })) ?? {}
    const pagination = positionPage(mark, call.paging, { from, count: values.length, total })
    return pageAnswer(
      values.map((value) => JSON.stringify(value)),
      pagination,
    )
  },
})

/** The file of all differences, or of those of one status; another status is `invalid_value`. */
function kindOfDifferences(asked: string | undefined, known: readonly FieldError[]): ResultKind {
  const kind = differenceStatuses.find((status) => status === asked)
  if (kind === undefined && asked !== undefined) {
    const faults = new Faults(known)
    faults.add('status', 'invalid_value', differenceStatuses, asked)
    faults.throwIfAny()
  }
  return kind ?? 'differences'
}

type JobCall = Call<'GET /jobs/{id}', Route>

const folderOf = ({ services }: JobCall) => resultsFolderOf(services.uploadsDir)

async function findJob({ workspace, params, request }: JobCall): Promise<Job> {
  const types = await workspace.call('findTypesOfFiles', params)
  refuseMissing(
    callerOf(request),
    types.map((type) => `read:${pluralOf[type]}` as const),
  )
  return readJob(workspace, params.id)
}

/** Sends an empty file where no row failed; 404 where the file expired after its month. */
async function sendErrors(reply: FastifyReply, job: Job, path: string): Promise<FastifyReply> {
  const file = await stat(path).catch(() => undefined)
  const { result } = job
  const wasThere = result !== null && 'errors_file' in result && typeof result.errors_file === 'string'
  if (!file && wasThere) throw notFound(`The error file of job ${job.id}, which was kept for a month,`)
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="errors-${job.id}.csv"`)
    .send(file ? createReadStream(path) : '')
}
