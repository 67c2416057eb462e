import type { Features } from '../shapes/shape.ts'
import type { Sentence } from '#shared/messages/message.ts'

/** A number in a unit or a currency that stands beside it. */
export interface Measure {
  readonly number: number | string
  readonly unit: string
}

export type NestedCell = string | number | readonly string[] | Measure

export interface NestedPicture {
  readonly url: string
  readonly alt: string
  readonly id: string
  /** The ids of the variants that it shows. */
  readonly variants: readonly string[]
}

/** What products and their variants have alike. */
export interface NestedItem {
  /** By what the file calls them; members of an object are called `dimensions.width`. */
  readonly cells: ReadonlyMap<string, NestedCell>
  readonly features: Features
  readonly pictures: readonly NestedPicture[]
  /** Each as the names that lead to it. */
  readonly categories: readonly (readonly string[])[]
  /** What tells variants apart; of a product, all values that its variants have. */
  readonly options: Features
  /** Whether the name of a variant says all, without that of its product. */
  readonly isNamedWhole?: boolean
}

/** The product that a record is a variant of: by the id of the shop, or by the key of a row that tells all that it shares. */
export type NamedParent = { readonly id: string } | { readonly key: string }

/** A product of a file whose records hold others: its variants, pictures and categories. */
export interface NestedProduct extends NestedItem {
  readonly variants: readonly NestedItem[]
  /** Where it is a variant in a record of its own. */
  readonly parent?: NamedParent | undefined
  /** What is wrong with it. */
  readonly issue?: Sentence | undefined
}

export function isMeasure(cell: NestedCell): cell is Measure {
  return typeof cell === 'object' && 'unit' in cell
}
