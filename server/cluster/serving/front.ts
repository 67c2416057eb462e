import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { loopbackHosts } from '../../network/network-options.ts'
import type { NetworkGuard } from '../../network/network-guard.ts'
import { listenAt, portOf } from '../../edge/host-and-origin.ts'
import { connectionsOfTeam } from '../../edge/rate-limit.ts'

type Listener = (...args: unknown[]) => void

// The events that an app listens to on a server; its listeners are removed when the app ends and the server stays.
const watched = [
  'connection',
  'secureConnection',
  'request',
  'connect',
  'checkExpectation',
  'clientError',
] as const
const options = {
  requireHostHeader: false,
  maxHeaderSize: 64 * 1024,
  requestTimeout: 300_000,
  keepAliveTimeout: 72_000,
}
const forwardedHeaders = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host'] as const

/**
 * The port of a server that shares its catalog with others. It stays open while its handler changes: the
 * app while this server has the lease, otherwise the forwarder to the server that has it.
 */
export class Front {
  readonly server: Server
  readonly #guard: NetworkGuard
  readonly #forward: RequestListener
  #handler: RequestListener | undefined
  #own = new Map<string, Listener[]>()

  constructor(guard: NetworkGuard, forward: RequestListener) {
    this.#guard = guard
    this.#forward = forward
    const { tls } = guard.dependencies
    const listener: RequestListener = (request, response) => this.#handle(request, response)
    this.server = tls
      ? createTlsServer({ ...options, cert: tls.cert, key: tls.key, minVersion: 'TLSv1.2' }, listener)
      : createServer(options, listener)
  }

  async listen(port: number, onError: (error: unknown) => void): Promise<void> {
    this.server.maxConnections = connectionsOfTeam.open
    this.#guard.watch(this.server, onError)
    const { host } = this.#guard.dependencies
    await listenAt(this.server, loopbackHosts[host] ?? host, port)
    for (const name of watched) this.#own.set(name, this.server.listeners(name) as Listener[])
  }

  get port(): number {
    return portOf(this.server)
  }

  /** Options for Fastify: use this server, and trust the forwarded headers that the front has left. */
  get serverOptions(): object {
    const { isProxy } = this.#guard.dependencies
    const trustProxy = (address: string, hop: number) => hop === 0 || isProxy?.(address) === true
    return { serverFactory: () => this.server, trustProxy }
  }

  get handler(): RequestListener | undefined {
    return this.#handler
  }

  attach(handler: RequestListener): void {
    this.#handler = handler
  }

  detach(): void {
    this.#handler = undefined
  }

  forget(): void {
    for (const name of watched)
      for (const listener of this.server.listeners(name) as Listener[])
        if (this.#own.get(name)?.includes(listener) !== true) this.server.off(name, listener)
  }

  async close(graceMs: number): Promise<void> {
    this.#guard.close()
    const grace = setTimeout(() => this.server.closeAllConnections(), graceMs)
    await new Promise((resolve) => this.server.close(resolve))
    clearTimeout(grace)
  }

  #handle(request: IncomingMessage, response: ServerResponse): void {
    if (!this.#isProxy(request)) forgetOrigin(request)
    const handle = this.#handler ?? this.#forward
    handle(request, response)
  }

  #isProxy({ socket: { remoteAddress = '' } }: IncomingMessage): boolean {
    return this.#guard.dependencies.isProxy?.(remoteAddress) === true
  }
}

/**
 * Removes forwarded headers, which the app trusts, unless the proxy or another server has set them. `via`
 * stays as a sign that some proxy was there.
 */
function forgetOrigin({ headers }: IncomingMessage): void {
  for (const name of forwardedHeaders) {
    if (headers[name] === undefined) continue
    delete headers[name]
    headers.via ??= 'unknown'
  }
}
