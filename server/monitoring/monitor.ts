import type { Server } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../edge/services.ts'
import type { Metrics } from './metrics.ts'

/**
 * The measurements of a server. On a desktop nothing is loaded, counted or measured before the first request for them,
 * so that it pays only one comparison per request; a team's server begins with its start.
 */
export class Monitor {
  #loading: Promise<Metrics> | undefined
  #metrics: Metrics | undefined

  count(request: FastifyRequest, reply: FastifyReply): void {
    this.#metrics?.count(request, reply)
  }

  /** The measurements as text in the format of Prometheus; they begin with the first call. */
  async read(services: Services, server: Server): Promise<{ type: string; text: string }> {
    return (await this.start(services, server)).read()
  }

  start(services: Services, server: Server): Promise<Metrics> {
    return (this.#loading ??= this.#load(services, server))
  }

  async #load(services: Services, server: Server): Promise<Metrics> {
    const { Metrics } = await import('./metrics.ts')
    return (this.#metrics = new Metrics(services, server))
  }
}
