import Fastify, { type RouteOptions } from 'fastify'
import { ownerRoutes } from '../app/owner-routes.ts'
import { apiRoot } from '../edge/paths.ts'
import { ApiDocument, type Surface } from '../edge/openapi/api-document.ts'
import { publicApi } from '../http/public-api.ts'
import type { Services } from '../edge/services.ts'

const surfaces = {
  public: { prefix: apiRoot, routes: publicApi },
  owner: { prefix: '/app/v1', routes: ownerRoutes },
} as const

export async function readDocument(surface: Surface): Promise<{ text: string; routes: string[] }> {
  const app = Fastify()
  const { prefix, routes } = surfaces[surface]
  const found: string[] = []
  app.addHook('onRoute', ({ method, url, config }: RouteOptions) => {
    const path = url
      .slice(prefix.length)
      .replaceAll(/:(\w+)/g, '{$1}')
      .replace(/\*$/, '{path}')
    const methods = [method].flat().filter((one) => one !== 'HEAD' && one !== 'OPTIONS')
    if (config?.refusal !== true && config?.everyPath !== true)
      found.push(...methods.map((one) => `${one} ${path}`))
  })
  const document = new ApiDocument(surface, () => 'http://127.0.0.1:4417')
  app.register(routes, { prefix, services: { uploadsDir: '' } as Services, document })
  await app.ready()
  await app.close()
  return { text: await document.text(), routes: found.sort() }
}
