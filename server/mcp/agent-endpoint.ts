import type { FastifyBaseLogger } from 'fastify'
import { Agent, type AgentParts } from './agent.ts'
import { createAgentServer } from './agent-server.ts'
import { createEndpoint, extraOf, type Endpoint } from './endpoint.ts'

/** The endpoint that serves the catalog to agents. */
export function createAgentEndpoint(version: string, log: FastifyBaseLogger): Endpoint {
  const onInternalError = (error: unknown, requestId: string): void =>
    log.error({ err: error, request_id: requestId }, 'tool call failed')
  return createEndpoint(
    (context) => {
      const { agent } = extraOf(context) as { agent: AgentParts }
      const readsStructured = context.era === 'modern'
      return createAgentServer(new Agent(agent), { version, onInternalError, readsStructured })
    },
    (error) => log.debug({ err: error }, 'refused by the protocol'),
  )
}
