import type { FastifyInstance } from 'fastify'
import { notFound } from '../../catalog/errors.ts'
import { authenticateOwner } from '../authenticate.ts'
import { refuseUnknownPath } from '../path-encoding.ts'
import type { Services } from '../services.ts'

interface FileParams {
  readonly workspace: string
  readonly name: string
}

const shownInline = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']

/** Stored pictures for the app: the owner's session and nothing else opens them. */
export async function fileRoutes(app: FastifyInstance, { services }: { services: Services }): Promise<void> {
  app.setNotFoundHandler(refuseUnknownPath)
  app.addHook('onRequest', async (request) => authenticateOwner(request, services))

  app.get<{ Params: FileParams }>('/:workspace/:name', async ({ params }, reply) => {
    const [, hash] = /^([0-9a-f]{64})\.[a-z0-9]{1,8}$/.exec(params.name) ?? []
    const workspace = await services.workspaces.get(params.workspace)
    const file = hash && (await workspace.call('readFile', { hash }))
    if (!file) throw notFound('The file')
    const disposition = shownInline.includes(file.media_type) ? 'inline' : 'attachment'
    return reply
      .type(file.media_type)
      .header('content-disposition', `${disposition}; filename="${params.name}"`)
      .header('content-security-policy', "sandbox; default-src 'none'")
      .header('cache-control', 'private, max-age=31536000, immutable')
      .send(Buffer.from(file.bytes))
  })
}
