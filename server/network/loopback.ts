import type { IncomingHttpHeaders } from 'node:http'

export const loopbackHosts: Readonly<Record<string, string>> = {
  '127.0.0.1': '127.0.0.1',
  localhost: '127.0.0.1',
  '::1': '::1',
}

export function isLoopbackName(host: string): boolean {
  return Object.hasOwn(loopbackHosts, host)
}

const forwardingHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
] as const

interface Connection {
  readonly headers: IncomingHttpHeaders
  readonly raw: { readonly socket: { readonly remoteAddress?: string | undefined } }
}

/**
 * Whether a request comes from a program on this computer and not, through a proxy here, from another
 * computer.
 */
export function isDirect({ headers, raw: { socket } }: Connection): boolean {
  return isLoopback(socket.remoteAddress) && forwardingHeaders.every((name) => headers[name] === undefined)
}

export function isLoopback(address: string | undefined): boolean {
  return address === '::1' || /^(?:::ffff:)?127\./.test(address ?? '')
}
