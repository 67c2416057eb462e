import { buildOperation, toParameter } from './build-operation.ts'
import type { RouteFacts } from './collect-routes.ts'
import { sharedErrors } from './error-answers.ts'
import type { OperationTable } from './operation-docs.ts'
import { sharedParameters } from './parameters.ts'
import { tags } from './tags.ts'
import { namedSchemas, type Json } from './to-schema.ts'

export interface DocumentParts {
  readonly origin: string
  /** The path below which the routes lie. */
  readonly root: string
  readonly info: Json
  readonly security: Json
  readonly routes: readonly RouteFacts[]
  readonly operations: OperationTable
}

/** The OpenAPI 3.1 document of the registered routes, as far as they are described; a test sees to it that all are. */
export function buildDocument(parts: DocumentParts): Json {
  const { origin, root, info, security, routes, operations } = parts
  const paths: Record<string, Record<string, unknown>> = {}
  const used = new Set<string>()
  for (const route of routes) {
    const docs = operations[`${route.method} ${route.path}`]
    if (docs === undefined) continue
    used.add(docs.tag)
    const path = (paths[toTemplate(route.path)] ??= {})
    path[route.method.toLowerCase()] = buildOperation(route, docs, origin)
  }
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: origin + root, description: 'This computer.' }],
    security: [{ apiKey: [] }],
    tags: Object.entries(tags)
      .filter(([name]) => used.has(name))
      .map(([name, description]) => ({ name, description })),
    paths,
    components: componentsOf(origin, security),
  }
}

function toTemplate(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}')
}

function componentsOf(origin: string, security: Json): Json {
  return {
    securitySchemes: { apiKey: security },
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
    },
    responses: sharedErrors(origin),
  }
}
