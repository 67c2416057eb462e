import type { FastifyInstance, FastifyReply } from 'fastify'
import { linkByPassword } from '../access/team/sign-in-elsewhere.ts'
import { CatalogError } from '../catalog/errors.ts'
import { readCookie } from '../edge/authenticate.ts'
import { escapeHtml, renderPage } from '../edge/page-shell.ts'
import { browserOf, setSessionCookie, teamOf } from './team-context.ts'
import type { SignInProvider } from '../access/team/sign-in-provider.ts'
import type { Services } from '../edge/services.ts'

const root = '/app/v1'
const link = '/oidc/link'

/** Takes the password of the account to which an identity is linked that its provider has just confirmed. */
export async function linkPage(app: FastifyInstance, { services, provider }: OidcParts): Promise<void> {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 8192 },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  )

  app.post(link, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const browser = readCookie(request.headers.cookie, browserCookie(services))
    const identity = provider.offered(browser)
    if (identity === undefined) return sendPage(reply, 403, refusal(undefined))
    const team = teamOf(services)
    try {
      const cookie = await linkByPassword(team, identity, readSecrets(request.body), browserOf(request))
      provider.forgetOffer(browser)
      setBrowserCookie(reply, services, undefined)
      setSessionCookie(reply, services, cookie)
      return reply.redirect('/', 303)
    } catch (error) {
      if (!(error instanceof CatalogError) || error.code === 'forbidden')
        return sendPage(reply, 403, refusal(error))
      return sendPage(
        reply,
        error.status,
        linkForm(provider.name, identity.verifiedEmail ?? '', error.message),
      )
    }
  })
}

function readSecrets(body: unknown): { password: string; code?: string } {
  const form = body instanceof URLSearchParams ? body : new URLSearchParams()
  const code = form.get('code')?.trim() ?? ''
  return { password: form.get('password') ?? '', ...(code !== '' && { code }) }
}

export function linkForm(provider: string, email: string, fault?: string): string {
  return renderPage(
    'Link your account',
    `<h1>Link your account</h1>
<p>There is an account with the e-mail <strong>${escapeHtml(email)}</strong> here. Type its password once; from then on you sign in with ${escapeHtml(provider)}.</p>
${fault === undefined ? '' : `<p class="fault" role="alert">${escapeHtml(fault)}</p>`}
<form method="post" action="${root + link}">
<input type="hidden" name="username" autocomplete="username" value="${escapeHtml(email)}">
<p><label>Password<br><input type="password" name="password" autocomplete="current-password" required autofocus></label></p>
<p><label>One-time code, if your account asks for one<br><input name="code" autocomplete="one-time-code"></label></p>
<p class="buttons"><button class="main">Link and sign in</button> <a href="/">Back to the sign-in page</a></p>
</form>`,
  )
}

export interface OidcParts {
  readonly services: Services
  readonly provider: SignInProvider
}

export function browserCookie({ address }: Services): string {
  return `${address().sessionCookie}_oidc`
}

export function setBrowserCookie(reply: FastifyReply, services: Services, value: string | undefined): void {
  const secure = services.address().origin.startsWith('https:') ? '; Secure' : ''
  const life = value === undefined ? 0 : 600
  reply.header(
    'set-cookie',
    `${browserCookie(services)}=${value ?? ''}; Path=/; Max-Age=${life}; HttpOnly${secure}; SameSite=Lax`,
  )
}

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
