import { createHash } from 'node:crypto'
import type { AttributeConfig } from '#shared/attributes.ts'
import type { GenerationInputs } from './generation-context.ts'
import { promptVersion } from './prompts/prompt-version.ts'

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
