import { toAttributeKey } from '../../attributes/key-of-name.ts'
import type { Requirement } from '#shared/channels.ts'
import type { Sentence } from '#shared/messages/message.ts'

/** How a channel asks for a field; `conditional` fields count together, by the conditions of the template. */
type FieldRequirement = Requirement | 'conditional'

export interface TemplateField {
  readonly target: string
  readonly requirement: FieldRequirement
  readonly from: readonly string[]
  readonly lead?: readonly string[]
  readonly maxLength?: number
  readonly acceptableValues?: readonly string[]
  readonly synonyms?: Readonly<Record<string, string>>
  readonly ofCategories?: boolean
  readonly isInput?: boolean
  readonly maxValues?: number
  readonly multiple?: boolean
  readonly separator?: string
}

/**
 * A condition over several fields: the channel needs every part of one alternative. It counts as one
 * required field.
 */
export interface TemplateCondition {
  readonly name: Sentence
  readonly anyOf: readonly (readonly ConditionPart[])[]
}

export interface ConditionPart {
  readonly target: string
  readonly values?: readonly string[]
}

/**
 * The form of a field's value besides its length and words. `amount` is a price without currency, `stock`
 * may be below zero, `parts` is one value of several parts, `paths` are categories with those above them,
 * `quantity` is a number with any unit, `trade_gtin` is a GTIN that is not reserved for use within a company.
 */
export type ValueKind =
  | 'text'
  | 'html'
  | 'price'
  | 'amount'
  | 'measure'
  | 'quantity'
  | 'weight'
  | 'length'
  | 'stock'
  | 'taxonomy'
  | 'integer'
  | 'link'
  | 'image'
  | 'images'
  | 'lines'
  | 'parts'
  | 'part_lines'
  | 'paths'
  | 'path'
  | 'gtin'
  | 'trade_gtin'
  | 'list'
  | 'number'
  | 'sum'
  | 'made'

export type ValueKinds = Readonly<Record<string, ValueKind>>

export function all(kind: ValueKind, ...targets: readonly string[]): ValueKinds {
  return Object.fromEntries(targets.map((target) => [target, kind]))
}

export interface ChannelTemplate {
  readonly id: string
  readonly key: string
  readonly fields: readonly TemplateField[]
  readonly kinds: ValueKinds
  readonly conditions: readonly TemplateCondition[]
  readonly isOwn: (target: string) => boolean
  /** A price and its related fields: a variant takes all of them from its product, or none. */
  readonly prices: readonly string[]
}

type Limits = Pick<TemplateField, 'maxLength' | 'acceptableValues' | 'multiple' | 'maxValues' | 'synonyms'>
type MakeField = (target: string, limits?: Limits, from?: readonly string[]) => TemplateField

function fieldOf(requirement: FieldRequirement): MakeField {
  return (target, limits = {}, from = []) => ({
    target,
    requirement,
    from: [...new Set([toAttributeKey(target), ...from])],
    ...limits,
  })
}

export const required = fieldOf('required')
export const conditional = fieldOf('conditional')
export const recommended = fieldOf('recommended')
export const optional = fieldOf('optional')

export function upTo(maxLength: number): Limits {
  return { maxLength }
}

export function many(maxValues: number): Limits {
  return { maxValues }
}

export function oneOf(...acceptableValues: readonly string[]): Limits {
  return { acceptableValues }
}

export function someOf(...acceptableValues: readonly string[]): Limits {
  return { acceptableValues, multiple: true }
}
