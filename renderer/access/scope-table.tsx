import { t, cachedByLanguage } from '../ui/text.ts'
import { entityTypes, pluralOf } from '#shared/entities.ts'
import { scopes, type Scope } from '#shared/scopes.ts'
import { typeTexts } from '../state/entity-types.ts'

const verbs = ['read', 'write', 'propose', 'delete']

interface ScopeTableProps {
  scopes: readonly string[]
  offered?: readonly string[]
  error: string | undefined
  onChange: (scopes: string[]) => void
}

export function ScopeTable({ scopes, offered, error, onChange }: ScopeTableProps) {
  const groups = scopeGroups
    .map(({ resource, scopes: all }) => ({
      resource,
      scopes: all.filter((scope) => offered?.includes(scope) ?? true),
    }))
    .filter((group) => group.scopes.length > 0)
  return (
    <div className="scope-table">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('Scope')}</th>
            {verbs.map((verb) => (
              <th key={verb} scope="col">
                {nameVerb(verb)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={group.resource}>
              <th scope="row">{nameResource(group.resource)}</th>
              {verbs.map((verb) => (
                <td key={verb}>
                  <ScopeBox
                    scope={group.scopes.find((candidate) => verbOf(candidate) === verb)}
                    scopes={scopes}
                    onChange={onChange}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {error !== undefined && (
        <p className="ui-field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

interface ScopeBoxProps extends Pick<ScopeTableProps, 'scopes' | 'onChange'> {
  scope: string | undefined
}

function ScopeBox({ scope, scopes, onChange }: ScopeBoxProps) {
  if (scope === undefined) return null
  return (
    <input
      type="checkbox"
      aria-label={scope}
      checked={scopes.includes(scope)}
      onChange={({ target: { checked } }) =>
        onChange(checked ? [...scopes, scope] : scopes.filter((other) => other !== scope))
      }
    />
  )
}

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
  automations: t('Automations'),
}))

const verbNames = cachedByLanguage((): Readonly<Record<string, string>> => ({
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
  'automations',
].map((resource) => ({
  resource,
  scopes: scopes.filter((scope) => scope.endsWith(`:${resource}`)),
}))

function nameResource(resource: string): string {
  return names()[resource] ?? resource
}

function nameVerb(verb: string): string {
  return verbNames()[verb] ?? verb
}

function verbOf(scope: string): string {
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
