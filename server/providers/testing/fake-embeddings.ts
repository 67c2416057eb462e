import type { FakeCall, FakeUsage, Json, Wire } from './fake-wire.ts'

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
