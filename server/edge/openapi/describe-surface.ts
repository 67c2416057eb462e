import type { RouteTable, Route, Tag, AnswerDocs, RouteDocs } from '#shared/routes/route.ts'
import { installationRoutes, publicRoutes, workspaceRoutes } from '#shared/routes/surfaces.ts'
import { apiRoot } from '../paths.ts'
import type { Surface } from './api-document.ts'
import { type Json, namedSchemas, refine, toSchema } from './to-schema.ts'
import { nameShapes } from './name-shapes.ts'
import { sharedErrors, errorsOf } from './error-answers.ts'
import {
  listParametersOf,
  type Parameter,
  type Parameters,
  listQuery,
  wait,
  optional,
  required,
} from '#shared/routes/parameters.ts'
import { Type } from 'typebox'
import {
  exampleBackupId,
  exampleCode,
  exampleGrantId,
  exampleHash,
  exampleId,
  exampleKeyId,
  exampleWorkspaceId,
} from '#shared/routes/examples.ts'
import { dataOf } from '#shared/routes/route.ts'
import { Job } from '#shared/schemas/jobs.ts'
import { ChannelKeySchema } from '#shared/schemas/channels.ts'
import { Uuid } from '#shared/schemas/entities.ts'

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
- A write of entities names in \`Vitrine-Edit-Id\` the edit that \`POST /edits/{edit_id}/undo\` takes back.
- A POST or PATCH with an \`Idempotency-Key\` is done once, however often it is sent within a day: after a lost connection or a 500 send it again with the same key.
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

const tags: Readonly<Record<Tag, string>> = {
  Products: 'Products and their completeness. Variants are products with a parent.',
  Variants: 'The variants of a product, and the axes by which they differ.',
  Images: 'Images: entities with the keys that the workspace defines for them.',
  Vendors: 'Vendors, which products refer to.',
  Categories: 'Categories, a tree through `parent_id`.',
  Sources: 'Sources of data. They are created by a job and have neither upsert nor batch.',
  Attributes: 'The schema of the workspace: which keys an entity type has and what they hold.',
  Edits:
    'Many values in one transaction, over a list of edits or over everything that matches a filter; both can be undone.',
  Proposals: 'Values that wait until somebody accepts or rejects them, each with what it rests on.',
  Quality: 'Rules of quality, what they find, and the score that follows.',
  Comments: 'What people say to each other about entities and cells.',
  Notes: 'Notes and to-dos that people and scripts leave on entities and cells.',
  Duplicates: 'Entities that may be one and the same, and entities merged into one.',
  Aliases: 'Spellings that lead to an entity or a value, left by merges and made by people.',
  Channels: 'Sales channels: what they ask of a product, and how far the catalog meets it.',
  Events: 'The change feed of the workspace.',
  Feeds: 'Files that a workspace takes in or gives out by itself, and the connections that they use.',
  Webhooks: 'Subscriptions: changes are sent to an address as they happen.',
  Automations: 'What is done by itself: on changes, on schedules, or on demand.',
  Jobs: 'Long tasks, which are polled.',
  'Imports and exports': 'Files in and out, worked off by jobs.',
  Files: 'Bytes kept in the workspace, named by their SHA-256.',
  Description: 'This document.',
  Owner: 'What only the owner of the catalog does, with the session of the app.',
}

interface RouteAtPath {
  readonly method: string
  /** The path below the root of its document: `/products/{id}`. */
  readonly path: string
  readonly route: Route
  readonly namesWorkspace: boolean
}

interface DocumentParts {
  readonly surface: Surface
  readonly origin: string
  readonly root: string
  readonly info: Json
  readonly securitySchemes: Json
  readonly routes: readonly RouteAtPath[]
}

function buildOperation(
  placed: RouteAtPath,
  { surface, origin }: { readonly surface: Surface; readonly origin: string },
): Json {
  const { route } = placed
  const { scopes = [], typeScope, summary } = route
  const docs = route.docs()
  const takesKey = surface === 'public' && keyedMethods.has(placed.method)
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
    ...parametersOf(placed, takesKey),
    ...bodyOf(route, docs),
    responses: responsesOf(route, docs, { surface, origin, takesKey }),
  }
}

function responsesOf(
  route: Route,
  docs: RouteDocs,
  { surface, origin, takesKey }: Pick<DocumentParts, 'surface' | 'origin'> & { readonly takesKey: boolean },
): Json {
  const answers = Object.entries(route.answers).map(([status, schema]) => [
    status,
    toAnswer(docs.answers[Number(status)], schema),
  ])
  return {
    ...(route.mayWait && { 200: toAnswer(['The job has ended.'], dataOf(Job)) }),
    ...Object.fromEntries(answers),
    ...errorsOf(route.issues, conflictsOf(docs, takesKey), origin),
    ...(surface === 'public' && { 429: { $ref: '#/components/responses/RateLimited' } }),
  }
}

function describeScopes({ scopes = [], typeScope }: Route): string {
  const named = scopes.map((scope) => `the scope \`${scope}\``)
  const ofType = typeScope && `the ${typeScope} scope of the type, such as \`${typeScope}:products\``
  const needed = [...named, ...(ofType === undefined ? [] : [ofType])]
  return needed.length === 0 ? 'Any valid key will do.' : `Needs ${needed.join(' and ')}.`
}

