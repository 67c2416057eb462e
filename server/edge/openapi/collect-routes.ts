import type { FastifyInstance, RouteOptions } from 'fastify'
import type { TSchema } from 'typebox'
import type { Scope } from '#shared/scopes.ts'

/** What a registered route says of itself. */
export interface RouteFacts {
  readonly method: string
  /** Below the root of its document, as registered: `/products/:id`. */
  readonly path: string
  readonly summary: string | undefined
  readonly scopes: readonly Scope[]
  readonly body: TSchema | undefined
}

/**
 * Notes every route that is registered below `app` from now on. Those that exist only to be refused are left
 * out; in the public API that is every DELETE.
 */
export function collectRoutes(app: FastifyInstance, { keepDeletes }: { keepDeletes: boolean }): RouteFacts[] {
  const routes: RouteFacts[] = []
  const root = app.prefix
  app.addHook('onRoute', (route) => {
    if (route.config?.refusal === true || (route.method === 'DELETE' && !keepDeletes)) return
    routes.push(toFacts(route, root))
  })
  return routes
}

function toFacts({ method, url, schema, config }: RouteOptions, root: string): RouteFacts {
  return {
    method: String(method),
    path: url.slice(root.length),
    summary: schema?.summary,
    scopes: config?.scopes ?? [],
    body: schema?.body as TSchema | undefined,
  }
}
