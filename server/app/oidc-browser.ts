/** What the pages of single sign-on share: the cookie of the browser that began, and how they are sent. */
import type { FastifyReply } from 'fastify'
import type { SignInProvider } from '../access/team/sign-in-provider.ts'
import { CatalogError } from '../catalog/errors.ts'
import { escapeHtml, renderPage } from '../edge/page-shell.ts'
import type { Services } from '../edge/services.ts'

export interface OidcParts {
  readonly services: Services
  readonly provider: SignInProvider
}

/** The name of that cookie. */
export function browserCookie({ address }: Services): string {
  return `${address().sessionCookie}_oidc`
}

/** Ties the answer of the provider to the browser that asked; gone when it is back. */
export function setBrowserCookie(reply: FastifyReply, services: Services, value: string | undefined): void {
  const secure = services.address().origin.startsWith('https:') ? '; Secure' : ''
  const life = value === undefined ? 0 : 600
  reply.header(
    'set-cookie',
    `${browserCookie(services)}=${value ?? ''}; Path=/; Max-Age=${life}; HttpOnly${secure}; SameSite=Lax`,
  )
}

/** The page of who was not let in, with the reason. */
export function refusal(error: unknown): string {
  const reason =
    error instanceof CatalogError
      ? error.message
      : 'The answer of the provider does not belong to a sign-in that was begun in this browser a moment ago.'
  return renderPage(
    'Not signed in',
    `<h1>You are not signed in</h1>\n<p>${escapeHtml(reason)}</p>\n<p><a href="/">Back to the sign-in page</a></p>`,
  )
}

/** A form of it is sent with the origin of the server, which browsers leave out without a referrer. */
export function sendPage(reply: FastifyReply, status: number, page: string): FastifyReply {
  return reply
    .code(status)
    .headers({ 'referrer-policy': 'same-origin', 'x-frame-options': 'DENY' })
    .type('text/html; charset=utf-8')
    .send(page)
}
