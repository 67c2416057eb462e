import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { FastifyReply } from 'fastify'
import { exportRoutes } from '#shared/routes/exports.ts'
import { expired, type ExportPart, type FoundExport } from '../../catalog/job-queue/find-export.ts'
import { area } from '../../edge/area.ts'
import { refuseMissing } from '../../edge/authenticate.ts'
import type { Call } from '../../edge/call.ts'
import { callerOf } from '../../edge/request-context.ts'
import { liesInFolder } from '../../jobs/job-files.ts'
import { requireScopeOf } from '../../edge/type-scope.ts'

type ExportFile = (typeof exportRoutes)[`GET /exports/{job_id}/${ExportPart}`]

/** Exports: a job writes a file, which can be fetched until it expires (decisions, Imports and exports). */
export const exportArea = area(exportRoutes, {
  'POST /exports': async ({ workspace, jobs, request, newWrite }) => {
    const { type, channel } = newWrite.body
    requireScopeOf(request, 'read', channel === undefined ? type : 'product')
    if (channel !== undefined) refuseMissing(callerOf(request), ['read:channels'])
    const answer = await workspace.call('enqueueExport', newWrite)
    jobs.wake()
    return answer
  },

  'GET /exports/{job_id}/file': (call) => sendPart(call, 'file'),

  'GET /exports/{job_id}/report': (call) => sendPart(call, 'report'),

  'GET /exports/{job_id}/pictures': (call) => sendPart(call, 'pictures'),
})

async function sendPart(call: Call<'GET /exports/{job_id}/file', ExportFile>, part: ExportPart) {
  const { workspace, request, faults, params, services } = call
  const id = params.job_id
  // What state the export is in is for those alone who may read its type.
  requireScopeOf(request, 'read', await workspace.call('findExportType', { id }))
  return streamFile(
    call.reply,
    await workspace.call('findExport', { id, folder: services.exportsDir, faults, part }),
  )
}

async function streamFile(reply: FastifyReply, { path, file }: FoundExport): Promise<FastifyReply> {
  const found = (await liesInFolder(path)) ? await stat(path).catch(() => undefined) : undefined
  if (!found) throw expired()
  return reply
    .type(file.media_type)
    .header('content-length', found.size)
    .header('content-disposition', `attachment; filename="${file.name}"`)
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('cache-control', 'private, no-store')
    .send(reply.request.method === 'HEAD' ? undefined : createReadStream(path))
}
