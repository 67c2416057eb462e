import { Type } from 'typebox'
import {
  similarityMethods,
  maxComparedValues,
  maxMergedValues,
  phoneticAlgorithms,
} from '../similar-values.ts'
import { ValueGroup, MergeSimilarValues, MergeSimilarValuesResult } from '../schemas/duplicates.ts'
import { EntityTypeSchema } from '../schemas/entities.ts'
import { Job } from '../schemas/jobs.ts'
import { dataOf, pageOf, type RouteTable } from './route.ts'
import { exampleId, examplePagination, startedJob } from './examples.ts'
import { optional, paging, pagingPlaces, required } from './parameters.ts'

const exampleEditId = '01989f6e-9e31-7c22-9d4e-6f708192a3b4'

const exampleGroup = {
  values: [
    { value: 'Oak', count: 12 },
    { value: 'oak ', count: 2 },
  ],
  count: 14,
  suggested: 'Oak',
}

const exampleResult = {
  matching: 14,
  changed: 2,
  edit_id: exampleEditId,
  sample: [{ id: exampleId, label: 'Oak chair', old: 'oak ', new: 'Oak' }],
}

export const similarValuesRoutes = {
  'GET /quality/clusters': {
    id: 'listClusters',
    tag: 'Quality',
    summary: 'Find values that may mean the same',
    typeScope: 'read',
    query: {
      ...paging,
      type: required(EntityTypeSchema, 'The type of the entities.', 'product'),
      attribute: required(
        Type.String(),
        'The key of a text attribute, or of one chosen from options.',
        'material',
      ),
      method: required(Type.Enum([...similarityMethods]), 'How values are compared.', 'fingerprint'),
      algorithm: optional(
        Type.Enum([...phoneticAlgorithms]),
        'For `phonetic`: how words sound in English, or in German; either if left out.',
      ),
      filter: optional(
        Type.String(),
        'Only values of entities that this filter finds: clauses as in a list, or its query string in one text.',
        'filter[status]=Published',
      ),
    },
    answers: { 200: pageOf(ValueGroup) },
    issues: {
      ...pagingPlaces,
      type: ['required', 'invalid_value'],
      attribute: ['required', 'not_a_defined_attribute', 'not_a_text_attribute'],
      method: ['required', 'invalid_value', 'no_provider'],
      algorithm: ['invalid_value'],
      filter: ['not_a_defined_attribute', 'unknown_operator', 'invalid_value', 'too_many_values'],
    },
    docs: () => ({
      description: `Groups of at least two exact spellings, those that most entities hold first, with the most frequent value as \`suggested\`. Items of
a multi select count each on their own. \`fingerprint\`: the same words, whatever their case, accents, punctuation and order. \`ngram_fingerprint\`: the same pairs of letters, which also overlooks spaces and doubled letters. \`phonetic\`: words
that sound alike. \`levenshtein\`: up to two letters apart, one in texts of four to seven letters. \`embedding\`: the same meaning, by the embedding model of a provider. Texts
whose digits differ are never near each other by sound or letters. Up to ${maxComparedValues.toLocaleString('en')} different values are looked at.`,
      answers: { 200: ['A page of groups.', { data: [exampleGroup], pagination: examplePagination }] },
    }),
  },
  'POST /quality/clusters/merge': {
    id: 'mergeClusters',
    tag: 'Quality',
    summary: 'Make one value of several',
    typeScope: 'write',
    body: MergeSimilarValues,
    mayWait: true,
    answers: { 200: dataOf(MergeSimilarValuesResult), 202: dataOf(Job) },
    issues: {
      type: ['invalid_value'],
      attribute: ['not_a_defined_attribute', 'not_a_text_attribute', 'invalid_value'],
      groups: ['expected_values', 'too_many_values'],
      'groups[<n>].values': ['expected_values'],
      'groups[<n>].values[<n>]': ['invalid_value'],
      'groups[<n>].to': [
        'required',
        'invalid_value',
        'not_an_acceptable_value',
        'too_long',
        'too_short',
        'pattern_mismatch',
      ],
      filter: ['not_a_defined_attribute', 'unknown_operator', 'invalid_value'],
    },
    docs: () => ({
      description: `In every group the values, by their exact spelling, become \`to\`, wherever an entity that the filter finds holds them. Of a select the options
merged are removed, as long as nobody holds them any more. The primary attribute of vendors and categories names entities: those are merged into the oldest of those called \`to\`. Up to ${maxMergedValues.toLocaleString('en')} values at
once; many entities are changed by a job, whose result is the same. \`POST /edits/{edit_id}/undo\` takes all of it back. With \`dry_run\` nothing is changed.`,
      access: 'Needs the write scope of the type; of vendors and categories, what merging entities needs.',
      body: {
        properties: { type: EntityTypeSchema },
        examples: {
          plain: {
            type: 'product',
            attribute: 'product_name',
            groups: [{ values: ['Oak', 'oak '], to: 'Oak' }],
            dry_run: true,
          },
        },
      },
      answers: {
        200: ['What has changed.', { data: exampleResult }],
        202: [
          'The job that changes many entities.',
          { data: startedJob('cluster_merge', { type: 'product', edit_id: exampleEditId }) },
          { location: true },
        ],
      },
    }),
  },
} satisfies RouteTable
