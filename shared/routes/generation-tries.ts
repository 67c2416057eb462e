import { NewTry, TriesEstimate, TriesToEstimate, TryOutcome } from '../schemas/generation-tries.ts'
import { dataOf, type IssuePlaces, type AppRouteTable } from './route.ts'
import { exampleId, exampleProviderId } from './examples.ts'

const places: IssuePlaces = {
  type: ['invalid_value'],
  provider: ['no_provider'],
}

const definition = {
  name: 'Claim',
  data_type: 'single_line_text_field',
  ai_generated: true,
  custom_instructions: 'One claim about {{product_name}}.',
}

const prompt = 'The attribute is "Claim" (claim) of one product. …'

export const generationTryRoutes = {
  'POST /generation-tries/estimate': {
    id: 'estimateTries',
    role: 'manager',
    summary: 'Show what trying a definition would send and cost',
    body: TriesToEstimate,
    answers: { 200: dataOf(TriesEstimate) },
    issues: { ...places, 'ids[<n>]': ['expected_uuid'] },
    docs: () => ({
      description:
        'The prompts that a definition makes for some entities, as it is being written. No model is called. The faults of the definition are those of `POST /attributes` and `PATCH /attributes/{key}`.',
      body: { examples: { claim: { type: 'product', definition, ids: [exampleId] } } },
      answers: {
        200: [
          'The prompts and their cost.',
          {
            data: {
              provider: exampleProviderId,
              model: 'llama3.2',
              tokens: { input: 510, output: 90 },
              cost: null,
              rows: [{ id: exampleId, label: 'CH-100', skip: null, prompt }],
            },
          },
        ],
      },
    }),
  },
  'POST /generation-tries': {
    id: 'tryDefinition',
    role: 'manager',
    summary: 'Try a definition on one entity',
    body: NewTry,
    answers: { 200: dataOf(TryOutcome) },
    issues: { ...places, id: ['expected_uuid'] },
    docs: () => ({
      description:
        'Asks the model as a run does, with one try to mend an answer that does not fit, and stores nothing but what it cost. It ends after two minutes, or with the connection.',
      body: { examples: { claim: { type: 'product', definition, id: exampleId } } },
      answers: {
        200: [
          'What came of it.',
          {
            data: {
              id: exampleId,
              label: 'CH-100',
              status: 'value',
              skip: null,
              value: 'It lasts.',
              evidence: [{ source: 'attribute:name', quote: 'Oak chair', verified: true }],
              note: null,
              message: null,
              tokens: { input: 510, output: 30 },
              cost: null,
              prompt,
            },
          },
        ],
      },
    }),
  },
} satisfies AppRouteTable
