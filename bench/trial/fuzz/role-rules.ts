/** Which role a request needs, by the row of the route that it reaches. */
import { hasRole, lowestRoleWith, type NeededRole, type Role } from '#shared/team.ts'
import type { Call } from './call.ts'
import type { PlannedRoute } from './route-plans.ts'

/** Who sends a request in a team. */
export type Sender = Role | 'administrator' | 'owner and administrator'

/** Finds the route that a method and a path reach, the exact one before one with parameters. */
export function createRouteMatch(routes: readonly PlannedRoute[]): (call: Call) => PlannedRoute | undefined {
  const patterns = routes.map((route) => {
    const [method = '', template = ''] = route.key.split(' ')
    const pattern = new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
    return { route, method, pattern, parameters: template.split('{').length }
  })
  const sorted = patterns.sort((one, other) => one.parameters - other.parameters)
  return ({ surface = 'api', method, path }) => {
    const asked = method === 'HEAD' ? 'GET' : method
    const [plain = ''] = path.split('?')
    return sorted.find(
      (one) => one.route.surface === surface && one.method === asked && one.pattern.test(plain),
    )?.route
  }
}

/** The role that a row asks for; of the public API, the lowest one that holds the scopes. */
export function neededRole({ surface, row }: PlannedRoute): NeededRole {
  if (row.role !== undefined) return row.role
  if (surface === 'app') return 'anyone'
  // What is sent by who may only propose is proposed.
  if (row.proposes || row.typeScope === 'propose') return 'contributor'
  if (row.typeScope === 'write') return 'editor'
  return row.scopes === undefined ? 'viewer' : lowestRoleWith(row.scopes)
}

/** Whether somebody is let in where that role is needed. */
export function mayEnter(sender: Sender, needed: NeededRole): boolean {
  if (needed === 'anyone' || sender === 'owner and administrator') return true
  if (needed === 'administrator') return sender === 'administrator'
  return sender !== 'administrator' && hasRole(sender, needed)
}
