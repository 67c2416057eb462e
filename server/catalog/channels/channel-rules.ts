import { type Requirement, requirements } from '#shared/channels.ts'
import { type Attribute, isComputed } from '../../store/attributes.ts'
import type { MeasuredAttribute } from '../../store/channels-completeness.ts'
import type { MappedField } from './channels.ts'
import { acceptableNorms, isText } from './field-values.ts'

/** What a channel asks of its products: every field counts, an attribute that fills several is measured once. */
export interface ChannelRules {
  readonly attributes: readonly AttributeRule[]
  /** Required and recommended fields that nothing fills. */
  readonly unmapped: readonly MappedField[]
  readonly totals: Counts
}

/** One attribute with the strictest of what its fields ask. */
export interface AttributeRule {
  readonly attribute: Attribute
  readonly requirement: Requirement
  /** How many fields it fills. */
  readonly fields: Counts
  readonly measured: MeasuredAttribute
}

export type Counts = Readonly<Record<Requirement, number>>

/** Brings the fields of a channel into the form in which products are measured. */
export function channelRules(fields: readonly MappedField[]): ChannelRules {
  const mapped = fields.filter(({ attribute }) => attribute !== undefined)
  const groups = Map.groupBy(mapped, ({ attribute }) => attribute as Attribute)
  return {
    attributes: [...groups].map(([attribute, group]) => attributeRule(attribute, group)),
    unmapped: fields.filter(
      ({ attribute, requirement }) => attribute === undefined && requirement !== 'optional',
    ),
    totals: countByRequirement(fields),
  }
}

function attributeRule(attribute: Attribute, fields: readonly MappedField[]): AttributeRule {
  const counts = countByRequirement(fields)
  const limits = isText(attribute) ? fields.flatMap(({ maxLength }) => maxLength ?? []) : []
  return {
    attribute,
    requirement: requirements.find((requirement) => counts[requirement] > 0) ?? 'optional',
    fields: counts,
    measured: {
      id: attribute.id,
      key: attribute.key,
      storage: storageOf(attribute),
      attribute,
      isRequired: counts.required > 0,
      maxLength: limits.length > 0 ? Math.min(...limits) : undefined,
      acceptable: fields.flatMap((field) => acceptableNorms(field, attribute) ?? []),
    },
  }
}

function storageOf(attribute: Attribute): MeasuredAttribute['storage'] {
  if (isComputed(attribute)) return 'computed'
  const { traits } = attribute
  if (traits.shape === 'scalar') return 'values'
  return traits.shape === 'reference' || traits.shape === 'reference_list' ? 'references' : 'none'
}

function countByRequirement(fields: readonly MappedField[]): Counts {
  const count = (requirement: Requirement) =>
    fields.filter((field) => field.requirement === requirement).length
  return { required: count('required'), recommended: count('recommended'), optional: count('optional') }
}
