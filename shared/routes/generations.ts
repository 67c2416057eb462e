import { Type } from 'typebox'
import { filterJoins } from '../filters.ts'
import { generationModes, overwriteModes } from '../generations.ts'
import { EntityTypeSchema } from '../schemas/entities.ts'
import {
  Estimate,
  NewGeneration,
  SpendRow,
  NewTry,
  TriesEstimate,
  TriesToEstimate,
  TryOutcome,
} from '../schemas/generations.ts'
import { Job } from '../schemas/jobs.ts'
import {
  dataOf,
  listOf,
  type BodyDocs,
  type IssuePlaces,
  type RouteTable,
  type AppRouteTable,
} from './route.ts'
import { exampleId, exampleProviderId, startedJob } from './examples.ts'
import { filterPlaces, optional } from './parameters.ts'

const runPlaces: IssuePlaces = {
  type: ['invalid_value'],
  attributes: ['expected_values'],
  'attributes[<n>]': ['not_a_defined_attribute', 'not_generated'],
  channel: ['invalid_value'],
  ids: ['expected_values', 'too_many_values'],
  'ids[<n>]': ['expected_uuid', 'referenced_entity_not_found'],
  ...filterPlaces,
  overwrite: ['invalid_value'],
  mode: ['invalid_value'],
  budget: ['out_of_range'],
  provider: ['no_provider'],
}

const body = (): BodyDocs => ({
  required: ['type', 'attributes'],
  properties: {
    type: EntityTypeSchema,
    filter_join: Type.Enum([...filterJoins], { default: 'and' }),
    overwrite: Type.Enum([...overwriteModes], { default: 'empty' }),
    mode: Type.Enum([...generationModes], { default: 'review' }),
  },
  examples: {
    blanks: { type: 'product', attributes: ['description'], filter: 'filter[price][gte]=100' },
  },
})

const exampleEstimate = {
  matching: 160,
  to_generate: 142,
  skipped: {
    has_value: 18,
    up_to_date: 0,
    dependency_missing: 0,
    edited_by_hand: 0,
    web_search_not_supported: 0,
  },
  tokens: { input: 71_000, output: 12_780 },
  cost: { low: 0.02, high: 0.07 },
  provider: exampleProviderId,
  model: 'llama3.2',
  samples: [{ id: exampleId, label: 'Oak chair', attribute: 'description', prompt: '…' }],
}

const exampleSpend = {
  day: '2026-01-05',
  provider: exampleProviderId,
  model: 'llama3.2',
  calls: 142,
  tokens: { input: 71_000, output: 12_780 },
  cost: null,
  unsettled: { calls: 0, cost: 0 },
}

export const generationRoutes = {
  'POST /generations/estimate': {
    id: 'estimateGeneration',
    tag: 'Proposals',
    summary: 'Price a run before it starts',
    typeScope: 'write',
    body: NewGeneration,
    answers: { 200: dataOf(Estimate) },
    issues: runPlaces,
    docs: () => ({
      description: `Takes the body of \`POST /generations\` and calls no model. \`matching\` counts entities, \`to_generate\` and \`skipped\` count values;
\`cost\` is null where no price is known.`,
      body: body(),
      answers: { 200: ['What the run would come to.', { data: exampleEstimate }] },
    }),
  },
  'POST /generations': {
    id: 'startGeneration',
    tag: 'Proposals',
    summary: 'Generate values',
    typeScope: 'write',
    body: NewGeneration,
    mayWait: true,
    answers: { 202: dataOf(Job) },
    issues: runPlaces,
    docs: () => ({
      description: `A job generates values of attributes that are defined as generated, for the entities of \`ids\` or for what \`filter\` matches (the
query string of a list, such as \`filter[price][gte]=100&q=oak\`, or as in \`POST /bulk-edits\`; empty: all). \`overwrite\`: \`empty\` fills blanks, \`stale\` also makes anew what was made of
something else, \`all\` writes over everything, also over what people have written. With \`mode\` \`review\` values wait as proposals, with \`apply\` they are written
and \`edit_id\` takes them back. A run that costs something needs a \`budget\` in dollars, at which it stops, and a key may start one only where the owner allows it.
Keys need \`read:sources\` where an attribute is made of sources. An attribute that is not generated is taken where a prompt ships for its \`semantic_type\`, or with
\`channel\` for the field of the channel that it fills: the prompt and the limits of the field hold for this run alone.`,
      body: body(),
      answers: {
        202: [
          'The job.',
          {
            data: startedJob('generation', { type: 'product', attributes: ['description'], mode: 'review' }),
          },
          { location: true },
        ],
      },
    }),
  },
  'GET /generations/spend': {
    id: 'listSpend',
    tag: 'Proposals',
    summary: 'Read what models have cost',
    scopes: ['read:jobs'],
    query: {
      since: optional(Type.String(), 'From this time or day on (UTC).', '2026-01-01'),
      until: optional(Type.String(), 'Before this time, or up to the end of this day.', '2026-01-31'),
    },
    answers: { 200: listOf(SpendRow) },
    issues: { since: ['expected_date'], until: ['expected_date'] },
    docs: () => ({
      description:
        'By day (UTC), provider and model, the last day first. `cost` is null where no price is known; `unsettled` is part of it.',
      answers: { 200: ['The days.', { data: [exampleSpend] }] },
    }),
  },
} satisfies RouteTable

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
