import type { AttributeClass, EffectiveClasses } from '#shared/attribute-classes.ts'
import type { ClassColumns } from '../state/grid-layout.ts'
import { t } from '../ui/text.ts'

/**
 * The columns of a category: what its classes and those above it have, and what those of the categories below have where their
 * products are shown as well. Undefined where no class applies to the category itself.
 */
export function planClassColumns(
  effective: EffectiveClasses,
  classes: readonly AttributeClass[],
  categoryIds: readonly string[],
): ClassColumns | undefined {
  const applying = classes.filter(({ id }) => effective.classes.some((each) => each.id === id))
  if (applying.length === 0) return undefined
  const below = classes.filter(({ category_ids: ids }) => ids.some((id) => categoryIds.includes(id)))
  const keys = new Set([...applying, ...below].flatMap(({ attributes }) => attributes.map(({ key }) => key)))
  const required = effective.attributes.filter(({ requirement }) => requirement === 'required')
  return {
    names: applying.map(({ name }) => name),
    keys: [...keys],
    hidden: new Set(effective.hidden.filter((key) => !keys.has(key))),
    required: new Set(required.map(({ key }) => key)),
  }
}

/** Whether two plans come to the same columns. */
export function isSamePlan(one: ClassColumns, other: ClassColumns): boolean {
  return textOf(one) === textOf(other)
}

function textOf({ names, keys, hidden, required }: ClassColumns): string {
  return JSON.stringify([names, keys, [...hidden], [...required]])
}

/** The classes as a sentence names them: `Seats`, `Seats and Sofas`, `Seats and 2 more`. */
export function nameClasses([first = '', second, ...others]: readonly string[]): string {
  if (second === undefined) return first
  return others.length === 0
    ? t('{first} and {second}', { first, second })
    : t('{first} and {count} more', { first, count: others.length + 1 })
}
