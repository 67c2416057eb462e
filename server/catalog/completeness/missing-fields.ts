import type { Completeness } from '#shared/channels.ts'
import { textOf } from '#shared/messages/message.ts'
import type { AttributeRule, ChannelRules, ConditionRule } from '../channels/channel-rules.ts'

/** A field without a value; `data_type` is null where no attribute fills the field, which then stands under its own name. */
type Missing = Completeness['missing'][number]

/** Something missing, with the number of products that lack it. */
export type Lacking = Missing & { readonly products: number }

/** How many products lack what a rule asks for. */
export type CountLacking = (rule: AttributeRule | ConditionRule) => number

/**
 * The required, then the recommended attributes that lack a value in some product, and the fields that nothing fills. A
 * condition is told once, by its own name, under the attribute to fill first.
 */
export function missingFields(
  { attributes, conditions, unmapped }: ChannelRules,
  products: number,
  countLacking: CountLacking,
): Lacking[] {
  const missing = [
    ...attributes
      .filter(({ requirement }) => requirement !== 'optional')
      .map((rule) => ({ ...toMissing(rule), products: countLacking(rule) })),
    ...conditions.map((rule) => ({ ...unmet(rule), products: countLacking(rule) })),
    ...unmapped.map(({ target, requirement }) => ({
      key: target,
      name: target,
      data_type: null,
      requirement: requirement === 'required' ? requirement : ('recommended' as const),
      products,
    })),
  ].filter(({ products }) => products > 0)
  return [
    ...missing.filter(({ requirement }) => requirement === 'required'),
    ...missing.filter(({ requirement }) => requirement === 'recommended'),
  ]
}

/** The entry of an attribute in a list of what is missing. */
function toMissing({ attribute, requirement }: AttributeRule): Missing {
  const { key, name, dataType } = attribute
  return { key, name, data_type: dataType, requirement }
}

function unmet({ condition: { name, anyOf }, attribute }: ConditionRule): Missing {
  const key = attribute?.key ?? anyOf[0]?.[0]?.target ?? textOf(name)
  return { key, name: textOf(name), data_type: attribute?.dataType ?? null, requirement: 'required' }
}
