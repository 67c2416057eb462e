import type { RouteTable } from '#shared/routes/route.ts'
import { installationRoutes, publicRoutes, workspaceRoutes } from '#shared/routes/surfaces.ts'
import { apiRoot } from '../api-root.ts'
import type { Surface } from './api-document.ts'
import { buildDocument, type PlacedRoute } from './build-document.ts'
import type { Json } from './format-schema.ts'

const license = { name: 'MIT', identifier: 'MIT' }
const contact = {
  name: 'The Vitrine authors',
  email: 'hello@vitrine.example',
  url: 'https://vitrine.example',
}

const publicInfo = {
  title: 'Vitrine catalog API',
  version: '1.0.0',
  summary: 'Products, images, vendors, categories and data sources of one workspace, all of one shape.',
  description: `Every request carries \`Authorization: Bearer <API_KEY>\`; a key belongs to one workspace and sees nothing else.

Reads and writes are symmetric: a value that was read can be sent back as it is. Every write answers with the whole resource.
All faults of a request are reported together in \`field_errors\`.

- \`DELETE\` answers 403 \`forbidden\` on every path during the beta, whatever scopes the key holds.
- Unknown query parameters are refused.
- HEAD is answered on every path with a GET, and OPTIONS by \`Allow\`.
- Answers of 1 KiB and more are compressed with br or gzip for who asks for it.
- Requests of one key are limited: every answer carries \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\`, 429 also \`Retry-After\`.`,
  contact,
  license,
}

const ownerInfo = {
  title: 'Vitrine owner surface',
  version: '1.0.0',
  summary: 'What only the owner of the catalog does.',
  description: 'Takes the session of the app and nothing else: no API key opens it.',
  contact,
  license,
}

const apiKey = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'vtr_live_ and 40 letters or digits',
  description: 'An API key. Create one in Settings or with `vitrine key create`.',
}

const session = { type: 'http', scheme: 'bearer', description: 'The credential of the session of the app.' }

const surfaces = {
  public: {
    root: apiRoot,
    info: publicInfo,
    securitySchemes: { apiKey },
    routes: place(publicRoutes),
  },
  owner: {
    root: '/app/v1',
    info: ownerInfo,
    securitySchemes: { session },
    routes: [...place(workspaceRoutes, { namesWorkspace: true }), ...place(installationRoutes)],
  },
} as const

/** The document of a surface. */
export function describeSurface(surface: Surface, origin: string): Json {
  return buildDocument({ surface, origin, ...surfaces[surface] })
}

function place(table: RouteTable, { namesWorkspace = false } = {}): PlacedRoute[] {
  return Object.entries(table).map(([key, route]) => {
    const [method = '', path = ''] = key.split(' ')
    return { method, path, route, namesWorkspace }
  })
}
