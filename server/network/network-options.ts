/** The network of a team's server: its port, its public address, and the proxy in between. */
import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { BlockList, isIP } from 'node:net'
import { createSecureContext } from 'node:tls'
import type { IncomingHttpHeaders } from 'node:http'

export interface NetworkOptions {
  readonly host?: string | undefined
  readonly publicUrl?: string | undefined
  readonly tlsCert?: string | undefined
  readonly tlsKey?: string | undefined
  readonly behindProxy?: string | undefined
}

export interface Tls {
  readonly cert: string
  readonly key: string
  readonly files: { readonly cert: string; readonly key: string }
}

export interface Dependencies {
  readonly host: string
  readonly publicUrl: URL | undefined
  readonly tls: Tls | undefined
  readonly isProxy: ((address: string) => boolean) | undefined
}

export class NetworkError extends Error {
  override name = 'NetworkError'
}

/**
 * Checks the network of a team's server. Throws NetworkError with the remedy: beyond this computer TLS is
 * required.
 */
export async function dependenciesOf(options: NetworkOptions): Promise<Dependencies> {
  const { host = '127.0.0.1', behindProxy } = options
  const publicUrl = options.publicUrl === undefined ? undefined : parsePublicUrl(options.publicUrl)
  const isProxy = behindProxy === undefined ? undefined : parseProxies(behindProxy)
  const tls = await readTls(options)
  if (tls && isProxy) throw twice()
  if (tls || isProxy) checkProtected(publicUrl, tls)
  else checkUnprotected(publicUrl, host)
  return { host, publicUrl, tls, isProxy }
}

function checkProtected(publicUrl: URL | undefined, tls: Tls | undefined): void {
  if (!publicUrl) throw needsPublicUrl()
  if (publicUrl.protocol !== 'https:') throw needsHttps(publicUrl)
  if (tls) checkCertificate(tls, publicUrl)
}

function checkUnprotected(publicUrl: URL | undefined, host: string): void {
  if (!isLoopbackName(host)) throw unprotected(host)
  if (publicUrl) throw needsTls(publicUrl)
}

function twice(): NetworkError {
  return new NetworkError(
    'Either this server does TLS (--tls-cert, --tls-key) or the proxy does (--behind-proxy), not both.',
  )
}

function needsPublicUrl(): NetworkError {
  return new NetworkError(
    'Say under which address people open the catalog: --public-url https://catalog.example.',
  )
}

function unprotected(host: string): NetworkError {
  return new NetworkError(
    `On ${host} other computers reach this server, so that passwords need TLS: name --tls-cert and --tls-key, or say by --behind-proxy which addresses the proxy has that does it.`,
  )
}

function needsHttps({ host }: URL): NetworkError {
  return new NetworkError(`The public address has to begin with https: --public-url https://${host}.`)
}

function needsTls({ origin }: URL): NetworkError {
  return new NetworkError(
    `Nobody serves ${origin} yet: name --tls-cert and --tls-key, or say by --behind-proxy which addresses the proxy has that does TLS.`,
  )
}

function parsePublicUrl(text: string): URL {
  const url = URL.parse(text)
  const isAddress = url !== null && /^https?:$/.test(url.protocol)
  if (!isAddress || url.href !== `${url.origin}/`)
    throw new NetworkError(
      `--public-url takes an address without a path, such as https://catalog.example, not "${text}".`,
    )
  return url
}

const cidrForm = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i

function parseProxies(text: string): (address: string) => boolean {
  const list = new BlockList()
  for (const part of text.split(',')) addProxy(list, part.trim())
  return (address) => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
    const version = isIP(plain)
    return version !== 0 && list.check(plain, version === 6 ? 'ipv6' : 'ipv4')
  }
}

function addProxy(list: BlockList, text: string): void {
  const [, address = '', bits] = cidrForm.exec(text) ?? []
  const version = isIP(address)
  const longest = version === 6 ? 128 : 32
  const prefix = bits === undefined ? longest : Number(bits)
  if (version === 0 || prefix > longest)
    throw new NetworkError(
      `--behind-proxy takes addresses such as 127.0.0.1 or 172.16.0.0/12, with commas between them, not "${text}".`,
    )
  if (prefix === 0)
    throw new NetworkError(
      `--behind-proxy ${text} would trust every computer. Name the addresses of the proxy alone.`,
    )
  list.addSubnet(address, prefix, version === 6 ? 'ipv6' : 'ipv4')
}

async function readTls({ tlsCert, tlsKey }: NetworkOptions): Promise<Tls | undefined> {
  if (tlsCert === undefined && tlsKey === undefined) return undefined
  if (tlsCert === undefined || tlsKey === undefined)
    throw new NetworkError(
      'TLS needs both files: --tls-cert with the certificate and --tls-key with its private key.',
    )
  return loadTls(tlsCert, tlsKey)
}

export async function loadTls(certFile: string, keyFile: string): Promise<Tls> {
  const [cert, key] = await Promise.all([readPem(certFile, '--tls-cert'), readPem(keyFile, '--tls-key')])
  try {
    createSecureContext({ cert, key })
  } catch (error) {
    throw new NetworkError(
      `The certificate ${certFile} and the key ${keyFile} cannot be used together: they have to be PEM files of one pair.`,
      { cause: error },
    )
  }
  return { cert, key, files: { cert: certFile, key: keyFile } }
}

async function readPem(file: string, option: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new NetworkError(
      `The file of ${option}, ${file}, cannot be read. Name one that this user may read.`,
      {
        cause: error,
      },
    )
  }
}

/** Refuses an expired certificate or one for another name, as a browser would. */
function checkCertificate({ cert }: Tls, { hostname }: URL): void {
  const certificate = new X509Certificate(cert)
  const name = hostname.replace(/^\[|\]$/g, '')
  const names = isIP(name) === 0 ? certificate.checkHost(name) : certificate.checkIP(name)
  if (names === undefined)
    throw new NetworkError(
      `The certificate of --tls-cert is not for ${name}, which people open by --public-url.`,
    )
  if (certificate.validToDate.getTime() < Date.now())
    throw new NetworkError(
      `The certificate of --tls-cert was valid until ${certificate.validTo}. Get a new one.`,
    )
}

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
