import type { MappedField } from '../channels/channels.ts'

/** Why a value does not go to the channel. */
export interface Problem {
  readonly field: MappedField
  readonly issue: string
  readonly value: string
}

/** A product as a channel sees it. */
export interface ChannelProduct {
  readonly id: string
  readonly label: string | null
  /** By target, in the form that the channel takes. */
  readonly values: Map<string, readonly string[]>
  readonly problems: readonly Problem[]
  /** Its effective values by attribute key, as texts. */
  readonly texts: ReadonlyMap<string, readonly string[]>
}

/** A product with its variants; one without any is its own only item. */
export interface Family {
  readonly root: ChannelProduct
  readonly items: readonly ChannelProduct[]
  readonly hasVariants: boolean
}

/** The only or first value of a field, or an empty text. */
export function valueOf({ values }: ChannelProduct, target: string): string {
  return values.get(target)?.[0] ?? ''
}

/** Something that a file of a channel does not have, for the report. */
export interface LeftOut {
  readonly id: string
  readonly label: string | null
  readonly target: string
  readonly attribute: string | null
  readonly issue: string
  readonly value: string
  /** Whether the whole product is left out for it, or the value alone. */
  readonly isProduct: boolean
}

const missing = 'The field is required and has no value.'

/**
 * What of a product does not go to the channel: without a sound value in every required field nothing of it does. `isAsked`
 * says which fields count here.
 */
export function judge(
  product: ChannelProduct,
  fields: readonly MappedField[],
  isAsked: (target: string) => boolean = () => true,
): LeftOut[] {
  const asked = fields.filter(({ target }) => isAsked(target))
  const problems = product.problems.filter(
    ({ field }) => isAsked(field.target) && !product.values.has(field.target),
  )
  const told = new Set(problems.map(({ field }) => field.target))
  const lacking = asked
    .filter(
      ({ target, requirement }) =>
        requirement === 'required' && !product.values.has(target) && !told.has(target),
    )
    .map((field): Problem => ({ field, issue: missing, value: '' }))
  return [...lacking, ...problems].map((problem) => toLeftOut(product, problem))
}

function toLeftOut({ id, label }: ChannelProduct, { field, issue, value }: Problem): LeftOut {
  return {
    id,
    label,
    target: field.target,
    attribute: field.attribute?.key ?? null,
    issue,
    value: value.slice(0, 200),
    isProduct: field.requirement === 'required',
  }
}