const pathParameters: Parameters = {
  id: required(Uuid, 'The UUID, in any case.', exampleId),
  key: required(Type.String({ pattern: '^[a-z][a-z0-9_]{0,63}$' }), 'The key.', 'price'),
  channel: required(ChannelKeySchema, 'The key of a channel.', 'shopify'),
  edit_id: required(Uuid, 'What an edit answered as `edit_id`.', exampleId),
  hash: required(
    Type.String({ pattern: '^[0-9a-fA-F]{64}(\\.[a-zA-Z0-9]+)?$' }),
    'The SHA-256 of the bytes, in hexadecimal digits, with or without the extension that the path in a value has.',
    exampleHash,
  ),
  code: required(Type.String(), 'The code that the page of the agent shows, in any case.', exampleCode),
  grantId: required(Type.String(), 'The id of a grant.', exampleGrantId),
  backupId: required(Type.String(), 'The id of a backup.', exampleBackupId),
  keyId: required(Uuid, 'The id of an API key.', exampleKeyId),
}

const workspaceParameter = required(Uuid, 'The id of the workspace.', exampleWorkspaceId)

const sharedParameters: Parameters = listQuery

const idempotencyKey = optional(
  Type.String({ minLength: 1, maxLength: 255 }),
  'A text of your own, such as a UUID. Within a day the same request with it is answered as the first one, with `Idempotency-Replayed: true`, and changes nothing more.',
)

function isShared(name: string, parameter: Parameter): boolean {
  return sharedParameters[name] === parameter
}

const keyedMethods: ReadonlySet<string> = new Set(['POST', 'PATCH'])

const keyConflict =
  'The `Idempotency-Key` was sent with another request, or that request is still being done.'

function conflictsOf({ conflicts }: RouteDocs, takesKey: boolean): string | undefined {
  if (!takesKey) return conflicts
  return conflicts === undefined ? keyConflict : `${conflicts} Or: ${keyConflict}`
}

