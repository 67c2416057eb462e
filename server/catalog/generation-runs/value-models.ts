import { type AttributeConfig, dataTypeTraits } from '#shared/attributes.ts'
import { findEntityType } from '#shared/entities.ts'
import type { Medium, Prices } from '#shared/providers.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { generatedOf } from './generated-values.ts'

export interface ModelRequest {
  readonly key: string
  readonly medium: Medium
  /** `generation_model`: a model by its provider's name for it. */
  readonly model: string | null
  /** `image_model` or `video_model`: a model by its display name. */
  readonly known: string | null
}

export interface ValueModel {
  readonly medium: Medium
  readonly model: string
  readonly price: Prices | null
  readonly isPaid: boolean
}

export type ValueModels = Readonly<Record<string, ValueModel>>

export interface GenerationNeeds {
  readonly readsSources: boolean
  readonly wishes: readonly ModelRequest[]
}

export function readGenerationNeeds(
  db: ReadableDb,
  {
    type,
    attributes,
    channel,
  }: { readonly type: string; readonly attributes: readonly string[]; readonly channel?: string | undefined },
): GenerationNeeds {
  const known = findEntityType(type)
  if (!known || !Array.isArray(attributes)) return { readsSources: false, wishes: [] }
  const generated = generatedOf(db, { type: known, attributes, ...(channel !== undefined && { channel }) })
  const definitions = generated.map(({ definition }) => definition)
  return {
    readsSources: definitions.some(({ selected_tools: tools }) => tools.includes('includeDataSources')),
    wishes: definitions.map(toWish),
  }
}

export function mediumOf({ data_type: type }: Pick<AttributeConfig, 'data_type'>): Medium {
  return dataTypeTraits[type].media ?? 'text'
}

function toWish(definition: AttributeConfig): ModelRequest {
  const { key, generation_model: model, image_model, video_model } = definition
  const medium = mediumOf(definition)
  const named = { text: null, image: image_model, video: video_model }
  return { key, medium, model, known: named[medium] }
}
