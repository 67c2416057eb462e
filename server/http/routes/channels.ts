import type { FastifyInstance } from 'fastify'
import { channelRoutes } from '#shared/routes/channels.ts'
import { keysOf } from '#shared/text.ts'
import { CatalogError } from '../../catalog/errors.ts'
import { area, toUrl } from '../../edge/area.ts'

/**
 * The channels of the workspace, read-only: the owner sets them up in the app; and what products still lack for the enabled
 * ones, computed anew with every request.
 */
export const channelArea = area(channelRoutes, (app) => {
  for (const key of keysOf(channelRoutes)) {
    const path = key.slice('GET '.length)
    if (path.startsWith('/channels')) refuseWrites(app, toUrl(path))
  }
  return {
    'GET /channels': ({ workspace, query, faults }) => workspace.call('listChannels', { ...query, faults }),

    'GET /channels/{channel}': ({ workspace, params, faults }) =>
      workspace.call('readChannel', { key: params.channel, faults }),

    'GET /channels/{channel}/completeness': ({ client, workspace, params, faults }) =>
      workspace.call('channelCompleteness', { key: params.channel, faults }, client),

    'GET /products/{id}/completeness': ({ client, workspace, params, query, faults }) =>
      workspace.call('productCompleteness', { ...params, ...query, faults }, client),
  }
})

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
