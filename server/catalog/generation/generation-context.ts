/** What one value is generated from, as plain data: it goes from the thread that reads to the one that asks the model. */
import type { EntityType } from '#shared/entities.ts'
import { createHash } from 'node:crypto'
import type { AttributeConfig } from '#shared/attributes.ts'

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

export interface ContextSource {
  readonly id: string
  readonly title: string | null
  readonly version: string
}

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

/** Grows with every change of what these files say to a model; it is part of the digest, so that values made by older words are stale. */
const promptVersion = 1

/** Another text as soon as the prompt, the rules of the value or any input is another; the same for the same on every computer. */
export function inputDigest(definition: AttributeConfig, inputs: GenerationInputs): string {
  const { entity, values, sources, images } = inputs
  const parts = [
    promptVersion,
    askedOf(definition),
    entity.label,
    values.map(({ key, text }) => [key, text]).sort(byFirst),
    sources.map(({ id, version }) => [id, version]).sort(byFirst),
    images.map(({ attribute, place }) => [attribute, place]),
  ]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

/** What of a definition decides about the value; its name is told to the model, and sources are searched by it. */
function askedOf(definition: AttributeConfig): unknown[] {
  const { name, data_type, custom_instructions, acceptable_values, constraints, reference } = definition
  const { colors: _colors, required: _required, unique: _unique, ...asked } = constraints
  const { selected_tools, generation_model, image_model, aspect_ratio, video_model, image_count } = definition
  return [
    name,
    data_type,
    custom_instructions,
    acceptable_values,
    Object.entries(asked).sort(byFirst),
    reference?.type ?? null,
    [...selected_tools].sort(),
    ...(generation_model === null ? [] : [generation_model]),
    ...(data_type === 'image' ? [image_model, aspect_ratio, image_count] : []),
    ...(data_type === 'video' ? [video_model, aspect_ratio] : []),
  ]
}

function byFirst([one]: readonly unknown[], [other]: readonly unknown[]): number {
  return String(one) < String(other) ? -1 : 1
}
