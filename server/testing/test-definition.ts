import type { AttributeConfig } from '#shared/attributes.ts'
import type { GenerationContext } from '../catalog/generation/generation-context.ts'
import { exampleConfig } from '#shared/routes/attributes.ts'

/** A definition of a generated attribute as plain data, by default a line of text. */
export function testDefinition(part: Partial<AttributeConfig> = {}): AttributeConfig {
  return {
    ...(exampleConfig as AttributeConfig),
    key: 'story',
    name: 'Story',
    data_type: 'single_line_text_field',
    constraints: {},
    tool: 'text_generation',
    ai_generated: true,
    ...part,
  }
}

/** A context as plain data, by default of a product without values. */
export function testGeneration(part: Partial<GenerationContext> = {}): GenerationContext {
  const entity = { id: '018f0000-0000-7000-8000-000000000001', type: 'product' as const, label: 'Chair' }
  return { entity, values: [], missing: [], sources: [], images: [], passages: [], labels: [], ...part }
}
