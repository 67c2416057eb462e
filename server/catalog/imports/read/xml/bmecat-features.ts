import { readTemplate } from './bmecat-catalog.ts'
import type { BmecatWork } from './bmecat-cells.ts'
import { childrenOf, elementAt, textIn, type XmlElement } from './xml-elements.ts'
import { symbolOfMeasure } from '../unit-symbols.ts'

export interface Feature {
  readonly name: string
  readonly values: readonly string[]
  readonly unit: string
}

interface ReadFeature extends Feature {
  readonly choices: readonly { readonly value: string; readonly supplement: string }[]
  readonly order: number
}

export interface ReadFeatures {
  readonly features: readonly ReadFeature[]
  readonly classes: readonly string[]
  readonly ids: readonly string[]
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
    ids: sets.map((set) => textIn(set, 'REFERENCE_FEATURE_GROUP_ID')),
    features: sets.flatMap((set) => childrenOf(set, 'FEATURE')).map((feature) => readFeature(feature, work)),
    classes: classes.filter((name) => name !== ''),
  }
}

function readFeature(feature: XmlElement, { catalog, languages }: BmecatWork): ReadFeature {
  const named = languages.textOf(childrenOf(feature, 'FNAME'))
  const own = readTemplate(elementAt(feature, 'FTEMPLATE'), languages)
  const known = catalog.featureOf(named || own.name || own.id || textIn(feature, 'FT_IDREF'))
  const variants = elementAt(feature, 'VARIANTS')
  return {
    name: known.name,
    values: languages.choose(childrenOf(feature, 'FVALUE')).map(({ text }) => text),
    unit: symbolOfMeasure(textIn(feature, 'FUNIT', 'FUNIT_IDREF')) || own.unit || known.unit,
    choices: childrenOf(variants, 'VARIANT').map((variant) => ({
      value: languages.textOf(childrenOf(variant, 'FVALUE')),
      supplement: textIn(variant, 'SUPPLIER_AID_SUPPLEMENT', 'SUPPLIER_PID_SUPPLEMENT'),
    })),
    order: Number(textIn(variants, 'VORDER') || 1),
  }
}

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
