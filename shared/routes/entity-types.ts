import { pluralOf, type EntityType } from '../entities.ts'
import type { Method, Route, Tag } from './route.ts'

export type EntityRoutes<
  K extends string,
  T extends EntityType,
> = K extends `${infer Before}{plural}${infer After}` ? `${Before}${(typeof pluralOf)[T]}${After}` : never

/**
 * Makes a row, or a handler, for each of some types. `{plural}` in the key is replaced by the plural of
 * the type.
 */
export function forEachType<T extends EntityType, K extends `${Method} /{plural}${string}`, R>(
  types: readonly T[],
  key: K,
  make: (type: T) => R,
) {
  const made = types.map((type) => [key.replace('{plural}', pluralOf[type]), make(type)])
  return Object.fromEntries(made) as { readonly [P in EntityRoutes<K, T>]: R }
}

export function rowForEachType<
  T extends EntityType,
  K extends `${Method} /{plural}${string}`,
  R extends Route,
>(types: readonly T[], key: K, toRow: (type: T) => R) {
  return forEachType(types, key, toRow)
}

const tagOf = {
  product: 'Products',
  image: 'Images',
  vendor: 'Vendors',
  category: 'Categories',
  source: 'Sources',
} as const satisfies Record<EntityType, Tag>

export function toTag(type: EntityType): Tag {
  return tagOf[type]
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
