import {
  extractJsonMiddleware,
  generateText,
  jsonSchema,
  NoObjectGeneratedError,
  Output,
  wrapLanguageModel,
  embedMany,
  generateImage,
  NoImageGeneratedError,
  experimental_getVideoStatus as getVideoStatus,
  experimental_startVideo as startVideo,
  type JSONValue,
} from 'ai'
import type { StructuredOutput } from '#shared/providers.ts'
import { message } from '#shared/messages/message.ts'
import {
  type ModelAnswer,
  type ModelRequest,
  type ModelUsage,
  type TextAnswer,
  type TextRequest,
  type EmbeddingAnswer,
  type EmbeddingRequest,
  type PictureAnswer,
  type PictureRequest,
  type Picture,
  type VideoAnswer,
  type VideoRequest,
  ModelCallError,
} from './model-call.ts'
import { openTextModel, openEmbeddingModel, openImageModel, openVideoModel } from './sdk-models.ts'
import { UnusableAnswer, providerFetch } from './provider-fetch.ts'
import { setTimeout as sleep } from 'node:timers/promises'

const [firstLookMs, maxLookMs] = [1000, 10_000]

/**
 * Orders a video, or resumes an order, and waits until it is made; errors are thrown as the SDK throws
 * them.
 */
async function askForVideo(request: VideoRequest, signal: AbortSignal): Promise<VideoAnswer> {
  const model = await openVideoModel(request)
  const operation = (request.order as JSONValue | undefined) ?? (await order(request, model, signal))
  for (let pause = request.firstLookMs ?? firstLookMs; ; pause = Math.min(pause * 2, maxLookMs)) {
    const outcome = await getVideoStatus(model, { operation, abortSignal: signal, maxRetries: 0 })
    if (outcome.status === 'error') throw new ModelCallError('refused', outcome.error)
    if (outcome.status === 'completed')
      return { video: await fetchVideo(outcome.videos, signal), seconds: request.seconds }
    await sleep(pause, undefined, { signal })
  }
}

type VideoModel = Awaited<ReturnType<typeof openVideoModel>>

async function order(request: VideoRequest, model: VideoModel, signal: AbortSignal): Promise<JSONValue> {
  const { prompt, aspectRatio, seconds, onOrdered } = request
  const { operation } = await startVideo({
    model,
    prompt,
    maxRetries: 0,
    abortSignal: signal,
    ...(aspectRatio !== null && { aspectRatio: aspectRatio as `${number}:${number}` }),
    ...(seconds !== null && { duration: seconds }),
  })
  await onOrdered?.(operation)
  return operation
}

type Videos = Extract<Awaited<ReturnType<typeof getVideoStatus>>, { status: 'completed' }>['videos']

async function fetchVideo([video]: Videos, signal: AbortSignal): Promise<Picture> {
  if (video?.type !== 'url')
    throw new UnusableAnswer('The provider says that the video is made, and not where it lies.')
  const { mediaType, url } = video
  const response = await followOnce(url, signal)
  if (!response.ok)
    throw new UnusableAnswer(`The video is made and could not be fetched (${response.status}).`)
  return { bytes: new Uint8Array(await response.arrayBuffer()), mediaType }
}

/** Follows Google's redirect to the file. The key is in the address of the request and must not go along. */
async function followOnce(url: string, signal: AbortSignal): Promise<Response> {
  try {
    return await providerFetch(url, { signal })
  } catch (error) {
    if (!(error instanceof UnusableAnswer) || error.location === undefined) throw error
    const next = new URL(error.location, url)
    if (next.protocol !== 'https:' && next.origin !== new URL(url).origin) throw error
    return providerFetch(next, { signal })
  }
}

export function askModel(request: ModelRequest, signal: AbortSignal): Promise<ModelAnswer> {
  if (request.kind === 'text') return askForText(request, signal)
  if (request.kind === 'image') return askForPictures(request, signal)
  if (request.kind === 'embedding') return askForEmbeddings(request, signal)
  return askForVideo(request, signal)
}

