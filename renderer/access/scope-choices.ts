import { entityTypes, pluralOf } from '#shared/entities.ts'
import { scopes, type Scope } from '#shared/scopes.ts'
import { typeTexts } from '../state/entity-types.ts'
import { cachedByLanguage, t } from '../ui/text.ts'

export type AccessPreset = 'read' | 'all' | 'custom'

export const presetScopes: Readonly<Record<Exclude<AccessPreset, 'custom'>, readonly Scope[]>> = {
  read: scopes.filter((scope) => scope.startsWith('read:')),
  all: scopes,
}

export interface ScopeGroup {
  readonly resource: string
  /** The available scopes; deleting is disabled during the beta but can be granted. */
  readonly scopes: readonly Scope[]
}

const names = cachedByLanguage((): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(entityTypes.map((type) => [pluralOf[type], typeTexts()[type].plural])),
  attributes: t('Attributes'),
  views: t('Grid views'),
  channels: t('Channels'),
  events: t('Events'),
  jobs: t('Jobs'),
}))

const verbs = cachedByLanguage((): Readonly<Record<string, string>> => ({
  read: t('read¦scope'),
  write: t('write¦scope'),
  propose: t('propose¦scope'),
  delete: t('delete¦scope'),
}))

export const scopeGroups: readonly ScopeGroup[] = [
  ...entityTypes.map((type): string => pluralOf[type]),
  'attributes',
  'views',
  'channels',
  'events',
  'jobs',
].map((resource) => ({
  resource,
  scopes: scopes.filter((scope) => scope.endsWith(`:${resource}`)),
}))

export function nameResource(resource: string): string {
  return names()[resource] ?? resource
}

export function nameVerb(verb: string): string {
  return verbs()[verb] ?? verb
}

export function verbOf(scope: string): string {
  return scope.split(':')[0] ?? scope
}

export function describeScopes(granted: readonly string[]): string {
  if (scopes.every((scope) => granted.includes(scope))) return t('Everything')
  if (sameSet(granted, presetScopes.read)) return t('Read everything')
  return scopeGroups
    .map(({ resource, scopes: all }) => ({ resource, held: all.filter((scope) => granted.includes(scope)) }))
    .filter(({ held }) => held.length > 0)
    .map(({ resource, held }) => `${nameResource(resource)}: ${held.map(verbOf).map(nameVerb).join(', ')}`)
    .join(' · ')
}

function sameSet(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && others.every((scope) => some.includes(scope))
}
