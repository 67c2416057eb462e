/**
 * Fetching one page for a source, guarded: http and https only, a few redirects, a limit in time and in size, and no
 * address of this computer or its network. Addresses are checked where the connection looks them up, so that a name
 * cannot point elsewhere by the time it is connected to.
 */
import { lookup as lookUpName, type LookupAddress } from 'node:dns'
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import type { Readable, Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { maxSourceBytes } from '#shared/sources.ts'
import { CatalogError } from '../../catalog/errors.ts'

export interface FetchOptions {
  readonly signal: AbortSignal
  readonly allowsPrivate: boolean
  readonly timeoutMs?: number
  readonly maxBytes?: number
}

export interface FetchedSource {
  readonly bytes: Buffer
  /** As the server tells it, with its parameters; undefined where it tells none. */
  readonly mediaType: string | undefined
  /** Where the last redirect led to. */
  readonly url: URL
}

const maxRedirects = 5
const defaultTimeoutMs = 30_000

/** Fetches a page; rejects with a sentence for people where that cannot be done. */
export async function fetchSource(address: string, options: FetchOptions): Promise<FetchedSource> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? defaultTimeoutMs)
  const signal = AbortSignal.any([options.signal, timeout])
  try {
    return await follow(new URL(address), { ...options, signal })
  } catch (error) {
    options.signal.throwIfAborted()
    if (timeout.aborted) throw unusable(`The page did not arrive in time: ${address}.`)
    if (error instanceof CatalogError) throw error
    throw unusable(
      `The page could not be fetched: ${error instanceof Error ? error.message : String(error)}.`,
    )
  }
}

function unusable(sentence: string): CatalogError {
  return new CatalogError('validation_failed', sentence)
}

async function follow(first: URL, options: FetchOptions): Promise<FetchedSource> {
  let url = first
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const response = await open(url, options)
    const { statusCode: status = 0, headers } = response
    const target = status >= 300 && status < 400 ? headers.location : undefined
    if (target === undefined) {
      if (status < 200 || status >= 300)
        throw unusable(`The server of the page answered ${status}: ${url.href}.`)
      return { bytes: await collect(response, options), mediaType: headers['content-type'], url }
    }
    response.destroy()
    url = new URL(target, url)
  }
  throw unusable(`The page redirects more than ${maxRedirects} times.`)
}

function open(url: URL, { signal, allowsPrivate }: FetchOptions): Promise<IncomingMessage> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw unusable(`Only http and https addresses are fetched, not ${url.protocol}`)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (!allowsPrivate && isIP(host) !== 0) refusePrivate(host)
  const headers = {
    accept: 'text/html, text/*;q=0.9, application/json;q=0.8, */*;q=0.1',
    'accept-encoding': 'gzip, deflate, br',
    'user-agent': 'Vitrine',
  }
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const options = { signal, headers, agent: false, ...(!allowsPrivate && { lookup: lookUpPublic }) }
    send(url, options, resolve).on('error', reject).end()
  })
}

/** As the look-up that connections make by themselves, but for addresses that nobody outside could reach. */
const lookUpPublic: LookupFunction = (hostname, options, callback) => {
  lookUpName(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return callback(error, '')
    try {
      for (const { address } of addresses) refusePrivate(address)
    } catch (refusal) {
      return callback(refusal as Error, '')
    }
    const [first] = addresses
    if (options.all) callback(null, addresses)
    else callback(null, first?.address ?? '', first?.family)
  })
}

const privateAddresses = new BlockList()
for (const [network, prefix, family] of [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['::', 96, 'ipv6'],
  ['64:ff9b::', 32, 'ipv6'],
  ['2001::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 9, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
] as const)
  privateAddresses.addSubnet(network, prefix, family)

function refusePrivate(address: string): void {
  // Mapped addresses (::ffff:…) are checked as the IPv4 addresses they stand for.
  if (!privateAddresses.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')) return
  throw unusable(`Addresses of this computer and its network are not fetched (${address}).`)
}

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

function decoded(response: IncomingMessage): Readable {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  if (encoding === 'identity') return response
  const decoder = Object.hasOwn(decoders, encoding) ? decoders[encoding]?.() : undefined
  if (!decoder) throw unusable(`The page comes in an encoding that is not known: ${encoding}.`)
  response.on('error', (error) => decoder.destroy(error))
  return response.pipe(decoder)
}

async function collect(
  response: IncomingMessage,
  { maxBytes = maxSourceBytes }: FetchOptions,
): Promise<Buffer> {
  const body = decoded(response)
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBytes)
        throw unusable(`The page is larger than ${Math.floor(maxBytes / 1024 / 1024)} MiB.`)
      chunks.push(chunk)
    }
  } finally {
    response.destroy()
  }
  return Buffer.concat(chunks)
}
