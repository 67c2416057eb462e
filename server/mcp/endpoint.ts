import { createMcpHandler, type McpRequestContext, type McpServerFactory } from '@modelcontextprotocol/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { UnreadableBody } from '../edge/body-parser.ts'
import { isObject } from '#shared/exact-json.ts'

/**
 * The only connection of HTTP to the protocol library; it is stateless, so every request gets its own
 * server.
 */
export interface Endpoint {
  /** Answers a request; `extra` is handed to the factory, which finds it with `extraOf`. */
  answer(request: FastifyRequest, reply: FastifyReply, extra: Record<string, unknown>): Promise<FastifyReply>
  close(): Promise<void>
}

export function createEndpoint(factory: McpServerFactory, onError: (error: Error) => void): Endpoint {
  const handler = createMcpHandler(factory, { onerror: onError })
  return {
    async answer(request, reply, extra) {
      const { body } = request
      if (body instanceof UnreadableBody) return reply.code(400).send(parseError(body.sentence))
      const authInfo = { token: '', clientId: '', scopes: [], extra }
      const response = await handler.fetch(toWebRequest(request, reply), { authInfo, parsedBody: body })
      return isListening(body) ? reply.send(response) : sendWhole(reply, response)
    },
    close: () => handler.close(),
  }
}

export function extraOf({ authInfo }: McpRequestContext): Record<string, unknown> {
  return authInfo?.extra ?? {}
}

function toWebRequest({ method, url, headers, host }: FastifyRequest, reply: FastifyReply): Request {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  const pairs = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    (Array.isArray(value) ? value : [value ?? '']).map((one) => [name, one]),
  )
  return new Request(`http://${host}${url}`, { method, headers: pairs, signal: gone.signal })
}

function isListening(body: unknown): boolean {
  return isObject(body) && body['method'] === 'subscriptions/listen'
}

/**
 * Sends the answer in one piece, whose size counts among the large answers: no tool sends anything before
 * its result.
 */
async function sendWhole(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  reply.code(response.status).headers(Object.fromEntries(response.headers))
  return reply.send(Buffer.from(await response.arrayBuffer()))
}

function parseError(message: string): object {
  return { jsonrpc: '2.0', error: { code: -32700, message }, id: null }
}
