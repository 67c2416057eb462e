import type { Surface } from './api-document.ts'
import type { RouteFacts } from './collect-routes.ts'
import { errorsOf } from './error-answers.ts'
import type { AnswerDocs, OperationDocs, ParameterDocs } from './operation-docs.ts'
import { nameOfParameter } from './parameters.ts'
import { pathParameters } from './path-parameters.ts'
import { refine, toSchema } from './to-schema.ts'
import type { Json } from './spell-schema.ts'

/** One operation of the document. */
export function buildOperation(
  route: RouteFacts,
  docs: OperationDocs,
  { surface, origin }: { readonly surface: Surface; readonly origin: string },
): Json {
  const { scopes } = route
  return {
    operationId: docs.id,
    tags: [docs.tag],
    summary: route.summary,
    description: [
      docs.description ?? `${route.summary ?? ''}.`,
      surface === 'public' && (docs.access ?? tellScopes(scopes)),
    ]
      .filter(Boolean)
      .join('\n\n'),
    ...(scopes.length > 0 && { 'x-required-scopes': scopes }),
    security: [{ [surface === 'public' ? 'apiKey' : 'session']: scopes }],
    ...parametersOf(route, docs),
    ...bodyOf(route, docs),
    responses: {
      ...Object.fromEntries(
        Object.entries(docs.answers).map(([status, answer]) => [status, toAnswer(answer)]),
      ),
      ...errorsOf(docs, route.path, origin),
      ...(surface === 'public' && { 429: { $ref: '#/components/responses/RateLimited' } }),
    },
  }
}

function tellScopes(scopes: readonly string[]): string {
  return scopes.length === 0
    ? 'Any valid key will do.'
    : `Needs the scope ${scopes.map((scope) => `\`${scope}\``).join(' and ')}.`
}

function parametersOf({ path }: RouteFacts, { parameters = [] }: OperationDocs): Json {
  const own = new Set(parameters.filter((one) => one.in === 'path').map(({ name }) => name))
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name).filter((name) => !own.has(name))
  const all = [...inPath.map(toPathParameter), ...parameters.map(refer)]
  return all.length > 0 ? { parameters: all } : {}
}

function toPathParameter(name: string): Json {
  const parameter = pathParameters[name]
  if (parameter === undefined) throw new Error(`No path parameter ${name} is described.`)
  return { name, in: 'path', required: true, ...parameter, schema: toSchema(parameter.schema) }
}

function refer(parameter: ParameterDocs): Json {
  const name = nameOfParameter(parameter)
  return name === undefined ? toParameter(parameter) : { $ref: `#/components/parameters/${name}` }
}

/** A query parameter or header. */
export function toParameter({ in: place = 'query', schema, ...rest }: ParameterDocs): Json {
  return { ...rest, in: place, ...(place === 'path' && { required: true }), schema: toSchema(schema) }
}

function bodyOf({ body }: RouteFacts, { body: docs }: OperationDocs): Json {
  const schema = body ?? docs?.form
  if (schema === undefined || docs === undefined) return {}
  const { required, properties, examples } = docs
  const isRefined = required !== undefined || properties !== undefined
  const shown = Object.entries(examples).map(([name, value]) => [name, { value }])
  const content = {
    schema: isRefined ? refine(schema, { required, properties }) : toSchema(schema),
    examples: Object.fromEntries(shown),
  }
  const mediaType = body === undefined ? 'multipart/form-data' : 'application/json'
  return { requestBody: { required: true, content: { [mediaType]: content } } }
}

function toAnswer({
  description,
  schema,
  example,
  mediaType = 'application/json',
  location,
  etag,
}: AnswerDocs): Json {
  return {
    description,
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
      ...(location === true && { Location: { $ref: '#/components/headers/Location' } }),
      ...(etag === true && { ETag: { $ref: '#/components/headers/ETag' } }),
    },
    ...(schema !== undefined && {
      content: { [mediaType]: { schema: toSchema(schema), ...(example !== undefined && { example }) } },
    }),
  }
}
