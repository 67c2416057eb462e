import { type DuplicateRole, type DuplicateWay, duplicateWays } from '#shared/duplicates.ts'
import type { EntityType } from '#shared/entities.ts'
import { type Attribute, attributesOf, isReference } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'

/** Which attributes a search compares; a way whose attribute is missing finds nothing. */
export interface ComparedAttributes {
  readonly gtin?: Attribute | undefined
  readonly brand?: Attribute | undefined
  readonly mpn?: Attribute | undefined
  readonly title?: Attribute | undefined
  readonly sku_like?: Attribute | undefined
  readonly pictures: readonly Attribute[]
}

export type NamedAttributes = Partial<Readonly<Record<DuplicateRole, string | undefined>>>

/** The first that is there; behind the keys of this program those that files of others bring along. */
const usual: Readonly<Record<'gtin' | 'brand' | 'mpn' | 'title', readonly string[]>> = {
  gtin: ['gtin', 'ean', 'ean13', 'upc', 'barcode', 'isbn'],
  brand: ['brand', 'vendor', 'manufacturer'],
  mpn: ['mpn', 'manufacturer_part_number', 'part_number'],
  title: ['product_name', 'title', 'name'],
}

/** The attributes of a type that a search compares: those that are named, else those with the usual keys. */
export function comparedAttributes(
  db: ReadableDb,
  type: EntityType,
  named: NamedAttributes = {},
): ComparedAttributes {
  const { byKey, list, primary } = attributesOf(db, type)
  const find = (role: keyof typeof usual) => {
    const keys = named[role] === undefined ? usual[role] : [named[role]]
    return keys.map((key) => byKey.get(key)).find((found) => found && isComparable(found, role))
  }
  const brand = find('brand') ?? list.find((one) => refersTo(one, 'vendor'))
  const sku = named.sku_like === undefined ? primary : byKey.get(named.sku_like)
  const title = find('title') ?? (named.title === undefined && type !== 'product' ? primary : undefined)
  return {
    gtin: find('gtin'),
    brand,
    mpn: find('mpn'),
    title,
    sku_like: sku?.traits.shape === 'scalar' ? sku : undefined,
    pictures: list.filter(
      (one) => one.traits.media === 'image' && (named.picture === undefined || named.picture === one.key),
    ),
  }
}

/** Whether a way can compare values of an attribute: texts and numbers that entities hold, and of a brand the vendor. */
export function isComparable(attribute: Attribute, role: DuplicateRole): boolean {
  if (role === 'picture') return attribute.traits.media === 'image'
  if (role === 'brand' && isReference(attribute)) return true
  return attribute.traits.shape === 'scalar'
}

function refersTo({ traits, extras }: Attribute, type: EntityType): boolean {
  const { reference } = extras
  return traits.shape === 'reference' && reference !== null && 'type' in reference && reference.type === type
}

/** The ways that find nothing, because the type has no attribute for them. */
export function missingWays(attributes: ComparedAttributes): DuplicateWay[] {
  const { gtin, brand, mpn, title, sku_like: sku, pictures } = attributes
  const has: Readonly<Record<DuplicateWay, boolean>> = {
    gtin: gtin !== undefined,
    brand_mpn: brand !== undefined && mpn !== undefined,
    sku_like: sku !== undefined,
    title: title !== undefined,
    picture: pictures.length > 0,
  }
  return duplicateWays.filter((way) => !has[way])
}

/** Whether SKU and title are one attribute, which then says the same twice. */
export function areOneAttribute({ title, sku_like: sku }: ComparedAttributes): boolean {
  return title !== undefined && title.id === sku?.id
}
