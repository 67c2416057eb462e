import type { FastifyInstance, FastifyRequest } from 'fastify'
import { workspaceHeader } from '#shared/app-surface.ts'
import { NewWatchedFolder, WatchedFolderPatch } from '#shared/schemas/watched-folders.ts'
import { chooseWorkspace } from '../edge/authenticate.ts'
import { readQuery } from '../edge/query-string.ts'
import type { Services } from '../edge/services.ts'
import { sendAnswer } from '../edge/send-answer.ts'
import { settleBody } from '../edge/structural-faults.ts'
import { validationFailed } from '../catalog/errors.ts'

type IdRequest = FastifyRequest<{ Params: { id: string } }>

/** Folders of this computer whose files are imported as they come. */
export async function watchedFolderRoutes(app: FastifyInstance, services: Services): Promise<void> {
  app.addHook('onRequest', chooseWorkspace(services))
  const { watchedFolders } = services

  app.get('/watched-folders', { schema: { summary: 'List watched folders' } }, async (request) => {
    refuseQuery(request)
    return { data: watchedFolders.list(workspaceIdOf(request)) }
  })

  app.post(
    '/watched-folders',
    { schema: { summary: 'Watch a folder', body: NewWatchedFolder }, attachValidation: true },
    async (request, reply) => {
      const body = settleBody<NewWatchedFolder>(request)
      reply.code(201)
      return { data: await watchedFolders.add(workspaceIdOf(request), body) }
    },
  )

  app.patch(
    '/watched-folders/:id',
    { schema: { summary: 'Change a watched folder', body: WatchedFolderPatch }, attachValidation: true },
    async (request: IdRequest) => {
      const body = settleBody<WatchedFolderPatch>(request)
      return { data: await watchedFolders.change(workspaceIdOf(request), request.params.id, body) }
    },
  )

  app.get(
    '/watched-folders/:id/jobs',
    { schema: { summary: 'List the imports from a watched folder' } },
    (request: IdRequest, reply) => {
      refuseQuery(request)
      return sendAnswer(reply, watchedFolders.jobsOf(workspaceIdOf(request), request.params.id))
    },
  )

  app.delete(
    '/watched-folders/:id',
    { schema: { summary: 'Watch a folder no longer' } },
    async (request: IdRequest) => {
      refuseQuery(request)
      return { data: await watchedFolders.remove(workspaceIdOf(request), request.params.id) }
    },
  )
}

function refuseQuery(request: FastifyRequest): void {
  const faults = readQuery(request).settle()
  if (faults.length > 0) throw validationFailed(faults)
}

function workspaceIdOf({ headers }: FastifyRequest): string {
  return String(headers[workspaceHeader.toLowerCase()] ?? '').toLowerCase()
}
