import { once } from 'node:events'
import {
  Agent,
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as plainRequest,
  type RequestOptions,
  type ServerResponse,
} from 'node:http'
import { Agent as TlsAgent, request as tlsRequest } from 'node:https'
import type { ConnectionOptions } from 'node:tls'
import type { NetworkGuard } from '../../network/network-guard.ts'
import type { PeerStatus } from './server-group.ts'
import { CatalogError, unavailable } from '../../catalog/errors.ts'
import { answerPlainly, type PeerAccess, misdirected, secretHeader } from './peer-listener.ts'
import { allowedHosts, originsOf } from '../../edge/host-and-origin.ts'
import { message } from '#shared/messages/message.ts'

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** The whole of a small body, which can be sent again; undefined for a body that is streamed. */
  readonly body: Buffer | undefined
  readonly until: number
}

/** How sending it has ended: answered, certainly not carried out, or perhaps carried out. */
type End = 'answered' | 'not done' | 'lost'

const patienceMs = 10_000
const connectMs = 2000
const smallBytes = 256 * 1024
const ofConnection = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  'http2-settings',
  secretHeader,
])

const ofIdentity = new Set([
  'authorization',
  'cookie',
  'vitrine-workspace',
  'host',
  'origin',
  'sec-fetch-site',
  'sec-fetch-mode',
  'via',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
  secretHeader,
])

export class Forwarder {
  readonly #guard: NetworkGuard
  readonly #ownPort: () => number
  readonly #onUnreached: () => void
  readonly #sent = new Set<ClientRequest>()
  readonly #waiting = new Set<() => void>()
  #peer: PeerAccess | undefined
  #agent: Agent | undefined

  constructor(guard: NetworkGuard, ownPort: () => number, onUnreached: () => void) {
    this.#guard = guard
    this.#ownPort = ownPort
    this.#onUnreached = onUnreached
  }

  /** Asks whether the server at this address answers soon; a closed port means that it is gone. */
  async probe(peer: PeerAccess, patienceMs: number): Promise<PeerStatus> {
    const { origin, cert } = peer
    const { promise, resolve } = Promise.withResolvers<PeerStatus>()
    const asked = requestOf(peer)(
      origin,
      { agent: false, timeout: patienceMs, ...trustOf(cert) },
      (answer) => {
        answer.resume()
        resolve('answers')
      },
    )
    asked.on('timeout', () => asked.destroy())
    asked.on('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'ECONNREFUSED' ? 'gone' : 'silent'),
    )
    asked.end()
    return promise
  }

