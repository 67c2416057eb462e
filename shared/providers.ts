export type { NewProvider, Provider, ProviderPatch, ProviderTest } from './schemas/providers.ts'

/**
 * The API of a provider: `openai_compatible` is Ollama, LM Studio, llama.cpp, vLLM, OpenRouter and the like.
 */
export const providerKinds = ['openai_compatible', 'openai', 'anthropic', 'google'] as const
export type ProviderKind = (typeof providerKinds)[number]

/** Where each kind answers, if nothing else is said. */
export const defaultBaseUrls: Readonly<Record<ProviderKind, string | undefined>> = {
  openai_compatible: undefined,
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
}

/** How a model is held to a schema: by the schema itself; by JSON with the schema in the prompt; by text from which the JSON is taken. */
export const structuredOutputs = ['json_schema', 'json_object', 'text'] as const
export type StructuredOutput = (typeof structuredOutputs)[number]

export const media = ['text', 'image', 'video'] as const
export type Medium = (typeof media)[number]

/** The models that are taken where nobody names one; that for `embedding` makes numbers of texts, by which those that mean the same are near. */
export type ProviderModels = Readonly<Record<Medium | 'embedding', string | null>>

export const noModels: ProviderModels = { text: null, image: null, video: null, embedding: null }

/** US dollars per million tokens, per picture, per second of video; null is not known. */
export interface Prices {
  readonly input: number | null
  readonly output: number | null
  readonly image: number | null
  readonly video: number | null
}

export interface OwnPrice extends Prices {
  readonly as_of: string
}
