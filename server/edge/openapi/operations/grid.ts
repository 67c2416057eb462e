import { Type } from 'typebox'
import { EntityTypeSchema } from '#shared/schemas/entities.ts'
import {
  CellOrigins,
  CellReferrers,
  CountedTree,
  FoundCells,
  RowBranches,
  RowGroups,
} from '#shared/schemas/grid.ts'
import { dataOf } from '../answer-schemas.ts'
import { exampleId } from '../examples.ts'
import type { OperationTable, ParameterDocs } from '../operation-docs.ts'
import { workspaceParameter } from './owner.ts'

const flag = (name: string, description: string): ParameterDocs => ({
  name,
  description,
  schema: Type.Boolean({ default: false }),
  example: true,
})

export const rowParameter = (name: string, description: string): ParameterDocs => ({
  name,
  description,
  schema: Type.Integer({ minimum: 0 }),
  example: 0,
})

export const typeParameter: ParameterDocs = {
  name: 'type',
  description: 'Whose rows.',
  schema: EntityTypeSchema,
  required: true,
  example: 'product',
}

const ids: ParameterDocs = {
  name: 'ids',
  description: 'Up to 200 entities.',
  schema: Type.Array(Type.String()),
  style: 'form',
  explode: false,
  required: true,
  example: [exampleId],
}

export const gridDocs: OperationTable = {
  'GET /grid/find': {
    id: 'findCells',
    tag: 'Owner',
    description: `Takes \`sort\`, \`q\`, \`filter[…]\` and \`filter_join\` of the lists; a position counts the rows of that list. Texts are found by
their parts, numbers and dates as wholes, references by their labels.`,
    parameters: [
      workspaceParameter,
      typeParameter,
      { name: 'text', description: 'What to find.', schema: Type.String(), required: true, example: 'chair' },
      {
        name: 'columns',
        description: 'The keys to search, in the order in which cells are read.',
        schema: Type.Array(Type.String()),
        style: 'form',
        explode: false,
        required: true,
        example: ['product_name', 'sku'],
      },
      flag('match_case', 'Only texts that are written just so.'),
      flag('whole_cell', 'Only cells that hold nothing else.'),
      flag('replacing', 'Only stored texts that can be written; the cells carry them.'),
      rowParameter('first_row', 'The first position to search.'),
      { ...rowParameter('last_row', 'The last position to search.'), example: 100 },
      {
        name: 'limit',
        description: 'How many cells to name.',
        schema: Type.Integer({ minimum: 0, maximum: 10_000, default: 10_000 }),
        example: 100,
      },
    ],
    answers: {
      200: {
        description: 'The first cells in reading order, and how many cells and rows there are.',
        schema: dataOf(FoundCells),
        example: {
          data: {
            cells: [{ position: 4, id: exampleId, key: 'product_name', text: 'Freja chair' }],
            total: 1,
            rows: 1,
          },
        },
      },
    },
    issues: [
      'required',
      'invalid_value',
      'not_a_defined_attribute',
      'expected_boolean',
      'expected_non_negative_integer',
      'out_of_range',
    ],
  },
  'GET /grid/groups': {
    id: 'countGroups',
    tag: 'Owner',
    description: `Takes \`q\`, \`filter[…]\` and \`filter_join\` of the lists, too, and groups the rows by the first attribute of the order. The
groups follow each other as the rows of that list do; more than 10,000 are refused.`,
    parameters: [
      workspaceParameter,
      typeParameter,
      {
        name: 'sort',
        description: 'The order of the list; its first attribute is the one that groups.',
        schema: Type.String(),
        required: true,
        example: 'product_name',
      },
    ],
    answers: {
      200: {
        description: 'The groups in the order of the list; the rows without a value are the last one.',
        schema: dataOf(RowGroups),
        example: {
          data: {
            groups: [
              { value: 'Oak', count: 12 },
              { value: null, count: 3 },
            ],
          },
        },
      },
    },
    issues: ['required', 'invalid_value', 'not_a_defined_attribute', 'not_sortable', 'too_many_values'],
  },
  'GET /grid/branches': {
    id: 'findBranches',
    tag: 'Owner',
    description: `How many entities of the same type are below each one, such as the variants of products. With \`positions\` it takes \`sort\`,
\`q\`, \`filter[…]\` and \`filter_join\` of the lists and tells where each one stands in that list; one that is not in it has no position.`,
    parameters: [
      workspaceParameter,
      typeParameter,
      ids,
      flag('positions', 'Whether to tell positions, too.'),
    ],
    answers: {
      200: {
        description: 'What is below the entities. Ids that nobody has are left out.',
        schema: dataOf(RowBranches),
        example: { data: { branches: [{ id: exampleId, count: 4, position: 12 }] } },
      },
    },
    issues: [
      'required',
      'invalid_value',
      'too_many_values',
      'expected_uuid',
      'expected_boolean',
      'not_a_defined_attribute',
    ],
  },
  'GET /grid/tree': {
    id: 'countTree',
    tag: 'Owner',
    description: `Every entity of a type, at most 20,000, in the order that \`sort\` gives, with its parent. With \`by\` it tells how many entities of
the type \`of\` refer to each one by that attribute (\`count\`), and how many do to it or to anything below it (\`total\`).`,
    parameters: [
      workspaceParameter,
      { ...typeParameter, description: 'Whose tree.', example: 'product' },
      {
        name: 'of',
        description: 'The type whose entities are counted.',
        schema: EntityTypeSchema,
        example: 'product',
      },
    ],
    answers: {
      200: {
        description: 'The nodes; `is_complete` tells whether these are all.',
        schema: dataOf(CountedTree),
        example: {
          data: {
            nodes: [{ id: exampleId, label: 'Chairs', parent_id: null, count: 12, total: 40 }],
            is_complete: true,
          },
        },
      },
    },
    issues: ['required', 'invalid_value', 'not_a_defined_attribute', 'not_sortable'],
  },
  'GET /grid/origins': {
    id: 'cellOrigins',
    tag: 'Owner',
    description: `By id and key, where a shown value comes from that its entity does not hold itself: from the parent (\`inherited\`), from the
variants (\`rolled_up\`) or from a formula or lookup (\`computed\`, which cannot be written). Ids that nobody has are left out.`,
    parameters: [workspaceParameter, typeParameter, ids],
    answers: {
      200: {
        description: 'The origins of what is not own.',
        schema: dataOf(CellOrigins),
        example: { data: { [exampleId]: { material: 'inherited', margin: 'computed' } } },
      },
    },
    issues: ['required', 'invalid_value', 'too_many_values', 'expected_uuid'],
  },
  'GET /grid/referrers': {
    id: 'listReferrers',
    tag: 'Owner',
    description: `By id and key of an inverse reference, how many entities refer to each one and the first four of them in the order of
creation, as \`/references\` finds them. What nothing refers to has no key; ids that nobody has are left out.`,
    parameters: [workspaceParameter, typeParameter, ids],
    answers: {
      200: {
        description: 'What refers to the entities.',
        schema: dataOf(CellReferrers),
        example: {
          data: {
            [exampleId]: {
              products: { total: 12, first: [{ id: exampleId, type: 'product', label: 'Freja chair' }] },
            },
          },
        },
      },
    },
    issues: ['required', 'invalid_value', 'too_many_values', 'expected_uuid'],
  },
}
