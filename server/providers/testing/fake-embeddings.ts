/** Embeddings as the wire forms ask for them and answer them. */
import type { FakeCall, FakeUsage, Json, Wire } from './fake-wire.ts'

export type EmbeddingWire = 'embeddings' | 'gemini_embeddings'

export function isEmbedding(wire: Wire): wire is EmbeddingWire {
  return wire === 'embeddings' || wire === 'gemini_embeddings'
}

interface EmbeddingOptions {
  readonly usage: FakeUsage
  /** What the letters of a text are if nothing is said. */
  readonly embed: ((text: string) => readonly number[]) | undefined
}

/** The answer to a request for embeddings. */
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

/** The texts of Google's requests. */
export function textsOfGemini(requests: readonly Json[]): string[] {
  return requests.map(({ content }) => content.parts.map(({ text }: Json) => text).join(''))
}

/** How often each letter of the alphabet is in a text. */
function lettersOf(text: string): number[] {
  const letters = text.toLowerCase()
  return Array.from({ length: 26 }, (_, at) => letters.split(String.fromCharCode(97 + at)).length - 1)
}
