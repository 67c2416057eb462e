import { Check } from 'typebox/schema'
import { expect, test } from 'vitest'
import type { AttributeDefinition } from '#shared/attributes.ts'
import { entityTypes } from '#shared/entities.ts'
import { exampleConfig } from '#shared/routes/attributes.ts'
import { seededRandom } from '../../random.ts'
import { neverAccepted, ownPlans } from './own-plans.ts'
import { createRouteMatch, mayEnter, neededRole, type Sender } from './role-rules.ts'
import { createRouteDeck, planCall, plannedRoutes } from './route-plans.ts'
import { World } from './world.ts'

const routes = plannedRoutes(true)
const placeOfRoute = ({ surface, key }: (typeof routes)[number]) => `${surface} ${key}`
const world = new World()
for (const entity_type of entityTypes)
  for (const [key, data_type] of [
    ['price', 'number'],
    ['vendor', 'entity_reference'],
    ['product_name', 'single_line_text_field'],
  ] as const)
    world.learnDefinition({
      ...(exampleConfig as unknown as AttributeDefinition),
      acceptable_values: [],
      entity_type,
      key,
      data_type,
    })

test('every route of both surfaces has a plan that reaches it, with a body of the form of its row', () => {
  const random = seededRandom(1)
  const match = createRouteMatch(routes)
  const faults: string[] = []
  for (const route of routes)
    for (let count = 0; count < 5; count += 1) {
      const call = planCall(random, world, route)
      const matched = match(call)
      if (matched !== route)
        faults.push(`${placeOfRoute(route)}: ${call.path} is that of ${matched?.key ?? 'none'}`)
      const hasBody = route.row.body !== undefined || route.row.form !== undefined
      if (hasBody !== (call.body !== undefined)) faults.push(`${placeOfRoute(route)}: a body or none`)
      if (route.row.body !== undefined && !Check(route.row.body, call.body))
        faults.push(`${placeOfRoute(route)}: ${JSON.stringify(call.body)} is not of the form of its row`)
    }
  expect(faults).toEqual([])
})

test('every route is drawn, and plans are for routes that there are', () => {
  const known = new Set(routes.map(placeOfRoute))
  const named = [...Object.keys(ownPlans), ...neverAccepted]
  expect(named.filter((path) => !known.has(path))).toEqual([])
  const random = seededRandom(1)
  const draw = createRouteDeck(routes)
  const drawn = new Set(Array.from({ length: 60_000 }, () => draw(random)))
  expect(routes.filter((route) => !drawn.has(route)).map(placeOfRoute)).toEqual([])
})

test.each<[string, string, Sender, boolean]>([
  ['api', 'GET /products', 'viewer', true],
  ['api', 'POST /products', 'contributor', false],
  ['api', 'PATCH /products/{id}', 'contributor', true],
  ['api', 'POST /attributes', 'editor', false],
  ['api', 'POST /entities/merge', 'manager', true],
  ['app', 'POST /trash', 'manager', false],
  ['app', 'POST /workspaces', 'owner', false],
  ['app', 'POST /workspaces', 'owner and administrator', true],
  ['app', 'GET /trash', 'administrator', false],
])('of %s %s, %s may do: %s', (surface, key, sender, may) => {
  const route = routes.find((one) => one.surface === surface && one.key === key)
  if (route === undefined) throw new Error(`There is no route ${key}.`)
  expect(mayEnter(sender, neededRole(route))).toBe(may)
})
