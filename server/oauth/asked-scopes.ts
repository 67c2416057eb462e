import { scopes, type Scope } from '#shared/scopes.ts'

/** What an agent asks for of what there is; without a word all of it. */
export function askedScopes(scope: unknown): Scope[] {
  const asked = words(scope)
  return asked.length === 0 ? [...scopes] : scopes.filter((known) => asked.includes(known))
}

/** The words of a `scope` parameter. */
export function words(text: unknown): string[] {
  return typeof text === 'string' ? text.split(' ').filter((word) => word !== '') : []
}
