import type { SemanticType } from './semantic-types.ts'
import { isOneOf } from './text.ts'

/**
 * Meanings whose values a model can write, for a prompt ships for them (agentic.2.3). Numbers, prices and
 * codes are looked up, not written.
 */
export const promptedTypes = [
  'name',
  'description',
  'short_description',
  'bullet_points',
  'questions_and_answers',
  'meta_title',
  'meta_description',
  'image_alt',
  'tags',
  'product_type',
  'category_path',
  'brand',
  'manufacturer',
  'color',
  'size',
  'material',
  'pattern',
  'gender',
  'age_group',
  'condition',
  'country_of_origin',
  'net_content',
  'ingredients',
  'allergens',
  'care_instructions',
  'warranty',
] as const satisfies readonly SemanticType[]

/** Whether an attribute has a prompt: its own, or one that ships for its meaning. */
export function canBeWritten({
  ai_generated: isGenerated = false,
  semantic_type: type,
}: {
  readonly ai_generated?: boolean | undefined
  readonly semantic_type?: string | null | undefined
}): boolean {
  return isGenerated || isOneOf(promptedTypes, type)
}
