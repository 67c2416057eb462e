import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CatalogError } from '../catalog/errors.ts'
import { readCookie } from '../edge/authenticate.ts'
import { renderPage } from '../edge/page-shell.ts'
import type { Services } from '../edge/services.ts'

/** The exchange of a single-use ticket for the session cookie; the ticket never reaches the page or its history. */
export async function sessionRoutes(
  app: FastifyInstance,
  { services }: { services: Services },
): Promise<void> {
  const { session, address } = services

  app.get<{ Querystring: { ticket?: unknown } }>('/session', { config: { page: true } }, (request, reply) => {
    reply.header('cache-control', 'no-store')
    const { ticket } = request.query
    const cookie = typeof ticket === 'string' ? session.redeemTicket(ticket) : undefined
    if (cookie === undefined) return answerUsedTicket(request, reply)
    const { sessionCookie } = address()
    return reply
      .header('set-cookie', `${sessionCookie}=${cookie}; Path=/; HttpOnly; SameSite=Strict`)
      .redirect('/', 303)
  })

  function answerUsedTicket(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const cookie = readCookie(request.headers.cookie, address().sessionCookie)
    // The same link opened again in the browser that holds the session leads to the app.
    if (cookie !== undefined && session.isCookie(cookie)) return reply.redirect('/', 303)
    if (!request.headers.accept?.includes('text/html')) {
      throw new CatalogError('unauthorized', 'The ticket is unknown or has been used.')
    }
    return reply.code(401).type('text/html; charset=utf-8').send(usedTicket)
  }
}

const usedTicket = renderPage(
  'Link already used',
  `<h1>This link has been used</h1>
<p>Each address that Vitrine prints opens the app once. Start Vitrine again, or run <code>vitrine serve</code>, and open the
new address it prints.</p>`,
)
