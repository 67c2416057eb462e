import { createServer, type Server } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { portOf, allowedHosts, originsOf } from './host-and-origin.ts'
import { answerBelowHandlers } from './error-handler.ts'

/**
 * The port for the command line of a team's server: a port of its own on the loopback address, for the
 * credential in the data folder. On the address of the team that credential is invalid, whoever forwards
 * it.
 */
export class CliListener {
  #server: Server | undefined
  #port: number | undefined
  #hosts: ReadonlySet<string> = new Set()

  async open(app: FastifyInstance): Promise<string> {
    const server = createServer((request, response) => app.routing(request, response))
    this.#server = server
    answerBelowHandlers(server, () => `http://127.0.0.1:${this.#port}`)
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(0, '127.0.0.1', resolve)
    })
    this.#port = portOf(server)
    this.#hosts = allowedHosts(this.#port)
    return `http://127.0.0.1:${this.#port}`
  }

  /** Whether the request came through this port: known by its socket, since headers can be forged. */
  owns({ raw: { socket } }: FastifyRequest): boolean {
    return this.#port !== undefined && socket.localPort === this.#port
  }

  get hosts(): ReadonlySet<string> {
    return this.#hosts
  }

  /**
   * The origins whose pages may call: no pages are served here, but a browser on this computer is refused
   * by the same rule.
   */
  get origins(): ReadonlySet<string> {
    return originsOf(this.#hosts)
  }

  close(): void {
    this.#server?.close()
    this.#server?.closeAllConnections()
  }
}
