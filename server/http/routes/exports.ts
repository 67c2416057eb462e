import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { entityTypeNamed } from '#shared/entities.ts'
import { NewExport } from '#shared/schemas/exports.ts'
import { expired, type FoundExport } from '../../jobs/find-export.ts'
import { refuseMissing } from '../../edge/authenticate.ts'
import { checkNew } from '../../edge/check-write.ts'
import { readQuery } from '../../edge/query-string.ts'
import { refuseWithout, requireScopeOf } from '../type-scope.ts'
import { callerOf, jobsOf, workspaceOf } from '../../edge/request-context.ts'
import { sendAnswer } from '../../edge/send-answer.ts'
import type { Services } from '../../edge/services.ts'

/** Exports: a job writes a file, which can be fetched until it expires (decisions, Imports and exports). */
export async function exportRoutes(
  app: FastifyInstance,
  { exportsDir }: Pick<Services, 'exportsDir'>,
): Promise<void> {
  app.post(
    '/exports',
    {
      onRequest: refuseWithout('read'),
      schema: { summary: 'Export to a file', body: NewExport },
      attachValidation: true,
    },
    async (request, reply) => {
      const { context, ...asked } = checkNew<Partial<NewExport>>(request)
      requireScopeOf(
        request,
        'read',
        asked.body.channel === undefined ? entityTypeNamed(asked.body.type) : 'product',
      )
      if (asked.body.channel !== undefined) refuseMissing(callerOf(request), ['read:channels'])
      const answer = await workspaceOf(request).call('enqueueExport', {
        ...asked,
        context,
        folder: exportsDir,
      })
      jobsOf(request).wake()
      return sendAnswer(reply, answer)
    },
  )

  for (const { part, summary } of parts)
    app.get<{ Params: { job_id: string } }>(
      `/exports/:job_id/${part}`,
      { onRequest: refuseWithout('read'), schema: { summary } },
      async (request, reply) => {
        const faults = readQuery(request).settle()
        const threads = workspaceOf(request)
        const id = request.params.job_id
        // What state the export is in is for those alone who may read its type.
        requireScopeOf(request, 'read', await threads.call('findExportType', { id }))
        return streamFile(reply, await threads.call('findExport', { id, faults, part }))
      },
    )
}

const parts = [
  { part: 'file', summary: 'Download the file of an export' },
  { part: 'report', summary: 'Download what a channel export has left out' },
] as const

async function streamFile(reply: FastifyReply, { path, file }: FoundExport): Promise<FastifyReply> {
  const found = await stat(path).catch(() => undefined)
  if (!found) throw expired()
  return reply
    .type(file.media_type)
    .header('content-length', found.size)
    .header('content-disposition', `attachment; filename="${file.name}"`)
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('cache-control', 'private, no-store')
    .send(createReadStream(path))
}
