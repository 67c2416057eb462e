import { crc32, deflateSync } from 'node:zlib'
import type { StructuredOutput } from '#shared/providers.ts'
import { textsOfGemini } from './fake-embeddings.ts'

export type Wire =
  | 'chat'
  | 'responses'
  | 'messages'
  | 'gemini'
  | 'images'
  | 'gemini_images'
  | 'gemini_video'
  | 'embeddings'
  | 'gemini_embeddings'

export interface FakeCall {
  readonly wire: Wire
  readonly model: string
  readonly system: string
  readonly prompt: string
  readonly images: number
  readonly format: StructuredOutput
  readonly schema: unknown
  readonly webSearch: boolean
  readonly count: number
  readonly key: string | undefined
  readonly body: Json
}

export interface FakeUsage {
  readonly input: number
  readonly output: number
}

// oxlint-disable-next-line typescript/no-explicit-any
export type Json = { readonly [member: string]: any }

export const readCall: Record<Wire, (body: Json, model: string) => Omit<FakeCall, 'wire' | 'key' | 'body'>> =
  {
    chat: ({ model, messages, response_format: format }) => ({
      ...nothing,
      model,
      system: textOf(messages.filter(({ role }: Json) => role === 'system')),
      prompt: textOf(messages.filter(({ role }: Json) => role !== 'system')),
      images: partsOf(messages).filter(({ type }) => type === 'image_url').length,
      format: format?.type ?? 'text',
      schema: format?.json_schema?.schema,
    }),
    responses: ({ model, input, text, tools = [] }) => ({
      ...nothing,
      model,
      system: textOf(input.filter(({ role }: Json) => role === 'system' || role === 'developer')),
      prompt: textOf(input.filter(({ role }: Json) => role === 'user')),
      images: partsOf(input).filter(({ type }) => type === 'input_image').length,
      format: text?.format?.type ?? 'text',
      schema: text?.format?.schema,
      webSearch: tools.some(({ type }: Json) => type === 'web_search'),
    }),
    messages: ({ model, system, messages, output_config: config, output_format: format, tools = [] }) => {
      const schema =
        (config?.format ?? format)?.schema ?? tools.find(({ name }: Json) => name === 'json')?.input_schema
      return {
        ...nothing,
        model,
        system: typeof system === 'string' ? system : (system ?? []).map(({ text }: Json) => text).join('\n'),
        prompt: textOf(messages),
        images: partsOf(messages).filter(({ type }) => type === 'image').length,
        format: schema ? 'json_schema' : 'text',
        schema,
        webSearch: tools.some(({ type }: Json) => String(type).startsWith('web_search')),
      }
    },
    gemini: ({ contents, systemInstruction, generationConfig = {}, tools }, model) => {
      const schema = generationConfig.responseSchema ?? generationConfig.responseJsonSchema
      const parts: Json[] = contents.flatMap(({ parts }: Json) => parts)
      return {
        ...nothing,
        model,
        system: (systemInstruction?.parts ?? []).map(({ text }: Json) => text).join('\n'),
        prompt: parts.flatMap(({ text }) => text ?? []).join('\n'),
        images: parts.filter(({ inlineData }) => inlineData).length,
        format: formatOfGemini(generationConfig, schema),
        schema,
        webSearch: JSON.stringify(tools ?? []).includes('googleSearch'),
      }
    },
    images: ({ model, prompt, n = 1, image }) => ({
      ...nothing,
      model,
      prompt,
      count: Number(n),
      images: image?.length ?? 0,
    }),
    embeddings: ({ model, input }) => ({
      ...nothing,
      model,
      prompt: [input].flat().join('\n'),
      count: [input].flat().length,
    }),
    gemini_embeddings: ({ requests, content }, model) => {
      const texts = textsOfGemini(requests ?? [{ content }])
      return { ...nothing, model, prompt: texts.join('\n'), count: texts.length }
    },
    gemini_video: ({ instances }, model) => ({ ...nothing, model, prompt: instances[0].prompt }),
    gemini_images: ({ contents }, model) => ({
      ...nothing,
      model,
      prompt: contents.flatMap(({ parts }: Json) => parts.flatMap(({ text }: Json) => text ?? [])).join('\n'),
      images: contents.flatMap(({ parts }: Json) => parts.filter(({ inlineData }: Json) => inlineData))
        .length,
    }),
  }

const nothing = {
  system: '',
  images: 0,
  format: 'text' as StructuredOutput,
  schema: undefined,
  webSearch: false,
  count: 1,
}

function formatOfGemini({ responseMimeType }: Json, schema: unknown): StructuredOutput {
  if (schema) return 'json_schema'
  return responseMimeType === 'application/json' ? 'json_object' : 'text'
}

export const writeText: Record<
  Exclude<Wire, 'images' | 'gemini_images' | 'gemini_video' | 'embeddings' | 'gemini_embeddings'>,
  (text: string, usage: FakeUsage, call: FakeCall) => Json