  /**
   * Sends requests to another server from now on (perhaps this one), or nowhere. Unanswered requests to
   * the former one are given up.
   */
  leadTo(peer: PeerAccess | undefined): void {
    this.#peer = peer
    for (const sent of this.#sent) sent.destroy()
    this.#agent?.destroy()
    const options = { keepAlive: true, maxFreeSockets: 64 }
    this.#agent =
      peer &&
      (peer.cert === undefined ? new Agent(options) : new TlsAgent({ ...options, ...trustOf(peer.cert) }))
    for (const go of this.#waiting) go()
  }

  async handle(request: IncomingMessage, response: ServerResponse, sent?: Buffer): Promise<void> {
    try {
      this.#refusePlain(request)
      const body = sent ?? (await readSmall(request))
      await this.#pass({ request, response, body, until: performance.now() + patienceMs })
    } catch (error) {
      answerPlainly(response, error instanceof CatalogError ? error : unanswered(), this.#guard.origin)
    }
  }

  /** Begins a request of this server's own to the one that has the lease; undefined while that is unknown. */
  ask(
    path: string,
    { headers, ...options }: Omit<RequestOptions, 'headers'> & { headers: OutgoingHttpHeaders },
  ): ClientRequest | undefined {
    const peer = this.#peer
    if (!peer) return undefined
    const forwarded = { ...headers, [secretHeader]: peer.secret }
    return requestOf(peer)({
      ...options,
      ...wayBy(peer),
      path,
      agent: this.#agent ?? false,
      headers: forwarded,
    })
  }

  /** The headers that identify the caller, as they would be passed on with the request. */
  identityOf(request: IncomingMessage): Record<string, string | string[]> | undefined {
    this.#refusePlain(request)
    if (!this.#peer) return undefined
    const headers = this.#headersOf(request, this.#peer)
    return Object.fromEntries(Object.entries(headers).filter(([name]) => ofIdentity.has(name)))
  }

  close(): void {
    this.leadTo(undefined)
  }

  async #pass(exchange: Exchange): Promise<void> {
    const { request, response, body, until } = exchange
    for (;;) {
      if (response.destroyed) return
      const end = this.#peer ? await this.#send(exchange, this.#peer) : 'not done'
      if (end === 'answered') return
      if (response.headersSent) return void response.destroy()
      if (!mayRepeat(request, end)) throw unanswered()
      if (body === undefined || performance.now() > until) throw nobodyServes()
      await this.#news()
    }
  }

  async #news(): Promise<void> {
    await new Promise<void>((resolve) => {
      const go = () => {
        clearTimeout(timer)
        this.#waiting.delete(go)
        resolve()
      }
      const timer = setTimeout(go, 250)
      this.#waiting.add(go)
    })
  }

  #send({ request, response, body }: Exchange, peer: PeerAccess): Promise<End> {
    const { method, url: path } = request
    const headers = this.#headersOf(request, peer)
    const { promise, resolve } = Promise.withResolvers<End>()
    const sent = requestOf(peer)({ ...wayBy(peer), method, path, headers, agent: this.#agent })
    this.#sent.add(sent)
    let isConnected = false
    const begin = () => {
      isConnected = true
      if (body === undefined) request.pipe(sent)
      else sent.end(body)
    }
    sent.on('socket', (socket) => {
      if (!socket.connecting) return begin()
      const timer = setTimeout(() => sent.destroy(), connectMs)
      socket.once(peer.cert === undefined ? 'connect' : 'secureConnect', begin)
      for (const name of ['connect', 'close']) socket.once(name, () => clearTimeout(timer))
    })
    sent.on('response', (answer) => resolve(passBack(answer, response)))
    sent.on('error', () => {
      if (this.#peer === peer && !response.destroyed) this.#onUnreached()
      resolve(isConnected ? 'lost' : 'not done')
    })
    const leave = () => sent.destroy()
    response.once('close', leave)
    return promise.finally(() => {
      this.#sent.delete(sent)
      response.off('close', leave)
    })
  }

  #headersOf(
    request: IncomingMessage,
    { secret, host, publicOrigin }: PeerAccess,
  ): Record<string, string | string[]> {
    const headers: Record<string, string | string[]> = {}
    for (const [name, value] of Object.entries(request.headers))
      if (!ofConnection.has(name) && value !== undefined) headers[name] = value
    if (request.headers['transfer-encoding'] !== undefined) headers['transfer-encoding'] = 'chunked'
    const { remoteAddress = '' } = request.socket
    const isSecure = this.#guard.dependencies.tls !== undefined
    // The front has kept these headers only where the proxy has set them.
    headers['x-forwarded-for'] ??= remoteAddress
    headers['x-forwarded-proto'] ??= isSecure ? 'https' : 'http'
    headers[secretHeader] = secret
    return this.#guard.dependencies.publicUrl ? headers : this.#renamed(headers, { host, publicOrigin })
  }

  /** Without a public address servers on one computer differ by port, so Host and Origin are those of the other server. */
  #renamed(
    headers: Record<string, string | string[]>,
    { host, publicOrigin }: Pick<PeerAccess, 'host' | 'publicOrigin'>,
  ): Record<string, string | string[]> {
    const own = allowedHosts(this.#ownPort())
    if (own.has(String(headers['host']))) headers['host'] = host
    if (originsOf(own).has(String(headers['origin']))) headers['origin'] = publicOrigin
    return headers
  }

  #refusePlain({ headers, socket: { remoteAddress = '' } }: IncomingMessage): void {
    const { isProxy } = this.#guard.dependencies
    if (!isProxy) return
    const isFromProxy = isProxy(remoteAddress) && headers['x-forwarded-for'] !== undefined
    if (!isFromProxy || headers['x-forwarded-proto'] !== 'https') throw this.#guard.needsTls
  }
}

function requestOf({ cert }: PeerAccess): typeof tlsRequest {
  return cert === undefined ? plainRequest : tlsRequest
}

function wayBy({ origin }: PeerAccess): RequestOptions {
  const { hostname, port, protocol } = new URL(origin)
  return { protocol, host: hostname.replace(/^\[|\]$/g, ''), port }
}

function trustOf(cert: string | undefined): Pick<ConnectionOptions, 'ca' | 'checkServerIdentity'> {
  return cert === undefined ? {} : { ca: cert, checkServerIdentity: () => undefined }
}

function mayRepeat({ method }: IncomingMessage, end: End): boolean {
  return end === 'not done' || method === 'GET' || method === 'HEAD'
}

async function passBack(answer: IncomingMessage, response: ServerResponse): Promise<End> {
  if (answer.statusCode === misdirected) {
    answer.resume()
    return 'not done'
  }
  const headers = Object.entries(answer.headers).filter(([name]) => !ofConnection.has(name))
  response.writeHead(answer.statusCode ?? 502, Object.fromEntries(headers) as never)
  response.flushHeaders()
  answer.pipe(response)
  const ended = answer.readableEnded
    ? Promise.resolve()
    : Promise.race([once(answer, 'end'), once(answer, 'close')])
  await ended.catch(() => undefined)
  return answer.complete ? 'answered' : 'lost'
}

async function readSmall(request: IncomingMessage): Promise<Buffer | undefined> {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers
  if (coding !== undefined || Number(length ?? 0) > smallBytes) return undefined
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function unanswered(): CatalogError {
  return new CatalogError('internal_error', message('cluster.writer_not_confirmed'))
}

function nobodyServes(): CatalogError {
  return unavailable(message('cluster.no_server_answers'), 2)
}
