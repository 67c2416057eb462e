import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { Server as TlsServer } from 'node:tls'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { rateLimited } from '../catalog/errors.ts'

/** Of 200 people, each with the connections of a browser and their streams. */
export const connectionsOfTeam = { served: 3000, open: 6000 }

/** Each that is served takes up to 100 KB. Those beyond are told to come again, and even more are closed at once. */
const bounds = { served: 1000, open: 4000 }

/** Bounds the connections of a server. What it gives back refuses the requests of those that are too many (RATE-06). */
export function boundConnections(
  server: Server,
  { served: maxServed, open }: { readonly served: number; readonly open: number } = bounds,
): (request: FastifyRequest, reply: FastifyReply) => void {
  const refused = new WeakSet<Socket>()
  let served = 0
  server.maxConnections = open
  server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', (socket: Socket) => {
    if (served >= maxServed) {
      refused.add(socket)
      return
    }
    served += 1
    socket.once('close', () => (served -= 1))
  })
  return ({ raw }, reply) => {
    if (!refused.has(raw.socket)) return
    reply.header('connection', 'close')
    const most = maxServed.toLocaleString('en')
    throw rateLimited(
      `${most} connections are open already. Send several requests over one connection and fewer at once, then go on.`,
      1,
    )
  }
}