> = {
  chat: (text, usage, { model }) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_767_607_200,
    model,
    choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
    usage: {
      prompt_tokens: usage.input,
      completion_tokens: usage.output,
      total_tokens: usage.input + usage.output,
    },
  }),
  responses: (text, usage, { model, webSearch }) => ({
    id: 'resp_1',
    object: 'response',
    created_at: 1_767_607_200,
    status: 'completed',
    error: null,
    incomplete_details: null,
    model,
    output: [
      ...(webSearch
        ? [
            {
              type: 'web_search_call',
              id: 'ws_1',
              status: 'completed',
              action: { type: 'search', query: 'chair' },
            },
          ]
        : []),
      {
        type: 'message',
        id: 'msg_1',
        status: 'completed',
        role: 'assistant',
        content: [{ type: 'output_text', text, annotations: webSearch ? [openaiCitation] : [] }],
      },
    ],
    usage: {
      input_tokens: usage.input,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: usage.output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: usage.input + usage.output,
    },
  }),
  messages: (text, usage, { model, body, webSearch }) => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model,
    content: contentOfMessage(text, body, webSearch),
    stop_reason: usesJsonTool(body) ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: usage.input, output_tokens: usage.output },
  }),
  gemini: (text, usage, { model, webSearch }) => ({
    candidates: [
      {
        content: { role: 'model', parts: [{ text }] },
        finishReason: 'STOP',
        index: 0,
        ...(webSearch && {
          groundingMetadata: { groundingChunks: [{ web: { uri: citedUrl, title: 'Chairs' } }] },
        }),
      },
    ],
    usageMetadata: {
      promptTokenCount: usage.input,
      candidatesTokenCount: usage.output,
      totalTokenCount: usage.input + usage.output,
    },
    modelVersion: model,
  }),
}

export const citedUrl = 'https://shop.example/chairs'

const openaiCitation = { type: 'url_citation', start_index: 0, end_index: 1, url: citedUrl, title: 'Chairs' }

function usesJsonTool({ tools = [] }: Json): boolean {
  return tools.some(({ name }: Json) => name === 'json')
}

function contentOfMessage(text: string, body: Json, webSearch: boolean): Json[] {
  if (usesJsonTool(body)) return [{ type: 'tool_use', id: 'toolu_1', name: 'json', input: JSON.parse(text) }]
  if (!webSearch) return [{ type: 'text', text }]
  return [
    { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'chair' } },
    {
      type: 'web_search_tool_result',
      tool_use_id: 'srvtoolu_1',
      content: [
        { type: 'web_search_result', url: citedUrl, title: 'Chairs', encrypted_content: 'x', page_age: null },
      ],
    },
    { type: 'text', text },
  ]
}

export const writePictures: Record<
  'images' | 'gemini_images',
  (pictures: readonly string[], usage: FakeUsage) => Json
> = {
  images: (pictures, usage) => ({
    created: 1_767_607_200,
    data: pictures.map((picture) => ({ b64_json: picture })),
    usage: {
      input_tokens: usage.input,
      output_tokens: usage.output,
      total_tokens: usage.input + usage.output,
    },
  }),
  gemini_images: (pictures, usage) => ({
    candidates: [
      {
        content: {
          role: 'model',
          parts: pictures.map((data) => ({ inlineData: { mimeType: 'image/png', data } })),
        },
        finishReason: 'STOP',
        index: 0,
      },
    ],
    usageMetadata: {
      promptTokenCount: usage.input,
      candidatesTokenCount: usage.output,
      totalTokenCount: usage.input + usage.output,
    },
  }),
}

export function onePixel(number: number): string {
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0])
  const pixel = Buffer.alloc(4)
  pixel.writeUIntBE(number, 1, 3)
  const chunks = [pngChunk('IHDR', header), pngChunk('IDAT', deflateSync(pixel)), pngChunk('IEND')]
  return Buffer.concat([Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'), ...chunks]).toString('base64')
}

function pngChunk(name: string, data: Uint8Array = new Uint8Array()): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

export const briefVideo = Buffer.concat([
  Buffer.from([0, 0, 0, 16]),
  Buffer.from('ftypisom\0\0\0\0', 'latin1'),
])

export function writeError(wire: Wire, status: number, message: string, code: string | null): Json {
  if (wire === 'messages') return { type: 'error', error: { type: code ?? 'api_error', message } }
  if (wire.startsWith('gemini')) return { error: { code: status, message, status: code ?? 'UNKNOWN' } }
  return { error: { message, type: code ?? 'invalid_request_error', param: null, code } }
}

function partsOf(messages: readonly Json[]): Json[] {
  return messages.flatMap(({ content }) => (Array.isArray(content) ? content : []))
}

function textOf(messages: readonly Json[]): string {
  return messages
    .flatMap(({ content }) => (Array.isArray(content) ? content.map(({ text }) => text ?? '') : content))
    .filter((text) => text !== '')
    .join('\n')
}
