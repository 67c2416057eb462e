import { randomBytes, timingSafeEqual, randomUUID } from 'node:crypto'
import {
  createServer as createPlainServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer } from 'node:https'
import { isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { CatalogError } from '../../catalog/errors.ts'
import { isLoopbackName } from '../../network/network-options.ts'
import { listenAt, originOf, portOf } from '../../edge/host-and-origin.ts'
import { toEnvelope } from '../../edge/error-handler.ts'

/**
 * The data that other servers need to pass requests on. It is in the row of the lease, which only servers
 * that share the cluster can read.
 */
export interface PeerAccess {
  readonly origin: string
  readonly secret: string
  /** The self-signed certificate of the port; undefined on this computer alone. */
  readonly cert: string | undefined
  readonly host: string
  readonly publicOrigin: string
}

export const secretHeader = 'vitrine-forwarded'
/** The protocol that a connection is upgraded to when another server follows a workspace, whose id is the path. */
export const stepProtocol = 'vitrine-steps'
/** The status by which a server that does not serve refuses a request: nothing of it has been carried out. */
export const misdirected = 421

const validMs = 10 * 365 * 86_400_000

/**
 * The port for the other servers of a cluster, which need the secret in the lease. Its requests are
 * answered here or refused, so that none is passed on twice.
 */
export class PeerListener {
  readonly #secret = randomBytes(32).toString('base64url')
  readonly #host: string
  readonly #lines = new Set<Duplex>()
  #server: Server | undefined
  #cert: string | undefined
  #port: number | undefined
  #handler: () => RequestListener | undefined = () => undefined
  onFollow: ((workspaceId: string, socket: Duplex) => void) | undefined

  constructor(host: string) {
    this.#host = host
  }

  async open(port: number, handler: () => RequestListener | undefined): Promise<void> {
    this.#handler = handler
    const listener: RequestListener = (request, response) => this.#answer(request, response)
    const options = { requireHostHeader: false, maxHeaderSize: 96 * 1024, keepAliveTimeout: 72_000 }
    const server =
      isLoopbackName(this.#host) || this.#host.startsWith('127.')
        ? createPlainServer(options, listener)
        : createServer({ ...options, ...(await this.#certify()) }, listener)
    server.on('upgrade', (request: IncomingMessage, socket: Duplex) => this.#openLine(request, socket))
    await listenAt(server, this.#host, port)
    this.#server = server
    this.#port = portOf(server)
  }

  info(people: Pick<PeerAccess, 'host' | 'publicOrigin'>): PeerAccess {
    const origin = originOf(this.#cert === undefined ? 'http' : 'https', this.#host, this.#port ?? 0)
    return { origin, secret: this.#secret, cert: this.#cert, ...people }
  }

  /** Whether the request came by this port: known by its socket, since headers can be forged. */
  owns({ raw: { socket } }: FastifyRequest): boolean {
    return this.#port !== undefined && socket.localPort === this.#port
  }

  /** Ends the connections of followers, whose copies are not the newest from now on. */
  endLines(): void {
    this.onFollow = undefined
    for (const line of this.#lines) line.destroy()
  }

  close(): void {
    this.endLines()
    this.#server?.close()
    this.#server?.closeAllConnections()
  }

  #answer(...[request, response]: Parameters<RequestListener>): void {
    if (!this.#isKnown(request.headers[secretHeader]))
      return answerPlainly(
        response,
        new CatalogError('forbidden', 'This port is for servers of the same cluster.'),
      )
    delete request.headers[secretHeader]
    const handle = this.#handler()
    if (handle) handle(request, response)
    else answerMisdirected(response)
  }

  #openLine({ headers, url = '' }: IncomingMessage, socket: Duplex): void {
    socket.on('error', () => socket.destroy())
    const follow = this.onFollow
    if (!follow || !this.#isKnown(headers[secretHeader]) || headers.upgrade !== stepProtocol)
      return void socket.end('HTTP/1.1 421 Misdirected Request\r\nConnection: close\r\n\r\n')
    this.#lines.add(socket)
    socket.once('close', () => this.#lines.delete(socket))
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${stepProtocol}\r\n\r\n`,
    )
    follow(url.slice(1), socket)
  }

  #isKnown(given: string | string[] | undefined): boolean {
    const [left, right] = [Buffer.from(String(given)), Buffer.from(this.#secret)]
    return left.length === right.length && timingSafeEqual(left, right)
  }

  /** Makes a self-signed certificate: the others find it in the lease and accept no other. */
  async #certify(): Promise<{ readonly cert: string; readonly key: string }> {
    const { generate } = await import('selfsigned')
    const altNames = isIP(this.#host) ? [{ type: 7, ip: this.#host }] : [{ type: 2, value: this.#host }]
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'Vitrine' }], {
      keyType: 'ec',
      notAfterDate: new Date(Date.now() + validMs),
      extensions: [{ name: 'subjectAltName', altNames: altNames as never }],
    })
    this.#cert = cert
    return { cert, key }
  }
}

export function answerMisdirected(response: ServerResponse): void {
  response.writeHead(misdirected).end()
}

export function answerPlainly(response: ServerResponse, error: CatalogError, origin = ''): void {
  if (response.headersSent) return void response.destroy()
  const requestId = randomUUID()
  const body = JSON.stringify(toEnvelope(error, origin, requestId))
  if (error.retryAfterSeconds !== undefined) response.setHeader('retry-after', error.retryAfterSeconds)
  response
    .writeHead(error.status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'x-request-id': requestId,
    })
    .end(body)
}
