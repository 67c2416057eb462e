import { storedTypeOf } from '#shared/semantic-types.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { type Attribute, type AttributeSet, attributesOf } from '../../store/tables/attributes.ts'
import type { EntityRow } from '../../store/tables/entities.ts'
import { isSameValue, ownValues, type Values } from '../entities/current-values.ts'

// A number of one article would be wrong on the product above it.
const numbers: readonly unknown[] = ['sku', 'gtin', 'mpn', 'handle']

/** The values that all of some products hold themselves and share, by the keys of their attributes. */
export function sharedValues(db: ReadableDb, rows: readonly EntityRow[]): Values {
  const attributes = attributesOf(db, 'product')
  const candidates = attributes.list.filter(isShareable)
  const keys = candidates.map(({ key }) => key)
  const [first, ...others] = rows.map((row) => ownValues(db, row, attributes, keys))
  if (!first) return {}
  const shared = candidates.filter((attribute) => {
    const value = first[attribute.key]
    return value !== null && others.every((other) => isSameValue(attribute, other[attribute.key], value))
  })
  return Object.fromEntries(shared.map(({ key }) => [key, first[key]]))
}

function isShareable({ key, isPrimary, traits, extras }: Attribute): boolean {
  const type = extras.semantic_type ?? storedTypeOf(key)
  const isOfOne = isPrimary || extras.constraints.unique === true || numbers.includes(type)
  return traits.writable && !isOfOne && extras.inheritance_mode !== 'rollup_from_children'
}

/** Which of the moved values the variants give up: those that they then inherit. The others keep theirs. */
export function clearedKeys({ byKey }: AttributeSet, moved: readonly string[]): string[] {
  return moved.filter((key) => {
    const extras = byKey.get(key)?.extras
    return extras?.inheritance_mode === 'inherit_from_parent' && extras.constraints.required !== true
  })
}
