import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hash, timingSafeEqual } from 'node:crypto'
import { CatalogError } from '../catalog/errors.ts'
import { isDirect } from '../network/loopback.ts'
import type { Services } from '../edge/services.ts'
import { checkHealth, describeHealth } from './health.ts'
import type { Monitor } from './monitor.ts'

/** The secret that monitors elsewhere send; from the environment, like every secret of a server that nobody opens the app of. */
const tokenVariable = 'VITRINE_METRICS_TOKEN'

/** What load balancers and monitors ask: whether the server is well, and what it measures. */
export async function monitorRoutes(
  app: FastifyInstance,
  { services, monitor }: { services: Services; monitor: Monitor },
): Promise<void> {
  const connections = () =>
    new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)))

  // Load balancers ask by the address of the machine, whatever its name.
  const options = { config: { anyHost: true }, exposeHeadRoute: true }
  app.get('/health', options, async (request, reply) => {
    const health = await checkHealth(services)
    reply.code(health.status === 'ok' ? 200 : 503).header('cache-control', 'no-store')
    return mayLookInside(request) ? describeHealth(services, health) : health
  })

  app.get('/metrics', options, async (request, reply) => {
    if (!mayLookInside(request)) throw needsToken()
    const { type, text } = await monitor.read(services, connections)
    return reply.header('cache-control', 'no-store').type(type).send(text)
  })
}

/** A header that is present counts alone, as everywhere. */
function mayLookInside(request: FastifyRequest): boolean {
  const { authorization } = request.headers
  if (authorization === undefined) return isDirect(request)
  const [, sent = ''] = /^bearer +(\S+)$/i.exec(authorization) ?? []
  const token = process.env[tokenVariable] ?? ''
  return token !== '' && timingSafeEqual(digest(sent), digest(token))
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}

function needsToken(): CatalogError {
  return new CatalogError(
    'unauthorized',
    `Measurements are for this computer itself and for who sends the token of the server as Authorization: Bearer …. The server takes it from the variable ${tokenVariable}.`,
  )
}
