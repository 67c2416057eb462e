/**
 * A plan for every route of both surfaces, made of its row: ids in its path, its query, and an example
 * body of its documentation.
 */
import type { RouteTable, Route } from '#shared/routes/route.ts'
import { installationRoutes, publicRoutes, workspaceRoutes } from '#shared/routes/surfaces.ts'
import { teamRoutes, teamWorkspaceRoutes } from '#shared/routes/people.ts'
import type { Random } from '../../random.ts'
import { type Call, formCall, type Pair, type Surface, withQuery } from './call.ts'
import { fitSchema, type TextOf } from './fit-schema.ts'
import { listQuery } from './good-calls.ts'
import { parametersOf, typeOfPath, withKnownIds } from './known-ids.ts'
import { ownPlans } from './own-plans.ts'
import type { World } from './world.ts'

export interface PlannedRoute {
  readonly surface: Surface
  /** Such as `PATCH /views/{id}`. */
  readonly key: string
  readonly row: Route
}

/** Returns every route of both surfaces; those of people and accounts only for a team's server. */
export function plannedRoutes(isTeam: boolean): PlannedRoute[] {
  const team: RouteTable = isTeam ? { ...teamRoutes, ...teamWorkspaceRoutes } : {}
  const tables: readonly (readonly [Surface, RouteTable])[] = [
    ['api', publicRoutes],
    ['app', { ...installationRoutes, ...workspaceRoutes, ...team }],
  ]
  return tables.flatMap(([surface, table]) =>
    Object.entries(table).map(([key, row]) => ({ surface, key, row })),
  )
}

/** Draws routes by their share: some cost the server much, or create things that stay. */
export function createRouteDeck(routes: readonly PlannedRoute[]): (random: Random) => PlannedRoute {
  const deck = routes.flatMap((route) => {
    const { share = 1 } = ownPlans[`${route.surface} ${route.key}`] ?? {}
    return Array.from({ length: Math.round(share * 20) }, () => route)
  })
  return (random) => random.pick(deck)
}

export function planCall(random: Random, world: World, route: PlannedRoute): Call {
  const { body = () => exampleBody(random, world, route) } = ownPlans[`${route.surface} ${route.key}`] ?? {}
  return makeCall(random, world, route, body(random, world))
}

/** Returns a request whose body fits the schema of the row, with any content. */
export function fitCall(random: Random, world: World, route: PlannedRoute): Call {
  const { row, key } = route
  const { isAddress = false } = ownPlans[`${route.surface} ${key}`] ?? {}
  if (row.body === undefined || isAddress) return planCall(random, world, route)
  const textOf = textsOf(random, world, key)
  return makeCall(random, world, route, fitSchema(random, row.body, textOf))
}

function makeCall(random: Random, world: World, planned: PlannedRoute, body: unknown): Call {
  const { surface, key, row } = planned
  const [method = '', template = ''] = key.split(' ')
  const own = ownPlans[`${surface} ${key}`] ?? {}
  const given = own.path?.(random, world) ?? {}
  const path = parametersOf(template).reduce(
    (filled, { name, kind }) =>
      filled.replace(`{${name}}`, encodeURIComponent(given[name] ?? world.pick(random, kind))),
    template,
  )
  const query = own.query?.(random, world) ?? queryOf(random, world, planned)
  const call = {
    surface,
    route: key,
    method,
    path: withQuery(path, query),
    ...(own.isLast && { isLast: true }),
    ...(key.endsWith('/stream') && { isStream: true }),
  }
  if (row.form !== undefined) return { ...call, ...formCall(body as Readonly<Record<string, string>>) }
  return body === undefined ? call : { ...call, body }
}

function exampleBody(random: Random, world: World, { key, row }: PlannedRoute): unknown {
  const { body } = row.docs()
  if (body === undefined) return undefined
  const example = random.pick(Object.values(body.examples))
  return withKnownIds(random, world, example, typeOfBody(example) ?? typeOfPath(key.split(' ')[1] ?? ''))
}

function typeOfBody(body: unknown) {
  const { type } = body as { type?: unknown }
  return (['product', 'image', 'vendor', 'category', 'source'] as const).find((one) => one === type)
}

function queryOf(random: Random, world: World, { key, row }: PlannedRoute): Pair[] {
  const textOf = textsOf(random, world, key)
  const chosen = Object.entries(row.query ?? {}).filter(
    ([name, { presence }]) => presence === 'required' || (random.chance(0.3) && name !== 'cursor'),
  )
  const pairs = chosen.map(([name, { schema, example }]): Pair => {
    if (name === 'ids') return [name, idsOf(random, world, key)]
    if (name === 'snapshot') return [name, world.has('snapshot') ? world.pick(random, 'snapshot') : 'new']
    const isShown = example !== undefined && random.chance(0.7)
    const value = isShown
      ? withKnownIds(random, world, example, typeOfPath(key))
      : fitSchema(random, schema, textOf, name)
    return [name, Array.isArray(value) ? value.map(String).join(',') : String(value)]
  })
  const named = new Set(pairs.map(([name]) => name))
  const list = row.list === undefined ? [] : listQuery(random, world, typeOfPath(key.split(' ')[1] ?? ''))
  return [...pairs, ...list.filter(([name]) => !named.has(name))]
}

function idsOf(random: Random, world: World, key: string): string {
  const kind = key.includes('/passages') ? '/proposals' : 'product'
  return Array.from({ length: random.between(1, 3) }, () => world.pick(random, kind)).join(',')
}

function textsOf(random: Random, world: World, key: string): TextOf {
  const attribute = () => random.pick(world.definitions('product')).key
  const makers: Readonly<Record<string, () => string>> = {
    type: () => random.pick(['product', 'product', 'product', 'vendor', 'image', 'category', 'source']),
    entity_type: () => random.pick(['product', 'product', 'vendor']),
    id: () => world.pick(random, key.includes('proposals') ? '/proposals' : 'product'),
    ids: () => world.pick(random, 'product'),
    entity_id: () => world.pick(random, 'product'),
    parent_id: () => world.pick(random, 'product'),
    keep: () => world.pick(random, 'product'),
    merge: () => world.pick(random, 'product'),
    key: attribute,
    keys: attribute,
    attribute,
    attributes: attribute,
    columns: attribute,
    fields: attribute,
    sort: attribute,
    merge_key: () => 'sku',
    formula: () => random.pick(['{{price}} * 2', 'LEN({{sku}})', '1 /', '{{nope}}']),
    filter: () => 'filter[price][gt]=5',
    name: () => `Made ${random.below(1e6)}`,
    operator: () => random.pick(['eq', 'gt', 'exists', 'in']),
    op: () => random.pick(['eq', 'gt', 'exists', 'in']),
    file: () => world.newFile(random, '.bin'),
    folder: () => world.pick(random, 'folder'),
    images_folder: () => world.pick(random, 'folder'),
    base_url: () => 'http://127.0.0.1:1/v1',
    url: () => 'http://127.0.0.1:1/',
  }
  return (name) => (Object.hasOwn(makers, name) ? makers[name]?.() : undefined)
}
