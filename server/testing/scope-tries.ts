import { type Scope, scopes as allScopes } from '#shared/scopes.ts'
import type { TestServer } from './test-server.ts'

interface ScopeTry {
  readonly scopes: readonly Scope[]
  readonly isEnough: boolean
}

/**
 * Returns sets of scopes that prove the needed ones: all unneeded scopes are tried together, and each on
 * its own only in the long tests.
 */
export function scopeTries(needed: readonly Scope[]): ScopeTry[] {
  const instead = needed.includes('propose:products') ? (['write:products'] as const) : []
  const allBut = (left: readonly Scope[]) =>
    allScopes.filter((scope) => ![...left, ...instead].includes(scope))
  const refused = needed.length > 1 ? needed.flatMap((scope) => [[scope], allBut([scope])]) : []
  return [
    { scopes: needed.length > 0 ? needed : ['read:events'], isEnough: true },
    { scopes: allBut(needed), isEnough: needed.length === 0 },
    ...refused.map((scopes) => ({ scopes, isEnough: false })),
    ...instead.map((scope) => ({ scopes: [scope], isEnough: true })),
  ]
}

export function keysByScopes(server: TestServer, workspaceId: string) {
  const made = new Map<string, Promise<string>>()
  return (scopes: readonly Scope[]): Promise<string> => {
    const name = scopes.join()
    const key = made.get(name) ?? server.issueKey(scopes, workspaceId)
    made.set(name, key)
    return key
  }
}
