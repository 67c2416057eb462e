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
  /** Filled by the category of a product, by what the owner says that the channel calls it. */
  readonly ofCategories?: boolean
  /** The file has no such column: other fields are made from it. */
  readonly isInput?: boolean
  readonly maxValues?: number
  readonly multiple?: boolean
  readonly separator?: string
}

/** Fields of which the channel needs some: every part of one of the alternatives. It counts as one required field. */
export interface TemplateCondition {
  /** In the words of the channel, for lists of what is missing. */
  readonly name: Sentence
  readonly anyOf: readonly (readonly ConditionPart[])[]
}

export interface ConditionPart {
  readonly target: string
  readonly values?: readonly string[]
}

/**
 * What a channel wants of a field beyond its length and words: `price` an amount with its currency, `amount` one without,
 * `measure` one with its unit, `weight` and `length` one in the unit of the field, `stock` a whole number that may be below zero,
 * `taxonomy` a category of the channel's own, `link` and `image` an absolute address, `images` and `lines` several values, `parts` one that is made of
 * several, `part_lines` several of those, `list` several by the separator of the field, `number` any number, `sum` an amount with two decimals, `made` what is made of other fields, `paths` categories with those above them, `path` one of these, `html` text with markup (all others take
 * rich text without it), `gtin` a number with its check digit, `trade_gtin` one that is not kept for use within a company.
 */
export type ValueKind =
  | 'text'
  | 'html'
  | 'price'
  | 'amount'
  | 'measure'
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

/** A channel with the field list of its file. */
export interface ChannelTemplate {
  readonly id: string
  readonly key: string
  readonly fields: readonly TemplateField[]
  /** The kind of each field by target; a field without one is a text. */
  readonly kinds: ValueKinds
  readonly conditions: readonly TemplateCondition[]
  /** Targets that a variant has of its own or not at all; in all others it takes what its product has. */
  readonly isOwn: (target: string) => boolean
  /** A price and what goes with it: a variant takes all of its product, or none. */
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
