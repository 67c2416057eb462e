import { toAttributeKey } from '#shared/attribute-key.ts'
import type { ChannelFormat, ChannelKey, Requirement } from '#shared/channels.ts'

/** One field of a channel as the channel defines it. */
export interface TemplateField {
  readonly target: string
  readonly requirement: Requirement
  /** Attribute keys that fill the field when the channel is enabled, best first. */
  readonly from: readonly string[]
  /** In characters. */
  readonly maxLength?: number
  readonly acceptableValues?: readonly string[]
  /** The field takes several of the acceptable values, separated by commas. */
  readonly multiple?: boolean
}

/** A channel that the owner can enable, with the field list its file has. */
export interface ChannelTemplate {
  readonly id: string
  readonly key: ChannelKey
  readonly name: string
  readonly format: ChannelFormat
  readonly fields: readonly TemplateField[]
}

type Limits = Pick<TemplateField, 'maxLength' | 'acceptableValues' | 'multiple'>
type MakeField = (target: string, limits?: Limits, from?: readonly string[]) => TemplateField

function fieldOf(requirement: Requirement): MakeField {
  return (target, limits = {}, from = []) => ({
    target,
    requirement,
    from: [...new Set([toAttributeKey(target), ...from])],
    ...limits,
  })
}

/** A field without which the channel refuses the product. */
export const required = fieldOf('required')
/** A field that the channel needs of many products or that makes it sell better. */
export const recommended = fieldOf('recommended')
export const optional = fieldOf('optional')

/** At most that many characters. */
export function upTo(maxLength: number): Limits {
  return { maxLength }
}

/** One of these values. */
export function oneOf(...acceptableValues: readonly string[]): Limits {
  return { acceptableValues }
}

/** Any of these values, separated by commas. */
export function someOf(...acceptableValues: readonly string[]): Limits {
  return { acceptableValues, multiple: true }
}
