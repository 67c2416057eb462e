import type { Route, Tag } from '#shared/routes/route.ts'
import type { Surface } from './api-document.ts'
import { buildOperation, toParameter } from './build-operation.ts'
import { sharedErrors } from './error-answers.ts'
import { sharedParameters } from './parameters.ts'
import type { Json } from './format-schema.ts'
import { namedSchemas } from './to-schema.ts'
/** The groups of the reference page, in its order. */
const tags: Readonly<Record<Tag, string>> = {
  Products: 'Products, their variants and their completeness.',
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
  Channels: 'Sales channels: what they ask of a product, and how far the catalog meets it.',
  Events: 'The change feed of the workspace.',
  Jobs: 'Long tasks, which are polled.',
  'Imports and exports': 'Files in and out, worked off by jobs.',
  Files: 'Bytes kept in the workspace, named by their SHA-256.',
  Description: 'This document.',
  Owner: 'What only the owner of the catalog does, with the session of the app.',
}

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

/** Of all components those that the paths refer to, directly or through others. */
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
