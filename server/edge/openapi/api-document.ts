import type { FastifyInstance, FastifyReply } from 'fastify'
import { collectRoutes, type RouteFacts } from './collect-routes.ts'

/** What is told of one of the two surfaces of the server. */
export type Surface = 'public' | 'owner'

/**
 * The OpenAPI document of a surface. It is built with the first request for it: until then it costs the notes of the
 * registered routes and nothing else.
 */
export class ApiDocument {
  readonly #surface: Surface
  readonly #origin: () => string
  #routes: readonly RouteFacts[] = []
  #text: Promise<string> | undefined

  constructor(surface: Surface, origin: () => string) {
    this.#surface = surface
    this.#origin = origin
  }

  /** Takes every route into the document that is registered below `app` from now on. */
  collect(app: FastifyInstance): void {
    this.#routes = collectRoutes(app, { keepDeletes: this.#surface === 'owner' })
  }

  /** The document as JSON. */
  text(): Promise<string> {
    return (this.#text ??= this.#build())
  }

  async #build(): Promise<string> {
    const { describeSurface } = await import('./describe-surface.ts')
    return JSON.stringify(describeSurface(this.#surface, this.#routes, this.#origin()))
  }
}

/** Answers with the document. */
export async function sendDocument(reply: FastifyReply, document: ApiDocument): Promise<FastifyReply> {
  const text = await document.text()
  return reply.type('application/json; charset=utf-8').send(text)
}
