import type { Completeness } from '#shared/channels.ts'
import type { AttributeRule, ChannelRules } from './channel-rules.ts'

/** A field without a value; `data_type` is null where no attribute fills the field, which then stands under its own name. */
export type Missing = Completeness['missing'][number]

/** The required, then the recommended attributes that lack a value, and the fields that nothing fills. */
export function missingFields(
  { attributes, unmapped }: ChannelRules,
  isMissing: (rule: AttributeRule) => boolean,
): Missing[] {
  const missing = [
    ...attributes.filter((rule) => rule.requirement !== 'optional' && isMissing(rule)).map(toMissing),
    ...unmapped.map(({ target, requirement }): Missing => ({
      key: target,
      name: target,
      data_type: null,
      requirement,
    })),
  ]
  return [
    ...missing.filter(({ requirement }) => requirement === 'required'),
    ...missing.filter(({ requirement }) => requirement === 'recommended'),
  ]
}

/** How an attribute stands in a list of what is missing. */
function toMissing({ attribute, requirement }: AttributeRule): Missing {
  const { key, name, dataType } = attribute
  return { key, name, data_type: dataType, requirement }
}
