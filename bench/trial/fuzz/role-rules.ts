/** The role that a request needs, by the row of its route. */
import { hasRole, lowestRoleWith, type NeededRole, type Role } from '#shared/team.ts'
import type { Call } from './call.ts'
import type { PlannedRoute } from './route-plans.ts'

export type Sender = Role | 'administrator' | 'owner and administrator'

/** Finds the route of a method and a path, the exact one before one with parameters. */
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

/** Returns the role that a row requires; for the public API, the lowest one that holds the scopes. */
export function neededRole({ surface, row }: PlannedRoute): NeededRole {
  if (row.role !== undefined) return row.role
  if (surface === 'app') return 'anyone'
  // Senders who may only propose are accepted here; their change becomes a proposal.
  if (row.proposes || row.typeScope === 'propose') return 'contributor'
  if (row.typeScope === 'write') return 'editor'
  return row.scopes === undefined ? 'viewer' : lowestRoleWith(row.scopes)
}

export function mayEnter(sender: Sender, needed: NeededRole): boolean {
  if (needed === 'anyone' || sender === 'owner and administrator') return true
  if (needed === 'administrator') return sender === 'administrator'
  return sender !== 'administrator' && hasRole(sender, needed)
}
