import type { BmecatWork } from './bmecat-catalog.ts'
import { symbolOfMeasure } from '../nested/unit-symbols.ts'
import { childrenOf, elementAt, textIn, type XmlElement } from './xml-elements.ts'

/** What a product is like, or what tells its variants apart. */
export interface Feature {
  readonly name: string
  readonly values: readonly string[]
  readonly unit: string
}

interface ReadFeature extends Feature {
  /** The variants that it makes: each value with what it adds to the number of the product. */
  readonly choices: readonly { readonly value: string; readonly supplement: string }[]
  /** The place of what it adds among those of other features. */
  readonly order: number
}

interface ReadFeatures {
  readonly features: readonly ReadFeature[]
  /** The class of a classification that the product is in, such as ETIM-9.0 EC000034. */
  readonly classes: readonly string[]
}

export function readFeatures(sets: readonly XmlElement[], work: BmecatWork): ReadFeatures {
  const classes = sets.map((set) =>
    [
      textIn(set, 'REFERENCE_FEATURE_SYSTEM_NAME'),
      textIn(set, 'REFERENCE_FEATURE_GROUP_ID', 'REFERENCE_FEATURE_GROUP_NAME'),
    ]
      .filter((part) => part !== '')
      .join(' '),
  )
  return {
    features: sets.flatMap((set) => childrenOf(set, 'FEATURE')).map((feature) => readFeature(feature, work)),
    classes: classes.filter((name) => name !== ''),
  }
}

function readFeature(feature: XmlElement, { catalog, languages }: BmecatWork): ReadFeature {
  const named = languages.textOf(childrenOf(feature, 'FNAME'))
  const variants = elementAt(feature, 'VARIANTS')
  return {
    name: catalog.featureName(named === '' ? textIn(feature, 'FT_IDREF') : named),
    values: languages.choose(childrenOf(feature, 'FVALUE')).map(({ text }) => text),
    unit: symbolOfMeasure(textIn(feature, 'FUNIT')),
    choices: childrenOf(variants, 'VARIANT').map((variant) => ({
      value: languages.textOf(childrenOf(variant, 'FVALUE')),
      supplement: textIn(variant, 'SUPPLIER_AID_SUPPLEMENT', 'SUPPLIER_PID_SUPPLEMENT'),
    })),
    order: Number(textIn(variants, 'VORDER') || 1),
  }
}

/** Features as the shape of BMEcat takes them. */
export function featureCells({ features, classes }: ReadFeatures): Record<string, string> {
  const plain = features.filter(({ name, values }) => name !== '' && values.length > 0)
  return {
    PRODUCT_FEATURES:
      plain.length === 0 ? '' : JSON.stringify(plain.map(({ name, values, unit }) => [name, values, unit])),
    CLASSIFICATION: classes.join(', '),
  }
}

interface Variant {
  readonly supplement: string
  readonly options: readonly Feature[]
}

/** Every combination of what the features offer; undefined where these are more than `most`. */
export function variantsOf({ features }: ReadFeatures, most: number): readonly Variant[] | undefined {
  const offering = features.filter(({ choices }) => choices.length > 0).sort((a, b) => a.order - b.order)
  if (offering.length === 0) return []
  let variants: readonly Variant[] = [{ supplement: '', options: [] }]
  for (const { name, unit, choices } of offering) {
    if (variants.length * choices.length > most) return undefined
    variants = variants.flatMap(({ supplement, options }) =>
      choices.map((choice) => ({
        supplement: supplement + choice.supplement,
        options: [...options, { name, unit, values: [choice.value] }],
      })),
    )
  }
  return variants
}
