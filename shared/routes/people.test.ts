import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import type { Route, RouteTable } from './route.ts'
import { teamRoutes, teamWorkspaceRoutes } from './people.ts'

const routes = Object.entries<Route>({ ...teamRoutes, ...teamWorkspaceRoutes } satisfies RouteTable)

test.each(routes)(
  '%s tells each status with an example that is one, and shows bodies that are some',
  (_key, route) => {
    const { answers, body } = route.docs()
    expect(Object.keys(answers)).toEqual(Object.keys(route.answers))
    for (const [status, schema] of Object.entries(route.answers)) {
      const [description, example] = answers[Number(status)] ?? ['']
      expect(description).not.toBe('')
      const isOne = schema === null ? example === undefined : Value.Check(schema, example)
      expect([example, isOne]).toEqual([example, true])
    }
    expect(body !== undefined).toBe(route.body !== undefined)
    for (const example of Object.values(body?.examples ?? {}))
      expect([example, route.body && Value.Check(route.body, example)]).toEqual([example, true])
  },
)

test('their names are their own', () => {
  expect(new Set(routes.map(([, { id }]) => id)).size).toBe(routes.length)
})
