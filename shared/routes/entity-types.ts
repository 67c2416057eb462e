import { pluralOf, type EntityType } from '../entities.ts'
import type { Method, Route, Tag } from './route.ts'

/** A key with the plurals of some types in the place of `{plural}`. */
export type EntityRoutes<
  K extends string,
  T extends EntityType,
> = K extends `${infer Before}{plural}${infer After}` ? `${Before}${(typeof pluralOf)[T]}${After}` : never

/** One shape, many types: a row, or a handler, for each of some. `{plural}` in the key stands for the plural of the type. */
export function forEachType<T extends EntityType, K extends `${Method} /{plural}${string}`, R>(
  types: readonly T[],
  key: K,
  make: (type: T) => R,
) {
  const made = types.map((type) => [key.replace('{plural}', pluralOf[type]), make(type)])
  return Object.fromEntries(made) as { readonly [P in EntityRoutes<K, T>]: R }
}

/** The row of a route for each of some types. */
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

/** The group of an entity type. */
export function toTag(type: EntityType): Tag {
  return tagOf[type]
}

/** The text with a capital letter, for operationIds. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