function parametersOf({ path, namesWorkspace, route }: RouteAtPath, takesKey: boolean): Json {
  const { params, headers = {}, list, mayWait } = route
  const query = mayWait ? { ...route.query, wait } : (route.query ?? {})
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
    ...(takesKey ? [{ $ref: '#/components/parameters/Idempotency-Key' }] : []),
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

/**
 * Describes a parameter for the document: lists are joined by commas, the members of an object are in
 * brackets.
 */
function toParameter(
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

function bodyOf({ body, form, bodyIsOptional }: Route, { body: docs }: RouteDocs): Json {
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
  return { requestBody: { required: !bodyIsOptional, content: { [mediaType]: content } } }
}

function toAnswer(docs: AnswerDocs | undefined, schema: Route['answers'][number] | undefined): Json {
  const [description, example, { location, etag, edit, mediaType = 'application/json' } = {}] = docs ?? ['']
  return {
    description,
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
      ...(location === true && { Location: { $ref: '#/components/headers/Location' } }),
      ...(etag === true && { ETag: { $ref: '#/components/headers/ETag' } }),
      ...(edit === true && { 'Vitrine-Edit-Id': { $ref: '#/components/headers/Vitrine-Edit-Id' } }),
    },
    ...(schema && {
      content: { [mediaType]: { schema: toSchema(schema), ...(example !== undefined && { example }) } },
    }),
  }
}

function buildDocument(parts: DocumentParts): Json {
  const { origin, root, info, securitySchemes, routes } = parts
  const paths: Record<string, Record<string, unknown>> = {}
  const groups = new Set<string>()
  for (const placed of routes) {
    groups.add(placed.route.tag ?? 'Owner')
    const path = (paths[placed.path] ??= {})
    path[placed.method.toLowerCase()] = buildOperation(placed, parts)
  }
  const { paths: shown, schemas } = nameShapes(paths, namedSchemas())
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: origin + root, description: 'This computer.' }],
    security: Object.keys(securitySchemes).map((name) => ({ [name]: [] })),
    tags: Object.entries(tags)
      .filter(([name]) => groups.has(name))
      .map(([name, description]) => ({ name, description })),
    paths: shown,
    components: { securitySchemes, ...findUsed(shown, allComponents(origin, schemas)) },
  }
}

function allComponents(origin: string, schemas: Json): Readonly<Record<string, Json>> {
  return {
    schemas,
    parameters: {
      ...Object.fromEntries(
        Object.entries(sharedParameters).map(([name, parameter]) => [name, toParameter(name, parameter)]),
      ),
      'Idempotency-Key': toParameter('Idempotency-Key', idempotencyKey, 'header'),
    },
    headers: {
      'X-Request-Id': {
        description:
          'Names this request in the log, in events and in errors: what the request sent, of up to 100 visible characters, or a new id.',
        schema: { type: 'string' },
      },
      Location: { description: 'The path of what was made.', schema: { type: 'string' } },
      ETag: { description: 'Names this state, for If-None-Match.', schema: { type: 'string' } },
      'Vitrine-Edit-Id': {
        description:
          'The edit that the request wrote: `POST /edits/{edit_id}/undo` takes it back. Absent where nothing was changed.',
        schema: { type: 'string' },
      },
    },
    responses: sharedErrors(origin),
  }
}

function findUsed(paths: Json, components: Readonly<Record<string, Json>>): Readonly<Record<string, Json>> {
  const used = new Set<string>()
  const pending: unknown[] = [paths]
  while (pending.length > 0) {
    for (const [, kind = '', name = ''] of JSON.stringify(pending.pop()).matchAll(reference)) {
      if (used.has(`${kind}/${name}`)) continue
      used.add(`${kind}/${name}`)
      pending.push(components[kind]?.[name])
    }
  }
  return Object.fromEntries(
    Object.entries(components).map(([kind, members]) => [
      kind,
      Object.fromEntries(Object.entries(members).filter(([name]) => used.has(`${kind}/${name}`))),
    ]),
  )
}

const reference = /"\$ref":"#\/components\/(\w+)\/([\w-]+)"/g

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

export function describeSurface(surface: Surface, origin: string): Json {
  return buildDocument({ surface, origin, ...surfaces[surface] })
}

function place(table: RouteTable, { namesWorkspace = false } = {}): RouteAtPath[] {
  return Object.entries(table).map(([key, route]) => {
    const [method = '', path = ''] = key.split(' ')
    return { method, path, route, namesWorkspace }
  })
}
