import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Job } from '#shared/jobs.ts'
import { jsonAnswer, parseAnswer } from '../../catalog/answer.ts'
import { notFound, validationFailed } from '../../catalog/errors.ts'
import { readPage, resultPath, resultsFolderOf } from '../../jobs/result-files.ts'
import { type Paging, takePaging } from '../../edge/list-params.ts'
import { type QueryReader, readQuery } from '../../edge/query-string.ts'
import { workspaceOf } from '../../edge/request-context.ts'
import { sendAnswer } from '../../edge/send-answer.ts'
import type { Services } from '../../edge/services.ts'

type JobRequest = FastifyRequest<{ Params: { id: string } }>

/** What an import leaves behind: the rows that failed, and what a dry run would change. */
export async function jobResultRoutes(
  app: FastifyInstance,
  { uploadsDir }: Pick<Services, 'uploadsDir'>,
): Promise<void> {
  const config = { scopes: ['read:jobs'] } as const
  const folder = resultsFolderOf(uploadsDir)

  app.get(
    '/jobs/:id/errors',
    { config, schema: { summary: 'Download the rows that failed' } },
    async (request: JobRequest, reply) => {
      const faults = readQuery(request).settle()
      const job = await findJob(request)
      if (faults.length > 0) throw validationFailed(faults)
      return sendErrors(reply, job, resultPath(folder, job.id, 'errors'))
    },
  )

  app.get(
    '/jobs/:id/differences',
    { config, schema: { summary: 'List what a dry run would change' } },
    async (request: JobRequest, reply) => {
      const query = readQuery(request)
      const paging = atCursor(takePaging(query), query)
      const faults = query.settle()
      const job = await findJob(request)
      if (faults.length > 0) throw validationFailed(faults)
      const path = resultPath(folder, job.id, 'differences')
      return sendAnswer(reply, pageAnswer((await readPage(path, paging)) ?? { values: [], total: 0 }, paging))
    },
  )
}

/** The list never changes, so that its cursor is a position. */
function atCursor({ limit, offset, cursor }: Paging, query: QueryReader): Paging {
  if (cursor === undefined) return { limit, offset }
  if (!/^\d{1,15}$/.test(cursor)) query.add('cursor', 'invalid_value')
  return { limit, offset: Number(cursor) || 0, cursor }
}

async function findJob(request: JobRequest): Promise<Job> {
  const answer = await workspaceOf(request).call('getJob', { id: request.params.id })
  return (parseAnswer(answer) as { data: Job }).data
}

/** An empty file where no row failed; 404 where there was one and its month is over. */
async function sendErrors(reply: FastifyReply, job: Job, path: string): Promise<FastifyReply> {
  const file = await stat(path).catch(() => undefined)
  const wasThere = typeof job.result?.['errors_file'] === 'string'
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
