import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AuditEntries, AuditedCall } from '#shared/audited.ts'
import { findAccess, resourcePaths, originOf, resourceMetadataUrl } from '../access/access.ts'
import { CatalogError, rateLimited } from '../catalog/errors.ts'
import { chooseWorkspace, countAnonymousRequest, isOwnersToken, remedyFor } from '../edge/authenticate.ts'
import { acceptJsonLeniently } from '../edge/body-parser.ts'
import type { Caller } from '../edge/caller.ts'
import { boundLargeAnswers } from '../edge/large-answers.ts'
import { maySpend } from '../edge/generation-run.ts'
import { mayMerge } from '../edge/require-rights.ts'
import { callerOf, openWorkspaceOf, readClient } from '../edge/request-context.ts'
import { setRateHeaders } from '../edge/rate-limit.ts'
import { recordAudit } from '../edge/area.ts'
import type { Services } from '../edge/services.ts'
import type { ReadClient } from '../threads/read-lanes.ts'
import type { Endpoint } from './endpoint.ts'
import { mayFetchPrivately } from '../workspaces/owner-settings.ts'
import { readToolSet } from './tool-set.ts'

// Each call keeps its tools and its answer in memory until it is sent; no agent needs so many.
const maxCallsAtOnce = 100

/**
 * MCP over Streamable HTTP, for bearers of an API key or a token. Host and Origin are checked as
 * everywhere.
 */
export async function mcpRoutes(app: FastifyInstance, { services }: { services: Services }): Promise<void> {
  let endpoint: Promise<Endpoint> | undefined

  app.addHook('onRequest', (request, reply, done) => {
    request.caller = authorise(request, reply, services)
    setRateHeaders(reply, services.rateLimit.count(request.caller))
    done()
  })
  app.addHook('onRequest', chooseWorkspace(services))
  acceptJsonLeniently(app)
  const room = boundLargeAnswers(app)
  const enter = limitCalls(maxCallsAtOnce)
  app.addHook('preClose', async () => {
    await (await endpoint)?.close()
  })

  app.route({
    method: ['POST', 'GET', 'DELETE'],
    url: resourcePaths.mcp,
    async handler(request, reply) {
      const client = readClient(request, reply)
      // A stream of messages does not count as a call: it stays open.
      if (request.method === 'POST') enter(client)
      const [caller, workspace] = [callerOf(request), openWorkspaceOf(request)]
      const by = { caller, workspaceId: workspace.id, address: request.ip }
      const agent = {
        caller,
        workspace,
        record: (audited: AuditEntries, call: AuditedCall) => recordAudit(services, audited, call, by),
        client,
        requestId: request.id,
        origin: services.address().origin,
        uploadsDir: services.uploadsDir,
        exportsDir: services.exportsDir,
        workspaceId: workspace.id,
        automations: services.automations,
        feeds: services.feeds,
        providers: services.providers,
        models: services.models,
        maySpend: maySpend(request, services),
        mayFetchPrivately: mayFetchPrivately(services.settings.current),
        toolSet: readToolSet(request.query),
        protocolVersion: versionOf(request),
        mayMerge: mayMerge(request, services),
        reserve: (bytes: number) => room.reserve(reply.raw, bytes),
      }
      endpoint ??= loadEndpoint(app, services.version)
      return (await endpoint).answer(request, reply, { agent })
    },
  })
}

function versionOf({ headers }: FastifyRequest): string | undefined {
  const version = headers['mcp-protocol-version']
  return typeof version === 'string' ? version : undefined
}

/** Counts the running calls of each client. The returned function throws rate_limited beyond the limit. */
export function limitCalls(most: number): (client: ReadClient) => void {
  const counts = new Map<string, number>()
  return ({ key, onGone }) => {
    const count = counts.get(key) ?? 0
    if (count >= most)
      throw rateLimited(
        `${most} calls of this client are being answered. Wait for some of their answers, then go on.`,
        1,
      )
    counts.set(key, count + 1)
    onGone(() => {
      const left = (counts.get(key) ?? 1) - 1
      if (left > 0) counts.set(key, left)
      else counts.delete(key)
    })
  }
}

async function loadEndpoint(app: FastifyInstance, version: string): Promise<Endpoint> {
  const { createAgentEndpoint } = await import('./agent-endpoint.ts')
  return createAgentEndpoint(version, app.log)
}

/**
 * Authenticates the caller: an agent with a key or token, or the owner's own agent through the command
 * line, which sends the session. Throws unauthorized with the address of the metadata.
 */
function authorise(request: FastifyRequest, reply: FastifyReply, services: Services): Caller {
  const { headers } = request
  const { authorization } = headers
  const [, secret = ''] = /^bearer +(\S+)$/i.exec(authorization ?? '') ?? []
  const access = findAccess(secret, 'mcp', services)
  if (access) return { kind: 'access', access }
  if (isOwnersToken(request, secret, services)) return { kind: 'owner' }
  countAnonymousRequest(request, services)
  reply.header(
    'www-authenticate',
    challenge(originOf({ headers }, services.address()), authorization !== undefined),
  )
  throw new CatalogError(
    'unauthorized',
    `A valid, unexpired API key or access token is needed. ${remedyFor(authorization)}`,
  )
}

/** Names the resource by the origin that the agent uses, since it compares the two. */
function challenge(origin: string, wasSent: boolean): string {
  const fault = wasSent ? 'error="invalid_token", ' : ''
  return `Bearer ${fault}resource_metadata="${resourceMetadataUrl(origin, 'mcp')}"`
}
