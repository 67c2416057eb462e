import { listParametersOf, type Parameter, type Parameters } from '#shared/routes/parameters.ts'
import type { AnswerDocs, Route, RouteDocs } from '#shared/routes/route.ts'
import type { Surface } from './api-document.ts'
import type { PlacedRoute } from './build-document.ts'
import { errorsOf } from './error-answers.ts'
import { isShared, pathParameters, workspaceParameter } from './parameters.ts'
import { refine, toSchema } from './to-schema.ts'
import type { Json } from './format-schema.ts'

/** One operation of the document. */
export function buildOperation(
  placed: PlacedRoute,
  { surface, origin }: { readonly surface: Surface; readonly origin: string },
): Json {
  const { route } = placed
  const { scopes = [], typeScope, summary } = route
  const docs = route.docs()
  return {
    operationId: route.id,
    tags: [route.tag ?? 'Owner'],
    summary,
    description: [
      docs.description ?? `${summary}.`,
      surface === 'public' && (docs.access ?? describeScopes(route)),
    ]
      .filter(Boolean)
      .join('\n\n'),
    ...(scopes.length > 0 && { 'x-required-scopes': scopes }),
    ...(typeScope !== undefined && { 'x-type-scope': typeScope }),
    security: [{ [surface === 'public' ? 'apiKey' : 'session']: scopes }],
    ...parametersOf(placed),
    ...bodyOf(route, docs),
    responses: {
      ...Object.fromEntries(
        Object.entries(route.answers).map(([status, schema]) => [
          status,
          toAnswer(docs.answers[Number(status)], schema),
        ]),
      ),
      ...errorsOf(route.issues, docs.conflicts, origin),
      ...(surface === 'public' && { 429: { $ref: '#/components/responses/RateLimited' } }),
    },
  }
}

function describeScopes({ scopes = [], typeScope }: Route): string {
  const named = scopes.map((scope) => `the scope \`${scope}\``)
  const ofType = typeScope && `the ${typeScope} scope of the type, such as \`${typeScope}:products\``
  const needed = [...named, ...(ofType === undefined ? [] : [ofType])]
  return needed.length === 0 ? 'Any valid key will do.' : `Needs ${needed.join(' and ')}.`
}

function parametersOf({ path, namesWorkspace, route }: PlacedRoute): Json {
  const { params, query = {}, headers = {}, list } = route
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']): [string, Parameter] => {
    const parameter = params?.[name] ?? pathParameters[name]
    if (parameter === undefined) throw new Error(`No path parameter ${name} is described.`)
    return [name, parameter]
  })
  const inHeaders = { ...(namesWorkspace && { 'Vitrine-Workspace': workspaceParameter }), ...headers }
  const inQuery: Parameters = typeof list === 'object' ? { ...query, ...listParametersOf(list) } : query
  const all = [
    ...inPath.map(([name, parameter]) => toParameter(name, parameter, 'path')),
    ...Object.entries(inHeaders).map(([name, parameter]) => toParameter(name, parameter, 'header')),
    ...Object.entries(inQuery).map(([name, parameter]) =>
      isShared(name, parameter) ? { $ref: `#/components/parameters/${name}` } : toParameter(name, parameter),
    ),
  ]
  return all.length > 0 ? { parameters: all } : {}
}

const styles: Readonly<Record<string, Json>> = {
  array: { style: 'form', explode: false },
  object: { style: 'deepObject', explode: true },
}

/** A parameter as the document shows it: lists are joined by commas, the members of an object stand in brackets. */
export function toParameter(
  name: string,
  { schema, presence, description, example }: Parameter,
  place: 'query' | 'header' | 'path' = 'query',
): Json {
  const shown = toSchema(schema)
  return {
    name,
    in: place,
    description,
    ...(presence === 'required' && { required: true }),
    ...styles[String(shown['type'])],
    schema: shown,
    ...(example !== undefined && { example }),
  }
}

function bodyOf({ body, form }: Route, { body: docs }: RouteDocs): Json {
  const schema = body ?? form
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

function toAnswer(docs: AnswerDocs | undefined, schema: Route['answers'][number] | undefined): Json {
  const [description, example, { location, etag, mediaType = 'application/json' } = {}] = docs ?? ['']
  return {
    description,
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
      ...(location === true && { Location: { $ref: '#/components/headers/Location' } }),
      ...(etag === true && { ETag: { $ref: '#/components/headers/ETag' } }),
    },
    ...(schema && {
      content: { [mediaType]: { schema: toSchema(schema), ...(example !== undefined && { example }) } },
    }),
  }
}
