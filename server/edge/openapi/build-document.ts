import type { Surface } from './api-document.ts'
import { buildOperation, toParameter } from './build-operation.ts'
import type { RouteFacts } from './collect-routes.ts'
import { sharedErrors } from './error-answers.ts'
import type { OperationTable } from './operation-docs.ts'
import { sharedParameters } from './parameters.ts'
import { tags } from './tags.ts'
import type { Json } from './spell-schema.ts'
import { namedSchemas } from './to-schema.ts'
import { findUsed } from './used-components.ts'

export interface DocumentParts {
  readonly surface: Surface
  readonly origin: string
  /** The path below which the routes lie. */
  readonly root: string
  readonly info: Json
  readonly securitySchemes: Json
  readonly routes: readonly RouteFacts[]
  readonly operations: OperationTable
}

/** The OpenAPI 3.1 document of the registered routes, as far as they are described; a test sees to it that all are. */
export function buildDocument(parts: DocumentParts): Json {
  const { origin, root, info, securitySchemes, routes, operations } = parts
  const paths: Record<string, Record<string, unknown>> = {}
  const groups = new Set<string>()
  for (const route of routes) {
    const docs = operations[`${route.method} ${route.path}`]
    if (docs === undefined) continue
    groups.add(docs.tag)
    const path = (paths[toTemplate(route.path)] ??= {})
    path[route.method.toLowerCase()] = buildOperation(route, docs, parts)
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

function toTemplate(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}')
}

function allComponents(origin: string): Readonly<Record<string, Json>> {
  return {
    schemas: namedSchemas(),
    parameters: Object.fromEntries(
      Object.entries(sharedParameters).map(([name, parameter]) => [name, toParameter(parameter)]),
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
