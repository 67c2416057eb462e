import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../edge/services.ts'
import type { Metrics } from './metrics.ts'

/**
 * The measurements of a server. Nothing is loaded, counted or measured before the first request for them,
 * so that a desktop pays only one comparison per request. Counters of Prometheus may begin at any time.
 */
export class Monitor {
  #loading: Promise<Metrics> | undefined
  #metrics: Metrics | undefined

  count(request: FastifyRequest, reply: FastifyReply): void {
    this.#metrics?.count(request, reply)
  }

  /** The measurements as text in the format of Prometheus; they begin with the first call. */
  async read(
    services: Services,
    connections: () => Promise<number>,
  ): Promise<{ type: string; text: string }> {
    return (await this.start(services, connections)).read()
  }

  start(services: Services, connections: () => Promise<number>): Promise<Metrics> {
    return (this.#loading ??= this.#load(services, connections))
  }

  async #load(services: Services, connections: () => Promise<number>): Promise<Metrics> {
    const { Metrics } = await import('./metrics.ts')
    return (this.#metrics = new Metrics(services, connections))
  }
}
