import type { FastifyInstance } from 'fastify'
import { readQuery } from '../../edge/query-string.ts'
import { workspaceOf } from '../../edge/request-context.ts'
import { sendAnswer } from '../../edge/send-answer.ts'

/** What products still lack for the enabled channels, computed anew with every request. */
export async function completenessRoutes(app: FastifyInstance): Promise<void> {
  const config = { scopes: ['read:products'] } as const

  app.get<{ Params: { id: string } }>(
    '/products/:id/completeness',
    { config, schema: { summary: 'Read how complete one product is' } },
    (request, reply) => {
      const query = readQuery(request)
      const channel = query.takeOne('channel')
      const input = { id: request.params.id, channel, faults: query.settle() }
      return sendAnswer(reply, workspaceOf(request).call('productCompleteness', input))
    },
  )

  app.get<{ Params: { channel: string } }>(
    '/channels/:channel/completeness',
    { config, schema: { summary: 'Read how complete all products are for one channel' } },
    (request, reply) => {
      const input = { key: request.params.channel, faults: readQuery(request).settle() }
      return sendAnswer(reply, workspaceOf(request).call('channelCompleteness', input))
    },
  )
}
