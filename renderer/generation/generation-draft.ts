import {
  type AttributeConfig,
  type AttributeCreate,
  type aspectRatios,
  type autoGenerateModes,
  type DataType,
  dataTypeTraits,
  type generationTools,
  type imageModels,
} from '#shared/attributes.ts'

export type GenerationTool = (typeof generationTools)[number]
export type ImageModel = (typeof imageModels)[number]
export type AspectRatio = (typeof aspectRatios)[number]
export type AutoGenerate = (typeof autoGenerateModes)[number]

export interface GenerationDraft {
  readonly isGenerated: boolean
  readonly instructions: string
  readonly tools: readonly GenerationTool[]
  readonly sourceAttributes: readonly string[] | null
  readonly visionImages: readonly string[] | null
  readonly dependencies: readonly string[]
  readonly generationModel: string
  readonly imageModel: ImageModel | ''
  readonly imageCount: string
  readonly aspectRatio: AspectRatio | ''
  readonly autoGenerate: AutoGenerate
}

export const noGeneration: GenerationDraft = {
  isGenerated: false,
  instructions: '',
  tools: ['includeProductAttributes'],
  sourceAttributes: null,
  visionImages: null,
  dependencies: [],
  generationModel: '',
  imageModel: '',
  imageCount: '1',
  aspectRatio: '',
  autoGenerate: 'off',
}

export type GenerationFaults = Partial<Record<keyof GenerationDraft, string>>

export const generationParts: readonly (readonly [string, keyof GenerationDraft])[] = [
  ['ai_generated', 'isGenerated'],
  ['custom_instructions', 'instructions'],
  ['selected_tools', 'tools'],
  ['source_attributes', 'sourceAttributes'],
  ['vision_image_attributes', 'visionImages'],
  ['required_dependencies', 'dependencies'],
  ['generation_model', 'generationModel'],
  ['image_model', 'imageModel'],
  ['image_count', 'imageCount'],
  ['aspect_ratio', 'aspectRatio'],
  ['auto_generate', 'autoGenerate'],
]

/** Computed values are not generated. */
export function canBeGenerated(dataType: DataType): boolean {
  return dataTypeTraits[dataType].writable
}

export function toGenerationDraft(config: AttributeConfig): GenerationDraft {
  const isNew = !config.ai_generated && config.custom_instructions === null
  return {
    isGenerated: config.ai_generated,
    instructions: config.custom_instructions ?? '',
    tools: isNew ? noGeneration.tools : config.selected_tools,
    sourceAttributes: config.source_attributes,
    visionImages: config.vision_image_attributes,
    dependencies: config.required_dependencies,
    generationModel: config.generation_model ?? '',
    imageModel: config.image_model ?? '',
    imageCount: String(config.image_count ?? 1),
    aspectRatio: config.aspect_ratio ?? '',
    autoGenerate: config.auto_generate,
  }
}

/** Returns the generation members of the request; only the first without generation. */
export function toGenerationMembers(draft: GenerationDraft, dataType: DataType): Partial<AttributeCreate> {
  if (!canBeGenerated(dataType)) return {}
  if (!draft.isGenerated) return { ai_generated: false }
  const has = (tool: GenerationTool) => draft.tools.includes(tool)
  return {
    ai_generated: true,
    custom_instructions: orNull(draft.instructions),
    selected_tools: [...draft.tools],
    source_attributes: copyOf(has('includeProductAttributes') ? draft.sourceAttributes : null),
    vision_image_attributes: copyOf(has('includeImages') ? draft.visionImages : null),
    required_dependencies: [...draft.dependencies],
    generation_model: orNull(draft.generationModel),
    auto_generate: draft.autoGenerate,
    ...mediaMembers(draft, dataType),
  }
}

function mediaMembers(draft: GenerationDraft, dataType: DataType): Partial<AttributeCreate> {
  const { media } = dataTypeTraits[dataType]
  if (media === undefined) return {}
  const shape = { aspect_ratio: draft.aspectRatio || null }
  if (media === 'video') return shape
  return { ...shape, image_model: draft.imageModel || null, image_count: Number(draft.imageCount) }
}

function orNull(text: string): string | null {
  return text.trim() || null
}

function copyOf(keys: readonly string[] | null): string[] | null {
  return keys === null ? null : [...keys]
}
