import {
  extractJsonMiddleware,
  generateText,
  jsonSchema,
  NoObjectGeneratedError,
  Output,
  wrapLanguageModel,
} from 'ai'
import type { StructuredOutput } from '#shared/providers.ts'
import { askForEmbeddings } from './ask-for-embeddings.ts'
import { askForPictures } from './ask-for-pictures.ts'
import { askForVideo } from './ask-for-video.ts'
import { jsonInText } from './json-in-text.ts'
import type { ModelAnswer, ModelRequest, ModelUsage, TextAnswer, TextRequest } from './model-call.ts'
import { ModelCallError } from './model-call-error.ts'
import { openTextModel } from './sdk-models.ts'

/** Sends a request to its model; what goes wrong is thrown as the SDK throws it. */
export function askModel(request: ModelRequest, signal: AbortSignal): Promise<ModelAnswer> {
  if (request.kind === 'text') return askForText(request, signal)
  if (request.kind === 'image') return askForPictures(request, signal)
  if (request.kind === 'embedding') return askForEmbeddings(request, signal)
  return askForVideo(request, signal)
}

// Otherwise the SDK prints what a model does not support to the console; the probe has found that out.
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
    // Whether and when to try again is for who calls to decide.
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

/** Who searches the web cites what it found, which neither Anthropic nor Google combines with a schema. */
function modeOf({ provider: { kind }, structuredOutput, webSearch }: TextRequest): StructuredOutput {
  return webSearch && kind !== 'openai' ? 'text' : structuredOutput
}

/** What the request says of the form of the answer. */
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

/** Takes the JSON out of fences and prose; what holds none stays as it is, for the message. */
function justJson(text: string): string {
  const parsed = jsonInText(text)
  return parsed ? JSON.stringify(parsed.value) : text
}

function toUsage(usage: { inputTokens?: number | undefined; outputTokens?: number | undefined }): ModelUsage {
  return { input: usage.inputTokens ?? null, output: usage.outputTokens ?? null }
}

/** A failure that the SDK throws for text without JSON, in our words. */
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
    return new ModelCallError('refused', 'The provider held the answer back by its content filter.', details)
  if (finishReason === 'length')
    return new ModelCallError('not_json', 'The answer was cut off at the limit of its length.', details)
  return new ModelCallError('not_json', 'The model did not answer with JSON.', details)
}
