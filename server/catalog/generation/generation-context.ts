import type { EntityType } from '#shared/entities.ts'
import { createHash } from 'node:crypto'
import type { AttributeConfig } from '#shared/attributes.ts'

export interface GenerationInputs {
  readonly entity: { readonly id: string; readonly type: EntityType; readonly label: string | null }
  readonly values: readonly ContextValue[]
  readonly missing: readonly string[]
  readonly sources: readonly ContextSource[]
  readonly images: readonly ContextImage[]
}

export interface GenerationContext extends GenerationInputs {
  readonly passages: readonly Passage[]
  readonly labels: readonly TargetLabel[]
}

export interface ContextValue {
  readonly key: string
  readonly name: string
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

export interface ContextImage {
  readonly attribute: string
  readonly place: string
}

export interface TargetLabel {
  readonly id: string
  readonly label: string
}

/**
 * To be increased whenever these files change the prompt; it is part of the digest, so values from earlier
 * prompts become stale.
 */
const promptVersion = 1

/** Changes when the prompt, the rules of the value or any input changes; the same on every computer. */
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
