/** What one value is generated from, as plain data: it goes from the thread that reads to the one that asks the model. */
import type { EntityType } from '#shared/entities.ts'

/** What decides about the value; the digest is made of it. */
export interface GenerationInputs {
  readonly entity: { readonly id: string; readonly type: EntityType; readonly label: string | null }
  readonly values: readonly ContextValue[]
  /** The keys in `required_dependencies` that have no value: the row is skipped. */
  readonly missing: readonly string[]
  readonly sources: readonly ContextSource[]
  readonly images: readonly ContextImage[]
}

/** The inputs with what of the sources is sent, and the entities that a reference can be chosen from. */
export interface GenerationContext extends GenerationInputs {
  readonly passages: readonly Passage[]
  readonly labels: readonly TargetLabel[]
}

export interface ContextValue {
  readonly key: string
  readonly name: string
  /** As it is sent; null where the prompt names an attribute without a value. */
  readonly text: string | null
}

/** A source that is linked to the entity. */
export interface ContextSource {
  readonly id: string
  readonly title: string | null
  /** Another one where other text was read. */
  readonly version: string
}

/** A part of the text of a source, from that character on. */
export interface Passage {
  readonly source: string
  readonly start: number
  readonly text: string
}

/** A picture: a stored file, whose name is the sum of its bytes, or an address. */
export interface ContextImage {
  readonly attribute: string
  readonly place: string
}

/** An entity that a reference may lead to, by the label that the model chooses. */
export interface TargetLabel {
  readonly id: string
  readonly label: string
}
