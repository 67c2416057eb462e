import type { AttributeConfig, Constraints } from '#shared/attributes.ts'
import { unitOfConstraints } from '#shared/kinds.ts'
import { foldText } from '#shared/text.ts'
import { attributeKindOf, cellTraits } from '../query/data-types.ts'
import { t, inSentence } from '../ui/text.ts'
import { typeTexts } from '../state/entity-types.ts'

/** The definitions whose name, key or data type holds every word of the text. */
export function findAttributes(
  configs: readonly AttributeConfig[],
  text: string,
): readonly AttributeConfig[] {
  const words = foldText(text).split(/\s+/).filter(Boolean)
  return configs.filter(({ name, key, data_type: type, constraints }) => {
    const all = foldText(`${name} ${key} ${cellTraits()[attributeKindOf(type, constraints)].name}`)
    return words.every((word) => all.includes(word))
  })
}

/** The rules of a definition in a few words. */
export function describeRules(config: AttributeConfig): string {
  const { is_primary: isPrimary, writable, acceptable_values: values, inheritance_mode: mode } = config
  const { reference } = config
  const rules = [
    isPrimary && t('names the entry'),
    !writable && t('computed'),
    reference?.type &&
      t('refers to {pluralOf}', { pluralOf: inSentence(typeTexts()[reference.type].plural) }),
    ...describeConstraints(config.constraints),
    values !== null &&
      t('{count, plural, one {# option} other {# options}}', { count: values.split(',').length }),
    mode === 'inherit_from_parent' && t('inherited by variants'),
    mode === 'rollup_from_children' && t('shows the values of variants'),
  ]
  return rules.filter(Boolean).join(', ')
}

function describeConstraints(constraints: Constraints): (string | false | undefined)[] {
  const { required, unique, min, max, min_length: shortest, max_length: longest } = constraints
  return [
    required === true && t('required'),
    unique === true && t('unique'),
    unitOfConstraints(constraints),
    range(min, max),
    lengths(shortest, longest),
    constraints.pattern !== undefined && t('pattern'),
    constraints.check !== undefined && 'GTIN',
  ]
}

function range(min: number | undefined, max: number | undefined): string {
  if (min !== undefined && max !== undefined) return t('{min} to {max}', { min, max })
  if (min !== undefined) return t('at least {min}', { min })
  return max === undefined ? '' : t('at most {max}', { max })
}

function lengths(min: number | undefined, max: number | undefined): string {
  const text = range(min, max)
  return text === '' ? '' : t('{text} characters', { text })
}
