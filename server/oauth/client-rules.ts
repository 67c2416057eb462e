import { isIP } from 'node:net'
import { errors } from 'oidc-provider'
import { fetchPage } from '../fetch/fetch-page.ts'
import { isPrivate } from '../fetch/private-addresses.ts'
import { scopes, type Scope } from '#shared/scopes.ts'

const loopbackNames: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]'])
const maxNameLength = 100
// Controls, line ends, marks of direction, invisible characters and tags; joiners stay, which some scripts
// and emoji need.
const hidden =
  /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/u

export function checkClient({ redirect_uris, client_name }: Readonly<Record<string, unknown>>): void {
  const uris = Array.isArray(redirect_uris) ? redirect_uris : []
  if (uris.length === 0)
    throw new errors.InvalidClientMetadata('redirect_uris must name at least one address')
  for (const uri of uris) if (!isAcceptableRedirect(String(uri))) throw refusedRedirect()
  if (typeof client_name === 'string' && client_name.length > maxNameLength)
    throw new errors.InvalidClientMetadata(`client_name must not be longer than ${maxNameLength} characters`)
  if (typeof client_name === 'string' && hidden.test(client_name))
    throw new errors.InvalidClientMetadata(
      'client_name must have no control characters, no invisible ones and none that turn the direction of text',
    )
}

/**
 * Accepts this computer at any port (RFC 8252), or a site over https; other schemes belong to whichever
 * app registers them.
 */
function isAcceptableRedirect(uri: string): boolean {
  const url = URL.parse(uri)
  if (!url || url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && loopbackNames.has(url.hostname))
}

function refusedRedirect(): Error {
  return new errors.InvalidClientMetadata(
    'redirect_uris must be https, or http on the loopback address (127.0.0.1, [::1] or localhost)',
  )
}

export function destinationOf(redirectUri: string): string {
  const { hostname, host } = new URL(redirectUri)
  return loopbackNames.has(hostname) ? 'this computer' : host
}

/**
 * Returns the name of a client: its own (unless it is deceptive, as older rules allowed), else the site of
 * its metadata document, else its id.
 */
export function nameOf({
  clientId,
  clientName,
}: {
  clientId: string
  clientName?: string | undefined
}): string {
  const shown = clientName !== undefined && hidden.test(clientName) ? '' : clientName?.trim()
  return shown || URL.parse(clientId)?.host || clientId
}

const documentTimeoutMs = 5000
const maxDocumentBytes = 64 * 1024

/**
 * Fetches a client's metadata document as a source's page is fetched: never from an address of this computer or its network.
 * A redirect is no document.
 */
export async function fetchClientDocument(address: string): Promise<Response> {
  if (isIP(new URL(address).hostname.replaceAll(/[[\]]/g, '')) !== 0)
    throw new Error('A client id is the address of a site with a name.')
  const { bytes, mediaType, url } = await fetchPage(address, {
    signal: AbortSignal.timeout(documentTimeoutMs),
    refuses: isPrivate,
    ignoresRobots: true,
    maxBytes: maxDocumentBytes,
  })
  if (url.href !== new URL(address).href) return new Response(null, { status: 302 })
  return new Response(new Uint8Array(bytes), { headers: { 'content-type': mediaType ?? '' } })
}

/** The scopes of an agent's request; without any all of them. */
export function askedScopes(scope: unknown): Scope[] {
  const asked = words(scope)
  return asked.length === 0 ? [...scopes] : scopes.filter((known) => asked.includes(known))
}

export function words(text: unknown): string[] {
  return typeof text === 'string' ? text.split(' ').filter((word) => word !== '') : []
}
