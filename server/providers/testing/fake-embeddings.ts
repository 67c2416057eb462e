import type { FakeCall, FakeUsage, Json, Wire } from './fake-wire.ts'
import type { IncomingMessage } from 'node:http'
import { buffer, json } from 'node:stream/consumers'

export type EmbeddingWire = 'embeddings' | 'gemini_embeddings'

export function isEmbedding(wire: Wire): wire is EmbeddingWire {
  return wire === 'embeddings' || wire === 'gemini_embeddings'
}

interface EmbeddingOptions {
  readonly usage: FakeUsage
  /** The vector of a text; by default its counts of letters. */
  readonly embed: ((text: string) => readonly number[]) | undefined
}

export function answerEmbeddings(
  call: FakeCall,
  wire: EmbeddingWire,
  { usage, embed = lettersOf }: EmbeddingOptions,
): Json {
  return writeEmbeddings[wire](embeddedTexts(call).map(embed), usage, call)
}

const writeEmbeddings: Record<
  'embeddings' | 'gemini_embeddings',
  (vectors: readonly (readonly number[])[], usage: FakeUsage, call: FakeCall) => Json
> = {
  embeddings: (vectors, usage, { model }) => ({
    object: 'list',
    data: vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })),
    model,
    usage: { prompt_tokens: usage.input, total_tokens: usage.input },
  }),
  gemini_embeddings: (vectors, _usage, { body }) => {
    const embeddings = vectors.map((values) => ({ values }))
    return body['requests'] ? { embeddings } : { embedding: embeddings[0] }
  },
}

function embeddedTexts({ wire, body }: Pick<FakeCall, 'wire' | 'body'>): string[] {
  if (wire === 'embeddings') return [body['input']].flat()
  return textsOfGemini(body['requests'] ?? [{ content: body['content'] }])
}

export function textsOfGemini(requests: readonly Json[]): string[] {
  return requests.map(({ content }) => content.parts.map(({ text }: Json) => text).join(''))
}

function lettersOf(text: string): number[] {
  const letters = text.toLowerCase()
  return Array.from({ length: 26 }, (_, at) => letters.split(String.fromCharCode(97 + at)).length - 1)
}

/** Requests with reference pictures come as a form; the book keeps only the number of pictures. */
export async function readBody(request: IncomingMessage): Promise<Json> {
  if (!request.headers['content-type']?.startsWith('multipart/')) return (await json(request)) as Json
  const headers = { 'content-type': request.headers['content-type'] }
  const form = await new Response(await buffer(request), { headers }).formData()
  const image = [...form].filter(([name]) => name.startsWith('image')).map(([name]) => name)
  const fields = [...form].filter(([, value]) => typeof value === 'string')
  return { ...Object.fromEntries(fields), image }
}

export function wireOf(path: string): Wire | undefined {
  if (path.endsWith('/chat/completions')) return 'chat'
  if (path.endsWith('/responses')) return 'responses'
  if (path.endsWith('/messages')) return 'messages'
  if (/\/images\/(?:generations|edits)$/.test(path)) return 'images'
  if (path.endsWith('/embeddings')) return 'embeddings'
  if (/:(?:batchEmbedContents|embedContent)$/.test(path)) return 'gemini_embeddings'
  if (path.endsWith(':generateContent')) return 'gemini'
  if (path.endsWith(':predictLongRunning')) return 'gemini_video'
  return undefined
}

export function formOf(wire: Wire, { generationConfig }: Json): Wire {
  const isPicture = JSON.stringify(generationConfig?.responseModalities ?? []).includes('IMAGE')
  return wire === 'gemini' && isPicture ? 'gemini_images' : wire
}

export function modelIn(path: string): string {
  return decodeURIComponent(/\/models\/([^:]+):/.exec(path)?.[1] ?? '')
}

export function keyOf({ headers }: IncomingMessage): string | undefined {
  const named = headers['x-api-key'] ?? headers['x-goog-api-key']
  const bearer = headers.authorization?.replace(/^Bearer /, '')
  return (typeof named === 'string' ? named : bearer) || undefined
}
