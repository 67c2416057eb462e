import type { Route } from '#shared/routes/route.ts'
import type { Surface } from './api-document.ts'
import { buildOperation, toParameter } from './build-operation.ts'
import { sharedErrors } from './error-answers.ts'
import { sharedParameters } from './parameters.ts'
import { tags } from './tags.ts'
import type { Json } from './spell-schema.ts'
import { namedSchemas } from './to-schema.ts'
import { findUsed } from './used-components.ts'

/** A row with its place. */
export interface PlacedRoute {
  readonly method: string
  /** Below the root of its document: `/products/{id}`. */
  readonly path: string
  readonly route: Route
  /** A header names the workspace. */
  readonly namesWorkspace: boolean
}

export interface DocumentParts {
  readonly surface: Surface
  readonly origin: string
  /** The path below which the routes lie. */
  readonly root: string
  readonly info: Json
  readonly securitySchemes: Json
  readonly routes: readonly PlacedRoute[]
}

/** The OpenAPI 3.1 document of some routes. */
export function buildDocument(parts: DocumentParts): Json {
  const { origin, root, info, securitySchemes, routes } = parts
  const paths: Record<string, Record<string, unknown>> = {}
  const groups = new Set<string>()
  for (const placed of routes) {
    groups.add(placed.route.tag ?? 'Owner')
    const path = (paths[placed.path] ??= {})
    path[placed.method.toLowerCase()] = buildOperation(placed, parts)
  }
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: origin + root, description: 'This computer.' }],
    security: Object.keys(securitySchemes).map((name) => ({ [name]: [] })),
    tags: Object.entries(tags)
      .filter(([name]) => groups.has(name))
      .map(([name, description]) => ({ name, description })),
    paths,
    components: { securitySchemes, ...findUsed(paths, allComponents(origin)) },
  }
}

function allComponents(origin: string): Readonly<Record<string, Json>> {
  return {
    schemas: namedSchemas(),
    parameters: Object.fromEntries(
      Object.entries(sharedParameters).map(([name, parameter]) => [name, toParameter(name, parameter)]),
    ),
    headers: {
      'X-Request-Id': {
        description: 'Names this request in the log, in events and in errors.',
        schema: { type: 'string', format: 'uuid' },
      },
      Location: { description: 'The path of what was made.', schema: { type: 'string' } },
      ETag: { description: 'Names this state, for If-None-Match.', schema: { type: 'string' } },
    },
    responses: sharedErrors(origin),
  }
}
