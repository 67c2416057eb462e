import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../edge/services.ts'
import type { Metrics } from './metrics.ts'

/**
 * What is measured of a server. Nothing is loaded, counted or measured before somebody asks for the first time, so that a desktop, of
 * which nobody asks, pays one comparison a request. Counters of Prometheus may begin at any time.
 */
export class Monitor {
  #loading: Promise<Metrics> | undefined
  #metrics: Metrics | undefined

  /** Counts a request from now until its answer has been sent. */
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

  /** Begins to measure, once. */
  start(services: Services, connections: () => Promise<number>): Promise<Metrics> {
    return (this.#loading ??= this.#load(services, connections))
  }

  async #load(services: Services, connections: () => Promise<number>): Promise<Metrics> {
    const { Metrics } = await import('./metrics.ts')
    return (this.#metrics = new Metrics(services, connections))
  }
}
