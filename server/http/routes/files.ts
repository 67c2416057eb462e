import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { notFound, validationFailed } from '../../catalog/errors.ts'
import { authenticateOwner } from '../../edge/authenticate.ts'
import { refuseUnknownPath } from '../../edge/path-encoding.ts'
import { readQuery } from '../../edge/query-string.ts'
import { maxFileBytes, receiveFile } from '../receive-file.ts'
import { workspaceOf } from '../../edge/request-context.ts'
import { sendAnswer } from '../../edge/send-answer.ts'
import { sendFile } from '../../edge/send-file.ts'
import type { Services } from '../../edge/services.ts'

/** Files in and out through the public API (decisions, Files). */
export async function fileRoutes(app: FastifyInstance): Promise<void> {
  const limits = { fileSize: maxFileBytes, files: 5, fields: 20 }
  await app.register(multipart, { limits, throwFileSizeLimit: false })

  app.post(
    '/files',
    { config: { scopes: ['write:images'] }, schema: { summary: 'Keep a file in the workspace' } },
    async (request, reply) => {
      const query = readQuery(request).settle()
      const { bytes, faults } = await receiveFile(request)
      const input = { bytes, faults: [...query, ...faults] }
      return sendAnswer(reply, workspaceOf(request).call('storeFile', input))
    },
  )

  app.get<{ Params: { hash: string } }>(
    '/files/:hash',
    { config: { scopes: ['read:images'] }, schema: { summary: 'Read a file' } },
    async (request, reply) => {
      const hash = request.params.hash.toLowerCase()
      const file = /^[0-9a-f]{64}$/.test(hash) && (await workspaceOf(request).call('readFile', { hash }))
      if (!file) throw notFound('The file')
      const faults = readQuery(request).settle()
      if (faults.length > 0) throw validationFailed(faults)
      return sendFile(reply, file)
    },
  )
}

interface PictureParams {
  readonly workspace: string
  readonly name: string
}

/** Stored pictures for the app: the owner's session and nothing else opens them. */
export async function pictureRoutes(
  app: FastifyInstance,
  { services }: { services: Services },
): Promise<void> {
  app.setNotFoundHandler(refuseUnknownPath)
  app.addHook('onRequest', async (request) => authenticateOwner(request, services))

  app.get<{ Params: PictureParams }>('/:workspace/:name', async ({ params }, reply) => {
    const [, hash] = /^([0-9a-f]{64})\.[a-z0-9]{1,8}$/.exec(params.name) ?? []
    const workspace = await services.workspaces.get(params.workspace)
    const file = hash && (await workspace.call('readFile', { hash }))
    if (!file) throw notFound('The file')
    return sendFile(reply, file)
  })
}
