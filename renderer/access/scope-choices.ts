import { entityTypes, pluralOf } from '#shared/entities.ts'
import { scopes, type Scope } from '#shared/scopes.ts'
import { byLanguage, t } from '../ui/text.ts'

export type AccessPreset = 'read' | 'all' | 'custom'

/** The scopes of a preset, as `vitrine key create --scopes` has them. */
export const presetScopes: Readonly<Record<Exclude<AccessPreset, 'custom'>, readonly Scope[]>> = {
  read: scopes.filter((scope) => scope.startsWith('read:')),
  all: scopes,
}

export interface ScopeGroup {
  readonly name: string
  /** The scopes there are for it; deleting is disabled during the beta but can be granted. */
  readonly scopes: readonly Scope[]
}

const names = byLanguage((): Readonly<Record<string, string>> => ({ views: t('Grid views') }))

/** The scopes by resource, in the order of the taxonomy. */
export const scopeGroups: readonly ScopeGroup[] = [
  ...entityTypes.map((type): string => pluralOf[type]),
  'attributes',
  'views',
  'channels',
  'events',
  'jobs',
].map((resource) => ({
  name: names()[resource] ?? resource.charAt(0).toUpperCase() + resource.slice(1),
  scopes: scopes.filter((scope) => scope.endsWith(`:${resource}`)),
}))

/** The verb of a scope: `read`, `write` or `delete`. */
export function verbOf(scope: string): string {
  return scope.split(':')[0] ?? scope
}

/** What a key may do, in a few words. */
export function describeScopes(granted: readonly string[]): string {
  if (scopes.every((scope) => granted.includes(scope))) return t('Everything')
  if (sameSet(granted, presetScopes.read)) return t('Read everything')
  return scopeGroups
    .map((group) => ({ name: group.name, verbs: group.scopes.filter((scope) => granted.includes(scope)) }))
    .filter(({ verbs }) => verbs.length > 0)
    .map(({ name, verbs }) => `${name}: ${verbs.map(verbOf).join(', ')}`)
    .join(' · ')
}

function sameSet(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && others.every((scope) => some.includes(scope))
}
