import type { FastifyInstance } from 'fastify'

/**
 * Answers OPTIONS on every path with a route by the methods that it takes, those left out that are only ever refused. Call it
 * before the routes are registered.
 */
export function offerOptions(app: FastifyInstance): void {
  const offered = new Map<string, Set<string>>()
  app.addHook('onRoute', function (this: FastifyInstance, { url, routePath, method, config }) {
    const known = offered.get(url)
    const methods = known ?? new Set(['OPTIONS'])
    offered.set(url, methods)
    if (config?.refusal !== true) for (const one of [method].flat()) methods.add(one)
    if (known === undefined)
      this.options(routePath, (_request, reply) => {
        reply
          .code(204)
          .header('allow', [...methods].sort().join(', '))
          .send()
      })
  })
}
