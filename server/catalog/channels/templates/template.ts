import { toAttributeKey } from '#shared/attribute-key.ts'
import type { ChannelKey, Requirement } from '#shared/channels.ts'

/** How a channel asks for a field; `conditional` fields count together, by the conditions of the template. */
type FieldRequirement = Requirement | 'conditional'

/** One field of a channel as the channel defines it. */
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
  /** How many values the field takes, where it takes several. */
  readonly maxValues?: number
  /** The field takes several of the acceptable values, separated by commas. */
  readonly multiple?: boolean
}

/** Fields of which the channel needs some: every part of one of the alternatives. It counts as one required field. */
export interface TemplateCondition {
  /** In the words of the channel, for lists of what is missing. */
  readonly name: string
  readonly anyOf: readonly (readonly ConditionPart[])[]
}

/** A field with a value, or with one of the values named. */
export interface ConditionPart {
  readonly target: string
  readonly values?: readonly string[]
}

/**
 * What a channel wants of a field beyond its length and words: `price` an amount with its currency, `amount` one without,
 * `measure` one with its unit, `link` and `image` an absolute address, `images` and `lines` several values, `parts` one that is made of
 * several, `part_lines` several of those, `paths` categories with those above them, `html` text with markup (all others take
 * rich text without it), `gtin` a number with its check digit.
 */
export type ValueKind =
  | 'text'
  | 'html'
  | 'price'
  | 'amount'
  | 'measure'
  | 'integer'
  | 'link'
  | 'image'
  | 'images'
  | 'lines'
  | 'parts'
  | 'part_lines'
  | 'paths'
  | 'gtin'

export type ValueKinds = Readonly<Record<string, ValueKind>>

/** The same kind for several targets. */
export function all(kind: ValueKind, ...targets: readonly string[]): ValueKinds {
  return Object.fromEntries(targets.map((target) => [target, kind]))
}

/** A channel that the owner can enable, with the field list its file has. */
export interface ChannelTemplate {
  readonly id: string
  readonly key: ChannelKey
  readonly fields: readonly TemplateField[]
  /** What fields want beyond length and words, by target; a field that is not named is a text. */
  readonly kinds: ValueKinds
  readonly conditions: readonly TemplateCondition[]
}

type Limits = Pick<TemplateField, 'maxLength' | 'acceptableValues' | 'multiple' | 'maxValues'>
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
/** A field that counts by a condition of the template. */
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
