import type { DataTypeTraits } from '#shared/attributes.ts'
import type { Attribute } from '../../store/tables/attributes.ts'

/** The texts of a variant by the keys of its attributes. */
export interface VariantTexts {
  readonly texts: ReadonlyMap<string, readonly string[]>
}

// Shopify takes no longer option value, and longer texts describe more than a choice.
const maxLength = 100
const optionLike = /colou?r|size|material|style|pattern|finish|flavou?r|scent|length|width|volume|capacity/

interface AxisChoice {
  readonly own: readonly Attribute[]
  readonly candidates: readonly Attribute[]
  readonly most: number
}

/**
 * The attributes by which the variants of a product are told apart: those that were set for it, and further
 * candidates only as far as these leave variants alike. Undefined where all together leave some alike.
 */
export function chooseAxes(
  variants: readonly VariantTexts[],
  { own, candidates, most }: AxisChoice,
): readonly Attribute[] | undefined {
  const chosen = own.filter((attribute) => hasTextEverywhere(variants, attribute)).slice(0, most)
  const ranked = candidates.filter((attribute) => !own.includes(attribute)).sort((a, b) => rank(a) - rank(b))
  for (const attribute of ranked) {
    const kinds = Math.max(1, countKinds(variants, chosen))
    if (chosen.length === most || countKinds(variants, chosen) === variants.length) break
    const isFurther =
      hasTextEverywhere(variants, attribute) && countKinds(variants, [...chosen, attribute]) > kinds
    if (isFurther) chosen.push(attribute)
  }
  return countKinds(variants, chosen) < variants.length ? undefined : chosen
}

/** The attributes that can be an axis: of a choice, a line of text, or a number without bounds. */
export function axisCandidates(attributes: readonly Attribute[], taken: ReadonlySet<string>): Attribute[] {
  return attributes.filter(
    ({ key, traits, isPrimary }) => !isPrimary && !taken.has(key) && distinguishes(traits),
  )
}

export function distinguishes({ layout, options, family, shape, bounds }: DataTypeTraits): boolean {
  const isQuantity = family === 'number' && shape === 'scalar' && Object.keys(bounds).length === 0
  return layout === 'line' || options === 'required' || isQuantity
}

export function isOptionLike({ key }: Attribute): boolean {
  return optionLike.test(key)
}

export function axisText({ texts }: VariantTexts, key: string): string {
  return (texts.get(key) ?? []).join(', ').trim()
}

interface AxisValues {
  readonly attribute: Attribute
  readonly values: readonly string[]
}

/**
 * The variants as they are, unless their values then stand in another order than that of an axis: they come
 * in the order of the first axis, of the second, and so on.
 */
export function inAxisOrder<Variant extends VariantTexts>(
  variants: readonly Variant[],
  axes: readonly AxisValues[],
): readonly Variant[] {
  const placesOf = (variant: Variant) =>
    axes.map(({ attribute, values }) => {
      const position = values.indexOf(axisText(variant, attribute.key))
      return position < 0 ? values.length : position
    })
  const places = new Map(variants.map((variant) => [variant, placesOf(variant)]))
  const isInOrder = axes.every((_, axis) => {
    const seen = [...new Set([...places.values()].map((all) => all[axis] ?? 0))]
    return seen.every((position, index) => index === 0 || position > (seen[index - 1] ?? 0))
  })
  if (isInOrder) return variants
  return variants.toSorted((a, b) => {
    const [left = [], right = []] = [places.get(a), places.get(b)]
    const axis = left.findIndex((position, index) => position !== right[index])
    return axis < 0 ? 0 : (left[axis] ?? 0) - (right[axis] ?? 0)
  })
}

function hasTextEverywhere(variants: readonly VariantTexts[], { key }: Attribute): boolean {
  return variants.every((variant) => {
    const { length } = axisText(variant, key)
    return length > 0 && length <= maxLength
  })
}

function rank(attribute: Attribute): number {
  const { options, hasTokens } = attribute.traits
  return (isOptionLike(attribute) ? 0 : 2) + (options === 'required' && !hasTokens ? 0 : 1)
}

function countKinds(variants: readonly VariantTexts[], attributes: readonly Attribute[]): number {
  if (attributes.length === 0) return 0
  return new Set(variants.map((one) => JSON.stringify(attributes.map(({ key }) => axisText(one, key))))).size
}
