/** Models of each kind of provider as objects of the SDK; never as strings, which would go to a hosted gateway. */
import type { EmbeddingModel, ImageModel, LanguageModel, ToolSet } from 'ai'
import type { ProviderKind } from '#shared/providers.ts'
import {
  type CalledProvider,
  type EmbeddingRequest,
  type PictureRequest,
  type TextRequest,
  type VideoRequest,
  ModelCallError,
} from './model-call.ts'
import { providerFetch } from './provider-fetch.ts'

interface TextModel {
  readonly model: Exclude<LanguageModel, string>
  readonly tools: ToolSet | undefined
}

export function openTextModel(request: TextRequest): Promise<TextModel> {
  return textModels[request.provider.kind](request)
}

const textModels: Record<ProviderKind, (request: TextRequest) => Promise<TextModel>> = {
  async openai_compatible({ provider, model, structuredOutput }) {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
    const sdk = createOpenAICompatible({
      ...settings(provider),
      name: 'provider',
      // Without it the schema never reaches the model.
      supportsStructuredOutputs: structuredOutput === 'json_schema',
    })
    return { model: sdk.chatModel(model), tools: undefined }
  },
  async openai({ provider, model, webSearch }) {
    const { createOpenAI } = await import('@ai-sdk/openai')
    const sdk = createOpenAI(settings(provider))
    return { model: sdk.responses(model), tools: webSearch ? { search: sdk.tools.webSearch({}) } : undefined }
  },
  async anthropic({ provider, model, webSearch }) {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    const sdk = createAnthropic(settings(provider))
    const tools = webSearch ? { search: sdk.tools.webSearch_20250305({ maxUses: 5 }) } : undefined
    return { model: sdk.messages(model), tools }
  },
  async google({ provider, model, webSearch }) {
    const { createGoogle } = await import('@ai-sdk/google')
    const sdk = createGoogle(settings(provider))
    return { model: sdk.chat(model), tools: webSearch ? { search: sdk.tools.googleSearch({}) } : undefined }
  },
}

export function openImageModel(request: PictureRequest): Promise<Exclude<ImageModel, string>> {
  return imageModels[request.provider.kind](request)
}

const imageModels: Record<ProviderKind, (request: PictureRequest) => Promise<Exclude<ImageModel, string>>> = {
  async openai_compatible({ provider, model }) {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
    return createOpenAICompatible({ ...settings(provider), name: 'provider' }).imageModel(model)
  },
  async openai({ provider, model }) {
    const { createOpenAI } = await import('@ai-sdk/openai')
    return createOpenAI(settings(provider)).image(model)
  },
  async anthropic() {
    throw new ModelCallError('refused', 'Anthropic makes no pictures. Choose another provider for them.')
  },
  async google({ provider, model }) {
    const { createGoogle } = await import('@ai-sdk/google')
    return createGoogle(settings(provider)).image(model)
  },
}

export function openEmbeddingModel(request: EmbeddingRequest): Promise<Exclude<EmbeddingModel, string>> {
  return embeddingModels[request.provider.kind](request)
}

const embeddingModels: Record<
  ProviderKind,
  (request: EmbeddingRequest) => Promise<Exclude<EmbeddingModel, string>>
> = {
  async openai_compatible({ provider, model }) {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
    return createOpenAICompatible({ ...settings(provider), name: 'provider' }).embeddingModel(model)
  },
  async openai({ provider, model }) {
    const { createOpenAI } = await import('@ai-sdk/openai')
    return createOpenAI(settings(provider)).embeddingModel(model)
  },
  async anthropic() {
    throw new ModelCallError('refused', 'Anthropic makes no embeddings. Choose another provider for them.')
  },
  async google({ provider, model }) {
    const { createGoogle } = await import('@ai-sdk/google')
    return createGoogle(settings(provider)).embeddingModel(model)
  },
}

/** Opens the model for a video; of these kinds only Google makes videos. */
export async function openVideoModel({ provider, model }: VideoRequest) {
  if (provider.kind !== 'google')
    throw new ModelCallError('refused', 'This provider makes no videos. Choose one of Google for them.')
  const { createGoogle } = await import('@ai-sdk/google')
  return createGoogle(settings(provider)).video(model)
}

/** An empty key keeps the SDK from reading one from the environment. */
function settings({ baseUrl, key }: CalledProvider) {
  return { baseURL: baseUrl, apiKey: key ?? '', fetch: providerFetch }
}
