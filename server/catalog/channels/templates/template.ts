import { toAttributeKey } from '#shared/attribute-key.ts'
import type { Requirement } from '#shared/channels.ts'
import type { Sentence } from '#shared/messages/message.ts'

/** How a channel asks for a field; `conditional` fields count together, by the conditions of the template. */
type FieldRequirement = Requirement | 'conditional'

export interface TemplateField {
  readonly target: string
  readonly requirement: FieldRequirement
  /** Attribute keys that fill the field when the channel is enabled, best first. */
  readonly from: readonly string[]
  /** Attribute keys of a picture that stands before those of the field, best first. */
  readonly lead?: readonly string[]
  /** In characters. */
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

/** The same kind for several targets. */
export function all(kind: ValueKind, ...targets: readonly string[]): ValueKinds {
  return Object.fromEntries(targets.map((target) => [target, kind]))
}

/** A channel that the owner can enable or has made, with the field list its file has. */
export interface ChannelTemplate {
  readonly id: string
  readonly key: string
  readonly fields: readonly TemplateField[]
  /** What fields want beyond length and words, by target; a field that is not named is a text. */
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

/** A field without which the channel refuses the product. */
export const required = fieldOf('required')
export const conditional = fieldOf('conditional')
/** A field that the channel needs of many products or that makes it sell better. */
export const recommended = fieldOf('recommended')
export const optional = fieldOf('optional')

/** At most that many characters. */
export function upTo(maxLength: number): Limits {
  return { maxLength }
}

/** At most that many values, each of them repeated or in a list. */
export function many(maxValues: number): Limits {
  return { maxValues }
}

/** One of these values. */
export function oneOf(...acceptableValues: readonly string[]): Limits {
  return { acceptableValues }
}

/** Any of these values, separated by commas. */
export function someOf(...acceptableValues: readonly string[]): Limits {
  return { acceptableValues, multiple: true }
}
