import { toAttributeKey } from '#shared/attribute-key.ts'
import { holdsReferences } from '#shared/attributes.ts'
import type { Attribute } from '../../store/tables/attributes.ts'
import { fits } from './field-values.ts'
import { names } from './templates/attribute-names.ts'
import type { TemplateField } from './templates/template.ts'

/**
 * Finds the attribute that fills a field by key or name, best synonym first; attributes that belong to the channel come
 * before the others, those of other channels never count.
 */
export function fieldMapper(
  attributes: readonly Attribute[],
  channel: string,
): (field: TemplateField) => Attribute | undefined {
  const own = byName(attributes.filter(({ extras }) => extras.channel === channel))
  const common = byName(attributes.filter(({ extras }) => extras.channel === null))
  const category = names.category.flatMap((key) => common.get(key) ?? []).find(isCategory)
  return (field) =>
    firstFitting(field, own) ?? firstFitting(field, common) ?? (field.ofCategories ? category : undefined)
}

function isCategory({ extras: { reference }, traits }: Attribute): boolean {
  return holdsReferences(traits) && reference !== null && 'type' in reference && reference.type === 'category'
}

function byName(attributes: readonly Attribute[]): ReadonlyMap<string, Attribute> {
  const byName = attributes.map((attribute) => [toAttributeKey(attribute.name), attribute] as const)
  const byKey = attributes.map((attribute) => [attribute.key, attribute] as const)
  // Later entries win: a key says more than a name, and the first of two like names more than the second.
  return new Map([...byName.reverse(), ...byKey])
}

function firstFitting(
  field: TemplateField,
  attributes: ReadonlyMap<string, Attribute>,
): Attribute | undefined {
  return field.from.flatMap((name) => attributes.get(name) ?? []).find((attribute) => fits(field, attribute))
}
