import type { MappedField } from '../channels/channels.ts'
import type { Sentence } from '#shared/messages/message.ts'

/** Why a value does not go to the channel. */
export interface Problem {
  readonly field: MappedField
  readonly issue: Sentence
  readonly value: string
  /** The field is written all the same, without this. */
  readonly isPart: boolean
  /** What to do about it, where that is more than to give the products another value. */
  readonly remedy?: Sentence
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
export interface ProductGroup {
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
  readonly issue: Sentence
  readonly value: string
  /** Whether the whole product is left out for it, or the value alone. */
  readonly isProduct: boolean
  /** What to do about it, where that is more than to give the products another value. */
  readonly remedy?: Sentence
  /** How many of the products that are sold are left out with it; one if nothing is said. */
  readonly items?: number
}
