import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { FastifyReply } from 'fastify'
import type { FieldError } from '#shared/errors.ts'
import type { Job } from '#shared/jobs.ts'
import { jobRoutes } from '#shared/routes/jobs.ts'
import type { Route } from '#shared/routes/route.ts'
import { jsonAnswer, parseAnswer } from '../../catalog/answer.ts'
import { notFound } from '../../catalog/errors.ts'
import { area } from '../../edge/area.ts'
import type { Call } from '../../edge/call.ts'
import type { Paging } from '../../edge/list-params.ts'
import { readPage, resultPath, resultsFolderOf } from '../../jobs/result-files.ts'

/** Polling of jobs; and what an import leaves behind: the rows that failed, and what a dry run would change. */
export const jobArea = area(jobRoutes, {
  'GET /jobs': ({ workspace, query, paging, faults }) =>
    workspace.call('listJobs', { ...paging, ...query, faults }),

  'GET /jobs/{id}': async (call) => {
    const answer = await call.workspace.call('getJob', call.params)
    call.settleFaults()
    return answer
  },

  'GET /jobs/{id}/errors': async (call) => {
    const job = await findJob(call)
    call.settleFaults()
    return sendErrors(call.reply, job, resultPath(folderOf(call), job.id, 'errors'))
  },

  'GET /jobs/{id}/differences': async (call) => {
    const paging = atCursor(call.paging, call.faults)
    const job = await findJob(call)
    call.settleFaults()
    const path = resultPath(folderOf(call), job.id, 'differences')
    return pageAnswer((await readPage(path, paging)) ?? { values: [], total: 0 }, paging)
  },
})

type JobCall = Call<'GET /jobs/{id}', Route>

const folderOf = ({ services }: JobCall) => resultsFolderOf(services.uploadsDir)

/** The list never changes, so that its cursor is a position. */
function atCursor({ limit, offset, cursor }: Paging, faults: FieldError[]): Paging {
  if (cursor === undefined) return { limit, offset }
  if (!/^\d{1,15}$/.test(cursor)) faults.push({ field: 'cursor', issue: 'invalid_value' })
  return { limit, offset: Number(cursor) || 0, cursor }
}

async function findJob(call: JobCall): Promise<Job> {
  const answer = await call.workspace.call('getJob', call.params)
  return parseAnswer<{ data: Job }>(answer).data
}

/** An empty file where no row failed; 404 where there was one and its month is over. */
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

function pageAnswer(
  { values, total }: { values: readonly unknown[]; total: number },
  { limit, offset, cursor }: Paging,
) {
  const next = offset + values.length
  const pagination = {
    total,
    limit,
    offset: cursor === undefined ? offset : 0,
    has_more: next < total,
    next_cursor: String(next),
  }
  return jsonAnswer(200, JSON.stringify({ data: values, pagination }))
}