/**
 * Returns the JSON in an answer: all of it, the content of its fence, or the first object in its prose;
 * undefined where nothing parses. Models write all three, whatever their instructions.
 */
function jsonInText(text: string): { readonly value: unknown } | undefined {
  const trimmed = withoutThoughts(text).trim()
  for (const candidate of candidates(trimmed)) {
    const parsed = parse(candidate)
    if (parsed) return parsed
  }
  return undefined
}

const fence = /```[a-z]*[ \t]*\r?\n?([\s\S]*?)```/gi
const thoughts = /^\s*<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/i
const maxStarts = 20

function withoutThoughts(text: string): string {
  return text.replace(thoughts, '')
}

function* candidates(text: string): Generator<string> {
  yield text
  for (const [, inside = ''] of text.matchAll(fence)) yield inside
  let start = text.indexOf('{')
  for (let tried = 0; start >= 0 && tried < maxStarts; tried++) {
    const end = endOfObject(text, start)
    if (end !== undefined) yield text.slice(start, end)
    start = text.indexOf('{', start + 1)
  }
}

function endOfObject(text: string, start: number): number | undefined {
  let depth = 0
  let isQuoted = false
  for (let at = start; at < text.length; at++) {
    const char = text[at]
    if (isQuoted && char === '\\') at++
    else if (char === '"') isQuoted = !isQuoted
    else if (!isQuoted && char === '{') depth++
    else if (!isQuoted && char === '}' && --depth === 0) return at + 1
  }
  return undefined
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { value } : undefined
  } catch {
    return undefined
  }
}

// Otherwise the SDK prints unsupported options to the console; the probe has found them out.
globalThis.AI_SDK_LOG_WARNINGS = false

async function askForText(request: TextRequest, signal: AbortSignal): Promise<TextAnswer> {
  const mode = modeOf(request)
  const { model, tools } = await openTextModel({ ...request, structuredOutput: mode })
  const taken = wrapLanguageModel({ model, middleware: extractJsonMiddleware({ transform: justJson }) })
  const result = await generateText({
    model: taken,
    instructions: mode === 'json_schema' ? request.system : withSchema(request),
    messages: [{ role: 'user', content: contentOf(request) }],
    maxOutputTokens: request.maxOutputTokens,
    maxRetries: 0,
    abortSignal: signal,
    ...(tools && { tools }),
    ...outputs[mode](request.schema),
  })
  const { text, sources, finishReason } = result
  const usage = toUsage(result.usage)
  const parsed = jsonInText(text)
  if (!parsed) throw notJson(finishReason, text, usage)
  const urls = sources.flatMap((source) => (source.sourceType === 'url' ? [source.url] : []))
  return { value: parsed.value, text, usage, sources: [...new Set(urls)] }
}

/** A web search cites its results, which neither Anthropic nor Google combines with a schema. */
function modeOf({ provider: { kind }, structuredOutput, webSearch }: TextRequest): StructuredOutput {
  return webSearch && kind !== 'openai' ? 'text' : structuredOutput
}

const outputs = {
  json_schema: (schema) => ({ output: Output.object({ schema: jsonSchema(schema), name: 'answer' }) }),
  json_object: () => ({ output: Output.json() }),
  text: () => ({}),
} satisfies Record<StructuredOutput, (schema: object) => object>

function withSchema({ system, schema }: TextRequest): string {
  return `${system}\n\nAnswer with one JSON object and nothing else. It satisfies this JSON schema:\n${JSON.stringify(schema)}`
}

function contentOf({ prompt, images }: TextRequest) {
  const pictures = images.map(({ bytes, mediaType }) => ({ type: 'file' as const, data: bytes, mediaType }))
  return [{ type: 'text' as const, text: prompt }, ...pictures]
}

/** Extracts the JSON from fences and prose; an answer without JSON stays as it is, for the message. */
function justJson(text: string): string {
  const parsed = jsonInText(text)
  return parsed ? JSON.stringify(parsed.value) : text
}

function toUsage(usage: { inputTokens?: number | undefined; outputTokens?: number | undefined }): ModelUsage {
  return { input: usage.inputTokens ?? null, output: usage.outputTokens ?? null }
}

