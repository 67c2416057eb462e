import { expect, test } from 'vitest'
import { providerKinds, structuredOutputs } from '#shared/providers.ts'
import { readOutput } from '../../catalog/generation/read-output.ts'
import { callModel } from '../../providers/model-call.ts'
import { startFakeProvider } from '../../providers/testing/fake-provider.ts'
import { testDefinition } from '../../testing/test-definition.ts'

const piece = { source: 'attribute:text', quote: 'Oak' }
const loose = {
  value: 'Oak',
  evidence: Array.from({ length: 13 }, () => ({ ...piece, page: 2 })),
  mood: 'good',
}
const wires = providerKinds.flatMap((kind) => structuredOutputs.map((output) => [kind, output] as const))

test.each(wires)(
  'a loose answer of %s by %s is a value with 12 pieces of evidence [agentic.2.3]',
  async (kind, structuredOutput) => {
    const fake = await startFakeProvider({ answer: () => loose })
    try {
      const { value } = await callModel(
        {
          kind: 'text',
          provider: { kind, baseUrl: fake.baseUrl(kind), key: 'sk-secret-1234' },
          model: 'fake-small',
          system: 'You write for a shop.',
          prompt: 'Which wood is it?',
          images: [],
          schema: { type: 'object' },
          structuredOutput,
          webSearch: false,
          maxOutputTokens: 500,
          timeoutMs: 10_000,
        },
        new AbortController().signal,
      )
      expect(readOutput(testDefinition(), value, { labels: [] })).toEqual({
        value: 'Oak',
        evidence: Array.from({ length: 12 }, () => piece),
        note: null,
      })
    } finally {
      await fake.close()
    }
  },
)
