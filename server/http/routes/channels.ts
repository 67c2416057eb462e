import type { FastifyInstance } from 'fastify'
import { CatalogError } from '../../catalog/errors.ts'
import { readQuery } from '../../edge/query-string.ts'
import { workspaceOf } from '../../edge/request-context.ts'
import { sendAnswer } from '../../edge/send-answer.ts'

interface ChannelParams {
  readonly channel: string
}

/** The channels of the workspace, read-only: the owner sets them up in the app. */
export async function channelRoutes(app: FastifyInstance): Promise<void> {
  const config = { scopes: ['read:channels'] } as const

  app.get('/channels', { config, schema: { summary: 'List channels' } }, (request, reply) => {
    const query = readQuery(request)
    const enabled = query.takeOne('enabled')
    return sendAnswer(reply, workspaceOf(request).call('listChannels', { enabled, faults: query.settle() }))
  })

  app.get<{ Params: ChannelParams }>(
    '/channels/:channel',
    { config, schema: { summary: 'Read one channel with its fields' } },
    (request, reply) => {
      const input = { key: request.params.channel, faults: readQuery(request).settle() }
      return sendAnswer(reply, workspaceOf(request).call('readChannel', input))
    },
  )

  for (const url of ['/channels', '/channels/:channel', '/channels/:channel/completeness'])
    refuseWrites(app, url)
}

/** Whatever the scopes of the key and whatever the body, which is not read (decisions, Channels). */
function refuseWrites(app: FastifyInstance, url: string): void {
  const refuse = () => {
    throw new CatalogError('forbidden', 'Channels are read-only in the API. Set them up in the app instead.')
  }
  app.route({
    method: ['POST', 'PUT', 'PATCH'],
    url,
    config: { refusal: true },
    onRequest: refuse,
    handler: refuse,
  })
}
