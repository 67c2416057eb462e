import type { TeamRefusal } from '#shared/desktop-bridge.ts'
import { certificateMember } from '#shared/team-links.ts'

/** Where a team catalog is, as an address or an invitation tells. */
export interface TeamAddress {
  readonly origin: string
  /** What its window begins with: the address itself, or the invitation. */
  readonly url: string
  /** The one certificate that may answer, where the invitation names it. */
  readonly certificate?: string
}

const loopback = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** Reads what somebody typed or pasted; without a scheme it is encrypted. */
export function parseTeamAddress(text: string): TeamAddress | TeamRefusal {
  const url = parseUrl(text.trim())
  if (!url) return 'no_address'
  // What goes over a network in clear is read, and changed, by whoever stands in between.
  if (url.protocol === 'http:' && !loopback.has(url.hostname)) return 'not_encrypted'
  const certificate = new URLSearchParams(url.hash.slice(1)).get(certificateMember)
  return { origin: url.origin, url: url.href, ...(certificate !== null && { certificate }) }
}

/** An address of the web without a name and password in it. */
function parseUrl(typed: string): URL | undefined {
  const hasScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(typed)
  const address = hasScheme ? typed : `https://${typed}`
  if (typed === '' || /\s/.test(typed) || !URL.canParse(address)) return undefined
  const url = new URL(address)
  return ['http:', 'https:'].includes(url.protocol) && url.username === '' ? url : undefined
}
