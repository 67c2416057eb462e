import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ChannelMapping } from '#shared/schemas/channels.ts'
import { chooseWorkspace } from '../edge/authenticate.ts'
import { readQuery } from '../edge/query-string.ts'
import { workspaceOf } from '../edge/request-context.ts'
import { sendAnswer } from '../edge/send-answer.ts'
import type { Services } from '../edge/services.ts'
import { checkBody } from '../edge/structural-faults.ts'

type ChannelRequest = FastifyRequest<{ Params: { channel: string } }>

/** Setting up channels: enable, map fields to attributes, disable. They are read through the public API. */
export async function channelSetupRoutes(app: FastifyInstance, services: Services): Promise<void> {
  app.addHook('onRequest', chooseWorkspace(services))

  for (const [action, operation, summary] of [
    ['enable', 'enableChannel', 'Enable a channel and map its fields by key and name'],
    ['disable', 'disableChannel', 'Disable a channel and keep its mapping'],
  ] as const) {
    app.post(`/channels/:channel/${action}`, { schema: { summary } }, (request: ChannelRequest, reply) => {
      const input = { key: request.params.channel, faults: readQuery(request).settle() }
      return sendAnswer(reply, workspaceOf(request).call(operation, input))
    })
  }

  app.patch(
    '/channels/:channel',
    {
      schema: { summary: 'Map fields of a channel to attributes', body: ChannelMapping },
      attachValidation: true,
    },
    (request: ChannelRequest, reply) => {
      const { body, faults } = checkBody<Partial<ChannelMapping>>(request)
      const input = { key: request.params.channel, body, faults: [...readQuery(request).settle(), ...faults] }
      return sendAnswer(reply, workspaceOf(request).call('mapChannel', input))
    },
  )
}
