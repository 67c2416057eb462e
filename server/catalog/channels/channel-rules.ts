import { type Requirement, requirementLevels } from '#shared/channels.ts'
import { type Attribute, isComputed, isReference } from '../../store/tables/attributes.ts'
import type { MeasuredAttribute, MeasuredCondition } from '../../store/computed/completeness.ts'
import { type MappedField, type WorkspaceChannel, acceptableComparables, isText } from './channels.ts'
import type { ChannelTemplate, ConditionPart, TemplateCondition } from './templates/template.ts'

/** The fields of a channel as products are measured by them: an attribute that fills several counts once. */
export interface ChannelRules {
  readonly attributes: readonly AttributeRule[]
  readonly conditions: readonly ConditionRule[]
  readonly unmapped: readonly MappedField[]
  readonly totals: Counts
}

export interface AttributeRule {
  readonly attribute: Attribute
  readonly requirement: Requirement
  readonly fields: Counts
  readonly measured: MeasuredAttribute
}

export interface ConditionRule {
  readonly condition: TemplateCondition
  readonly attribute: Attribute | undefined
  readonly alternatives: MeasuredCondition
}

export type Counts = Readonly<Record<Requirement, number>>

export function channelRules(channel: WorkspaceChannel): ChannelRules {
  const { template, fields } = channel
  const open = fields.filter((field) => field.fixed === undefined && !isLeftEmpty(field, channel))
  const groups = Map.groupBy(open, ({ attribute }) => attribute)
  return {
    attributes: [...groups].flatMap(([attribute, group]) =>
      attribute ? attributeRule(attribute, group) : [],
    ),
    unmapped: (groups.get(undefined) ?? []).filter(
      ({ requirement }) => requirement === 'required' || requirement === 'recommended',
    ),
    conditions: openConditions(template, fields).map((condition) => conditionRule(condition, fields)),
    totals: countFields(channel),
  }
}

/** Whether the owner has decided that a recommended field of a channel that ships stays empty; it is not missing then. */
export function isLeftEmpty(field: MappedField, { own }: Pick<WorkspaceChannel, 'own'>): boolean {
  const { requirement, attribute, fixed, isDecided } = field
  return (
    own === undefined &&
    requirement === 'recommended' &&
    isDecided &&
    attribute === undefined &&
    fixed === undefined
  )
}

/** How many fields of each kind a channel asks for; a condition counts as one required field. */
export function countFields(channel: WorkspaceChannel): Counts {
  const { template, fields } = channel
  const open = fields.filter((field) => field.fixed === undefined && !isLeftEmpty(field, channel))
  const counts = countByRequirement(open)
  return { ...counts, required: counts.required + openConditions(template, fields).length }
}

function openConditions(
  { conditions }: ChannelTemplate,
  fields: readonly MappedField[],
): TemplateCondition[] {
  const isFixed = ({ target, values }: ConditionPart): boolean => {
    const fixed = fields.find((field) => field.target === target)?.fixed
    return fixed !== undefined && (values?.includes(fixed) ?? true)
  }
  return conditions.filter(({ anyOf }) => !anyOf.some((parts) => parts.every(isFixed)))
}

function conditionRule(condition: TemplateCondition, fields: readonly MappedField[]): ConditionRule {
  const alternatives = condition.anyOf
    .map((parts) => parts.map((part) => measuredPart(part, fields)))
    .filter((parts) => parts.every((part) => part !== undefined))
  return { condition, attribute: alternatives[0]?.[0]?.attribute, alternatives }
}

function measuredPart(
  { target, values }: ConditionPart,
  fields: readonly MappedField[],
): MeasuredAttribute | undefined {
  const field = fields.find((one) => one.target === target)
  if (!field?.attribute) return undefined
  const { attribute } = field
  const accepted = values && acceptableComparables({ ...field, acceptableValues: values }, attribute)
  if (values && !accepted) return undefined
  return {
    ...toMeasured(attribute),
    isRequired: false,
    maxLength: undefined,
    acceptable: accepted ? [accepted] : [],
  }
}

function attributeRule(attribute: Attribute, fields: readonly MappedField[]): AttributeRule {
  const counts = countByRequirement(fields)
  const limits = isText(attribute) ? fields.flatMap(({ maxLength }) => maxLength ?? []) : []
  return {
    attribute,
    requirement: requirementLevels.find((requirement) => counts[requirement] > 0) ?? 'optional',
    fields: counts,
    measured: {
      ...toMeasured(attribute),
      isRequired: counts.required > 0,
      maxLength: limits.length > 0 ? Math.min(...limits) : undefined,
      acceptable: fields.flatMap((field) => acceptableComparables(field, attribute) ?? []),
    },
  }
}

function toMeasured(attribute: Attribute): Pick<MeasuredAttribute, 'id' | 'key' | 'storage' | 'attribute'> {
  return { id: attribute.id, key: attribute.key, storage: findStorage(attribute), attribute }
}

function findStorage(attribute: Attribute): MeasuredAttribute['storage'] {
  if (isComputed(attribute)) return 'computed'
  if (attribute.traits.shape === 'scalar') return 'values'
  return isReference(attribute) ? 'references' : 'none'
}

function countByRequirement(fields: readonly MappedField[]): Counts {
  const count = (requirement: Requirement) =>
    fields.filter((field) => field.requirement === requirement).length
  return { required: count('required'), recommended: count('recommended'), optional: count('optional') }
}
