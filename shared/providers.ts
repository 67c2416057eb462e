export type { NewProvider, Provider, ProviderPatch, ProviderTest } from './schemas/providers.ts'

/**
 * The API of a provider: `openai_compatible` is Ollama, LM Studio, llama.cpp, vLLM, OpenRouter and the like.
 */
export const providerKinds = ['openai_compatible', 'openai', 'anthropic', 'google'] as const
export type ProviderKind = (typeof providerKinds)[number]

export const defaultBaseUrls: Readonly<Record<ProviderKind, string | undefined>> = {
  openai_compatible: undefined,
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
}

/**
 * How a model is bound to a schema: by the schema itself; by JSON with the schema in the prompt; by text
 * from which the JSON is extracted.
 */
export const structuredOutputs = ['json_schema', 'json_object', 'text'] as const
export type StructuredOutput = (typeof structuredOutputs)[number]

export const media = ['text', 'image', 'video'] as const
export type Medium = (typeof media)[number]

/**
 * The default models; that for `embedding` makes vectors of texts, which are near for texts with the same
 * meaning.
 */
export type ProviderModels = Readonly<Record<Medium | 'embedding', string | null>>

export const noModels: ProviderModels = { text: null, image: null, video: null, embedding: null }

/** US dollars per million tokens, per picture, per second of video; null for unknown. */
export interface Prices {
  readonly input: number | null
  readonly output: number | null
  readonly image: number | null
  readonly video: number | null
}

export interface OwnPrice extends Prices {
  readonly as_of: string
}
