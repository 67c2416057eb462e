import { EventEmitter } from 'node:events'
import { request as requestHttp, type ClientRequest as NodeRequest, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { ClientRequest, ClientRequestConstructorOptions } from 'electron'
import type { Like } from './like.ts'

/** A request by Node's own HTTP. As Electron documents, a redirect that nobody follows ends the request. */
class StandInRequest extends EventEmitter implements Omit<Like<ClientRequest>, 'end'> {
  readonly #request: NodeRequest

  constructor(options: ClientRequestConstructorOptions) {
    super()
    const { protocol, hostname, port, path, method, headers } = options
    const send = protocol === 'https:' ? requestHttps : requestHttp
    this.#request = send({ protocol, hostname, port, path, method, headers } as object)
    this.#request.on('response', (response) => this.#take(response, options.method ?? 'GET'))
    this.#request.on('error', (error) => this.emit('error', error))
    this.#request.on('close', () => this.emit('close'))
  }

  end(): void {
    this.#request.end()
  }

  abort(): void {
    this.#request.removeAllListeners('error')
    this.#request.on('error', () => undefined)
    this.#request.destroy()
    this.emit('abort')
  }

  #take(response: IncomingMessage, method: string): void {
    const { statusCode = 0, headers } = response
    const isRedirect = statusCode >= 300 && statusCode < 400 && headers.location !== undefined
    if (isRedirect) this.emit('redirect', statusCode, method, headers.location, headers)
    else this.emit('response', response)
  }
}

export const net = {
  request: (options: ClientRequestConstructorOptions): StandInRequest => new StandInRequest(options),
}
