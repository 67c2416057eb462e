import type { IncomingHttpHeaders, Server } from 'node:http'
import type { Socket } from 'node:net'
import { CatalogError } from '../catalog/errors.ts'
import { type Dependencies, loadTls, type Tls, isLoopback } from './network-options.ts'
import { statSync } from 'node:fs'
import { Server as TlsServer } from 'node:tls'

/** An office shares one address: 200 people with six connections each are 1,200. */
const maxOfAddress = 1500
const defaultPort = 4417
const handshakeMs = 10_000

export interface GuardedRequest {
  readonly headers: IncomingHttpHeaders
  readonly protocol: string
  readonly raw: { readonly socket: Pick<Socket, 'remoteAddress'> }
}

/** Programs that write files renew certificates every few weeks. */
const lookEveryMs = 30_000

/**
 * Serves a renewed certificate without a restart; an unusable one is reported, and the last good one
 * remains.
 */
export class CertificateWatch {
  readonly #files: Tls['files']
  readonly #timer: NodeJS.Timeout
  #seen: string

  constructor({ files }: Tls, server: Server, onError: (error: unknown) => void, everyMs = lookEveryMs) {
    this.#files = files
    this.#seen = this.#look()
    this.#timer = setInterval(() => {
      if (this.#hasChanged()) this.#renew(server).catch(onError)
    }, everyMs).unref()
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #hasChanged(): boolean {
    const before = this.#seen
    this.#seen = this.#look()
    return this.#seen !== before
  }

  #look(): string {
    const files = [this.#files.cert, this.#files.key]
    return files.map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs).join()
  }

  async #renew(server: Server): Promise<void> {
    const { cert, key } = await loadTls(this.#files.cert, this.#files.key)
    if (server instanceof TlsServer) server.setSecureContext({ cert, key, minVersion: 'TLSv1.2' })
  }
}

/** Guards every route of a team's server: bounds connections, and requires TLS. */
export class NetworkGuard {
  readonly dependencies: Dependencies
  readonly #connections = new Map<string, number>()
  #watch: CertificateWatch | undefined

  constructor(dependencies: Dependencies) {
    this.dependencies = dependencies
  }

  get serverOptions(): object {
    const { tls, isProxy } = this.dependencies
    return {
      ...(tls && {
        https: { cert: tls.cert, key: tls.key, minVersion: 'TLSv1.2', handshakeTimeout: handshakeMs },
      }),
      ...(isProxy && { trustProxy: (address: string) => isProxy(address) }),
    }
  }

  /**
   * The port of an address without one is the default, and no other free port, since people rely on their
   * address.
   */
  get port(): number | undefined {
    return this.dependencies.publicUrl ? defaultPort : undefined
  }

  /** Sent with every answer, so that a browser never tries it without TLS again. */
  get headers(): Readonly<Record<string, string>> {
    const isSecure = this.dependencies.publicUrl?.protocol === 'https:'
    return isSecure ? { 'strict-transport-security': 'max-age=31536000' } : {}
  }

  watch(server: Server, onError: (error: unknown) => void): void {
    server.on('connection', (socket: Socket) => this.#limitConnection(socket))
    const { tls } = this.dependencies
    if (tls) this.#watch = new CertificateWatch(tls, server, onError)
  }

  close(): void {
    this.#watch?.close()
  }

  /**
   * Refuses requests that have not come through the proxy, where there is one. Returns 'over https' for
   * one without TLS. `isForAnybody` marks routes that monitors call without the proxy.
   */
  check(request: GuardedRequest, isForAnybody: boolean): 'over https' | undefined {
    const { isProxy } = this.dependencies
    if (!isProxy) return undefined
    if (!this.#isForwarded(request)) {
      if (isForAnybody) return undefined
      throw this.#notForwarded()
    }
    return request.protocol === 'https' ? undefined : 'over https'
  }

  get needsTls(): CatalogError {
    return new CatalogError('forbidden', `Nothing is answered without TLS. Use ${this.origin} instead.`)
  }

  get origin(): string {
    return this.dependencies.publicUrl?.origin ?? ''
  }

  #isForwarded({ headers, raw: { socket } }: GuardedRequest): boolean {
    const { remoteAddress } = socket
    const isFromProxy = remoteAddress !== undefined && this.dependencies.isProxy?.(remoteAddress) === true
    return isFromProxy && headers['x-forwarded-for'] !== undefined
  }

  #notForwarded(): CatalogError {
    return new CatalogError(
      'forbidden',
      `This server is reached by ${this.origin} alone. A proxy in front of it has to send X-Forwarded-For and X-Forwarded-Proto.`,
    )
  }

  #limitConnection(socket: Socket): void {
    const { remoteAddress: address } = socket
    if (address === undefined || isLoopback(address)) return
    const { isProxy } = this.dependencies
    if (isProxy) {
      if (!isProxy(address)) socket.destroy()
      return
    }
    const count = this.#connections.get(address) ?? 0
    if (count >= maxOfAddress) {
      socket.destroy()
      return
    }
    this.#connections.set(address, count + 1)
    socket.once('close', () => this.#release(address))
  }

  #release(address: string): void {
    const count = (this.#connections.get(address) ?? 1) - 1
    if (count === 0) this.#connections.delete(address)
    else this.#connections.set(address, count)
  }
}
