import { createReadStream } from 'node:fs'
import { workspaceDownloadRoutes } from '#shared/routes/backups.ts'
import { area } from '../edge/area.ts'
import type { Services } from '../edge/services.ts'
import type { WorkspaceDownloads } from '../workspaces/workspace-downloads.ts'
import { knownWorkspace } from './workspace-routes.ts'
import { doerOf, teamOf } from './team-context.ts'

export const workspaceDownloadArea = area(workspaceDownloadRoutes, {
  'POST /workspaces/{id}/copies': async ({ services, params }) => {
    // Throws where the file has gone, so that the page can say so.
    await services.workspaces.get(params.id)
    return { data: await copiesOf(services).start(knownWorkspace(services, params.id)) }
  },

  'GET /workspaces/{id}/copies/{copyId}': ({ services, params }) => ({
    data: copiesOf(services).get(params.id, params.copyId),
  }),

  'GET /workspaces/{id}/copies/{copyId}/file': (call) => {
    const { services, params, request, reply } = call
    const { path, name, size } = copiesOf(services).fileOf(params.id, params.copyId)
    reply
      .type('application/octet-stream')
      .header('content-length', size)
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
      .header('content-security-policy', "sandbox; default-src 'none'")
      .header('cache-control', 'private, no-store')
    if (request.method === 'HEAD') return reply.send()
    const noted = {
      by: doerOf(call),
      workspaceId: params.id.toLowerCase(),
      subject: name,
      address: request.ip,
    }
    teamOf(services).audit.record({ action: 'copy_taken', ...noted })
    return reply.send(createReadStream(path))
  },

  'DELETE /workspaces/{id}/copies/{copyId}': async ({ services, params }) => ({
    data: await copiesOf(services).remove(params.id, params.copyId),
  }),
})

function copiesOf({ workspaceDownloads }: Services): WorkspaceDownloads {
  if (workspaceDownloads === undefined) throw new Error('This server has no team.')
  return workspaceDownloads
}
