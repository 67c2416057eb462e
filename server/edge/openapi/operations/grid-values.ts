import { Type } from 'typebox'
import { DistinctValues, ListAggregates } from '#shared/schemas/grid.ts'
import { dataOf } from '../answer-schemas.ts'
import { exampleSnapshotId } from '../examples.ts'
import type { OperationTable } from '../operation-docs.ts'
import { rowParameter, typeParameter } from './grid.ts'
import { workspaceParameter } from './owner.ts'

export const gridValueDocs: OperationTable = {
  'GET /grid/aggregates': {
    id: 'aggregateList',
    tag: 'Owner',
    description: `Takes \`q\`, \`filter[…]\` and \`filter_join\` of the lists. Effective values count, inherited and computed ones too. Numbers have a
sum, an average, a least and a greatest value, dates an earliest and a latest one (\`least\`, \`greatest\`); all other values are only
counted, and so are several values that one row has at once (\`measure\` is null). With
\`first_row\` and \`last_row\` it sums up a stretch of the list in the order of \`sort\`, or in that of a \`snapshot\`
of the owner.`,
    parameters: [
      workspaceParameter,
      typeParameter,
      {
        name: 'keys',
        description: 'Up to 30 attributes.',
        schema: Type.Array(Type.String()),
        style: 'form',
        explode: false,
        required: true,
        example: ['price', 'sku'],
      },
      {
        name: 'snapshot',
        description: 'A snapshot of a list of this type.',
        schema: Type.String(),
        example: exampleSnapshotId,
      },
      rowParameter('first_row', 'The first position of the list to sum up.'),
      { ...rowParameter('last_row', 'The last position of the list to sum up.'), example: 100 },
    ],
    answers: {
      200: {
        description:
          'By key, what the values come to, and how many rows there are. What has no value has no sum.',
        schema: dataOf(ListAggregates),
        example: {
          data: {
            rows: 200,
            columns: {
              price: { filled: 3, measure: 'number', sum: 60, average: 20, least: 10, greatest: 30 },
              sku: { filled: 200, measure: null, sum: null, average: null, least: null, greatest: null },
            },
          },
        },
      },
    },
    issues: [
      'required',
      'invalid_value',
      'not_a_defined_attribute',
      'too_many_values',
      'expected_non_negative_integer',
      'out_of_range',
    ],
  },
  'GET /grid/distinct': {
    id: 'distinctValues',
    tag: 'Owner',
    description: `Takes \`q\`, \`filter[…]\` and \`filter_join\` of the lists. The values are in order, each as its first row spells it; the rows without
one come last. Several values that one row has at once are one value.`,
    parameters: [
      workspaceParameter,
      typeParameter,
      {
        name: 'key',
        description: 'The attribute; it must be one that can be sorted by.',
        schema: Type.String(),
        required: true,
        example: 'product_name',
      },
      { name: 'text', description: 'Only texts that hold this one.', schema: Type.String(), example: 'oak' },
      {
        name: 'limit',
        description: 'How many values to list.',
        schema: Type.Integer({ minimum: 1, maximum: 1_000, default: 100 }),
        example: 20,
      },
    ],
    answers: {
      200: {
        description: 'The values with their counts; `is_complete` tells whether these are all.',
        schema: dataOf(DistinctValues),
        example: {
          data: {
            values: [
              { value: 'Oak', count: 12 },
              { value: null, count: 3 },
            ],
            is_complete: true,
          },
        },
      },
    },
    issues: [
      'required',
      'invalid_value',
      'not_a_defined_attribute',
      'not_sortable',
      'operator_not_supported_for_type',
      'expected_non_negative_integer',
      'out_of_range',
    ],
  },
}
