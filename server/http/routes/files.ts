import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { fileRoutes } from '#shared/routes/files.ts'
import { thumbnailSides } from '#shared/thumbnails.ts'
import { notFound } from '../../catalog/errors.ts'
import { area } from '../../edge/area.ts'
import { authenticateSession } from '../../edge/authenticate.ts'
import { enterWorkspace } from '../../edge/require-role.ts'
import { refuseUnknownPath } from '../../edge/path-encoding.ts'
import { maxFileBytes, receiveFile } from '../receive-file.ts'
import { sendFile } from '../../edge/send-file.ts'
import { isFile } from '../../edge/upload.ts'
import type { Services } from '../../edge/services.ts'
import { Thumbnails } from '../../edge/thumbnails.ts'

/** Files in and out through the public API (decisions, Files). */
export const fileArea = area(fileRoutes, async (app) => {
  const limits = { fileSize: maxFileBytes, files: 5, fields: 20 }
  await app.register(multipart, { limits, throwFileSizeLimit: false, isPartAFile: isFile })
  return {
    'POST /files': async ({ workspace, request, faults }) => {
      const received = await receiveFile(request)
      return workspace.call('storeFile', { bytes: received.bytes, faults: [...faults, ...received.faults] })
    },

    'GET /files/{hash}': async (call) => {
      const [, hash, extension] = /^([0-9a-f]{64})(?:\.(.+))?$/.exec(call.params.hash.toLowerCase()) ?? []
      const found = hash && (await call.workspace.call('readFile', { hash }))
      const file = found && (extension ?? found.extension) === found.extension && found
      if (!file) throw notFound('The file', noFile)
      call.throwIfFaulty()
      return sendFile(call.reply, file)
    },

    'GET /files/{hash}/details': async (call) => {
      const [, hash] = /^([0-9a-f]{64})(?:\..+)?$/.exec(call.params.hash.toLowerCase()) ?? []
      const details = hash && (await call.workspace.call('readFileDetails', { hash }))
      if (!details) throw notFound('The file', noFile)
      call.throwIfFaulty()
      return { data: details }
    },
  }
})

const noFile =
  'Its path is that of a value, such as /files/3f2a….png: 64 hexadecimal digits, with the extension of the file or none.'

interface PictureRequest {
  Params: { readonly workspace: string; readonly name: string }
  /** With `side` the picture as a thumbnail of one of the sizes there are. */
  Querystring: { readonly side?: string }
}

/** Stored pictures for the app: a session opens them and nothing else. */
export async function pictureRoutes(
  app: FastifyInstance,
  { services }: { services: Services },
): Promise<void> {
  app.setNotFoundHandler((request) => refuseUnknownPath(request))
  app.addHook('onRequest', async (request) => authenticateSession(request, services))

  const thumbnails = new Thumbnails()
  app.get<PictureRequest>('/:workspace/:name', { exposeHeadRoute: true }, async (request, reply) => {
    const { params } = request
    enterWorkspace(request, services, params.workspace.toLowerCase())
    const [, hash] = /^([0-9a-f]{64})\.[a-z0-9]{1,8}$/.exec(params.name) ?? []
    const workspace = await services.workspaces.get(params.workspace)
    const address = `${params.workspace.toLowerCase()}/${hash}`
    const side = thumbnailSides.find((known) => String(known) === request.query.side)
    const made = side && thumbnails.find(address, side)
    if (made) return sendFile(reply, made)
    const file = hash && (await workspace.call('readFile', { hash }))
    if (!file) throw notFound('The file')
    if (side === undefined) return sendFile(reply, file)
    return sendFile(reply, await thumbnails.make(address, side, file, () => !reply.raw.destroyed))
  })
}