export function unparsed(error: unknown): ModelCallError | undefined {
  if (!NoObjectGeneratedError.isInstance(error)) return undefined
  const { finishReason, text = '', usage } = error
  return notJson(finishReason, text, usage && toUsage(usage))
}

function notJson(
  finishReason: string | undefined,
  text: string,
  usage: ModelUsage | undefined,
): ModelCallError {
  const details = { text, usage }
  if (finishReason === 'content-filter')
    return new ModelCallError('refused', message('provider.content_filter'), details)
  if (finishReason === 'length')
    return new ModelCallError('not_json', message('model.answer_cut_off'), details)
  return new ModelCallError('not_json', message('model.answer_not_json'), details)
}

/** Has a model make vectors of texts; errors are thrown as the SDK throws them. */
async function askForEmbeddings(request: EmbeddingRequest, signal: AbortSignal): Promise<EmbeddingAnswer> {
  const { embeddings, usage } = await embedMany({
    model: await openEmbeddingModel(request),
    values: [...request.values],
    maxRetries: 0,
    maxParallelCalls: 1,
    abortSignal: signal,
  })
  const length = embeddings[0]?.length ?? 0
  if (
    embeddings.length !== request.values.length ||
    length === 0 ||
    embeddings.some((one) => one.length !== length)
  )
    throw new UnusableAnswer('The provider has not made an embedding of each value. Choose another model.')
  return {
    vectors: embeddings,
    usage: { input: Number.isFinite(usage.tokens) ? usage.tokens : null, output: 0 },
  }
}

/** Has a model make pictures, possibly fewer than requested; errors are thrown as the SDK throws them. */
async function askForPictures(request: PictureRequest, signal: AbortSignal): Promise<PictureAnswer> {
  if (request.provider.kind !== 'google' || request.count === 1) return askOnce(request, signal)
  // Google makes one picture per call. The made ones are paid for, even where others failed.
  const one = { ...request, count: 1 }
  const asked = await Promise.allSettled(Array.from({ length: request.count }, () => askOnce(one, signal)))
  const made = asked.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  const [failed] = asked.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  if (made.length === 0) throw failed
  return {
    pictures: made.flatMap(({ pictures }) => pictures),
    usage: {
      input: sum(made.map(({ usage }) => usage.input)),
      output: sum(made.map(({ usage }) => usage.output)),
    },
  }
}

function sum(counts: readonly (number | null)[]): number | null {
  return counts.includes(null) ? null : counts.reduce<number>((total, count) => total + (count ?? 0), 0)
}

async function askOnce(request: PictureRequest, signal: AbortSignal): Promise<PictureAnswer> {
  const model = await openImageModel(request)
  const result = await generateImage({
    model,
    prompt: promptOf(request),
    n: request.count,
    maxRetries: 0,
    abortSignal: signal,
    ...shapeOf(request),
  }).catch((error: unknown) => {
    if (!NoImageGeneratedError.isInstance(error)) throw error
    throw new ModelCallError('refused', message('model.no_picture'))
  })
  const { inputTokens = null, outputTokens = null } = result.usage
  return {
    pictures: result.images.map(({ uint8Array, mediaType }) => ({ bytes: uint8Array, mediaType })),
    usage: { input: inputTokens, output: outputTokens },
  }
}

function promptOf({ prompt, images }: PictureRequest) {
  return images.length === 0 ? prompt : { text: prompt, images: images.map(({ bytes }) => bytes) }
}

/**
 * Google takes any ratio; providers with the OpenAI API take three sizes, and the nearest one is
 * requested.
 */
function shapeOf({ provider: { kind }, aspectRatio }: PictureRequest) {
  if (aspectRatio === null) return {}
  if (kind === 'google') return { aspectRatio: aspectRatio as `${number}:${number}` }
  const [width = 1, height = 1] = aspectRatio.split(':').map(Number)
  if (width === height) return { size: '1024x1024' } as const
  return { size: width > height ? '1536x1024' : '1024x1536' } as const
}
