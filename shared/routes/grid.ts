import { Type } from 'typebox'
import type { IssueCode } from '../errors.ts'
import { maxGroupLevels } from '../value-limits.ts'
import { EntityTypeSchema } from '../schemas/entities.ts'
import {
  CellOrigins,
  CellReferrers,
  CountedTree,
  FoundCells,
  IndexProgress,
  ListAggregates,
  RowBranches,
  RowGroups,
} from '../schemas/grid.ts'
import { dataOf, type IssuePlaces, type AppRouteTable } from './route.ts'
import { exampleId, exampleSnapshotId } from './examples.ts'
import { defaulted, filterPlaces, optional, required } from './parameters.ts'

const flag = (description: string) => defaulted(Type.Boolean({ default: false }), description, true)

export const lastPosition = 0xffff_ffff
const rowPosition = (byDefault: number, description: string, example: number) =>
  defaulted(Type.Integer({ minimum: 0, maximum: lastPosition, default: byDefault }), description, example)

export const typeParameter = required(EntityTypeSchema, 'Whose rows.', 'product')

const ids = required(Type.Array(Type.String()), 'Up to 200 entities.', [exampleId])
const idsPlaces: IssuePlaces = { ids: ['too_many_values', 'expected_uuid'] }

const typePlaces: IssuePlaces = { type: ['required', 'invalid_value'] }

export const listedPlaces: IssuePlaces = {
  ...typePlaces,
  ...filterPlaces,
  sort: ['not_a_defined_attribute', 'not_sortable'],
}

const groupedIssues = ['required', 'not_a_defined_attribute', 'not_sortable', 'too_many_values'] as const
const levelIssues: readonly IssueCode[] = ['expected_non_negative_integer']
const keyIssues: readonly IssueCode[] = ['not_a_defined_attribute', 'too_many_values']
export const countIssues: readonly IssueCode[] = ['expected_non_negative_integer', 'out_of_range']
const rangePositions: IssuePlaces = { first_row: countIssues, last_row: countIssues }

/** Requests of the grid alone, which would otherwise have to read whole lists. */
export const gridRoutes = {
  'GET /grid/find': {
    id: 'findCells',
    role: 'viewer',
    summary: 'Find a text in the cells of a list',
    list: true,
    query: {
      type: typeParameter,
      text: required(Type.String(), 'What to find.', 'chair'),
      columns: required(
        Type.Array(Type.String()),
        'The keys to search, in the order in which cells are read.',
        ['product_name', 'sku'],
      ),
      match_case: flag('Only texts that are written just so.'),
      whole_cell: flag('Only cells that hold nothing else.'),
      replacing: flag('Only stored texts that can be written; the cells carry them.'),
      first_row: rowPosition(0, 'The first position to search.', 0),
      last_row: rowPosition(lastPosition, 'The last position to search.', 100),
      limit: defaulted(
        Type.Integer({ minimum: 0, maximum: 10_000, default: 10_000 }),
        'How many cells to name.',
        100,
      ),
    },
    answers: { 200: dataOf(FoundCells) },
    issues: {
      ...listedPlaces,
      text: ['required'],
      columns: ['not_a_defined_attribute'],
      match_case: ['expected_boolean'],
      whole_cell: ['expected_boolean'],
      replacing: ['expected_boolean'],
      ...rangePositions,
      limit: countIssues,
    },
    docs: () => ({
      description: `Takes \`sort\`, \`q\`, \`filter[…]\` and \`filter_join\` of the lists; a position counts the rows of that list. Texts are found by
their parts, numbers and dates as wholes, references by their labels.`,
      answers: {
        200: [
          'The first cells in reading order, and how many cells and rows there are.',
          {
            data: {
              cells: [{ position: 4, id: exampleId, key: 'product_name', text: 'Freja chair' }],
              total: 1,
              rows: 1,
            },
          },
        ],
      },
    }),
  },
  'GET /grid/groups': {
    id: 'countGroups',
    role: 'viewer',
    summary: 'Count the rows of a list that share a value',
    list: true,
    query: {
      type: typeParameter,
      sort: required(Type.String(), 'The order of the list; its first attributes group.', 'product_name'),
      levels: defaulted(
        Type.Integer({ minimum: 1, maximum: maxGroupLevels, default: 1 }),
        'By how many attributes of the order, one within the other.',
        1,
      ),
      keys: optional(Type.Array(Type.String()), 'Up to 30 attributes to sum up in each group.', ['price']),
    },
    answers: { 200: dataOf(RowGroups) },
    issues: { ...listedPlaces, sort: groupedIssues, levels: levelIssues, keys: keyIssues },
    docs: () => ({
      description: `Takes \`q\`, \`filter[…]\` and \`filter_join\` of the lists, too, and groups the rows by the first attribute of the order, or
by its first two or three. The groups follow each other as the rows of that list do; more than 10,000 are refused. With \`keys\` each tells what the
values of those attributes come to in it, as \`/grid/aggregates\` does of a list.`,
      answers: {
        200: [
          'The groups in the order of the list; the rows without a value are the last one.',
          { data: { groups: [{ values: ['Oak'], count: 12 }] } },
        ],
      },
    }),
  },
  'GET /grid/branches': {
    id: 'findBranches',
    role: 'viewer',
    summary: 'Tell which rows have others below them',
    list: true,
    query: { type: typeParameter, ids, positions: flag('Whether to tell positions, too.') },
    answers: { 200: dataOf(RowBranches) },
    issues: { ...listedPlaces, ...idsPlaces, positions: ['expected_boolean'] },
    docs: () => ({
      description: `How many entities of the same type are below each one, such as the variants of products. With \`positions\` it takes \`sort\`,
\`q\`, \`filter[…]\` and \`filter_join\` of the lists and tells where each one stands in that list; one that is not in it has no position.`,
      answers: {
        200: [
          'What is below the entities. Ids that nobody has are left out.',
          { data: { branches: [{ id: exampleId, count: 4, position: 12 }] } },
        ],
      },
    }),
  },
  'GET /grid/tree': {
    id: 'countTree',
    role: 'viewer',
    summary: 'List a whole tree with what refers to its nodes',
    list: true,
    query: {
      type: required(EntityTypeSchema, 'Whose tree.', 'product'),
      by: optional(Type.String(), 'An attribute that refers to the entities of the tree.'),
      of: optional(EntityTypeSchema, 'The type whose entities are counted.', 'product'),
      complete: optional(Type.String(), 'A channel that is on: also how many products are complete for it.'),
      picture: optional(
        Type.String(),
        'An attribute of the counted type with a picture: also one for each node.',
      ),
    },
    answers: { 200: dataOf(CountedTree) },
    issues: {
      ...listedPlaces,
      by: ['not_a_defined_attribute'],
      of: ['required', 'invalid_value'],
      complete: ['invalid_value'],
      picture: ['not_a_defined_attribute'],
    },
    docs: () => ({
      description: `Every entity of a type, at most 20,000, in the order that \`sort\` gives, with its parent. With \`by\` it tells how many entities of
the type \`of\` refer to each one by that attribute (\`count\`), and how many do to it or to anything below it (\`total\`). With
\`complete\` it adds how many of \`total\` are complete for a channel, of at most 100,000 products; with \`picture\` a picture, of at most 500 nodes.`,
      answers: {
        200: [
          'The nodes; `is_complete` tells whether these are all.',
          {
            data: {
              nodes: [{ id: exampleId, label: 'Chairs', parent_id: null, count: 12, total: 40 }],
              is_complete: true,
            },
          },
        ],
      },
    }),
  },
  'GET /grid/origins': {
    id: 'cellOrigins',
    role: 'viewer',
    summary: 'Tell which cells show what is not their own',
    query: { type: typeParameter, ids },
    answers: { 200: dataOf(CellOrigins) },
    issues: { ...typePlaces, ...idsPlaces },
    docs: () => ({
      description: `By id and key, where a shown value comes from that its entity does not hold itself: from the parent (\`inherited\`), from the
variants (\`rolled_up\`) or from a formula or lookup (\`computed\`, which cannot be written). Ids that nobody has are left out.`,
      answers: {
        200: [
          'The origins of what is not own.',
          { data: { [exampleId]: { material: 'inherited', margin: 'computed' } } },
        ],
      },
    }),
  },
  'GET /grid/referrers': {
    id: 'listReferrers',
    role: 'viewer',
    summary: 'Tell what refers to some rows',
    query: { type: typeParameter, ids },
    answers: { 200: dataOf(CellReferrers) },
    issues: { ...typePlaces, ...idsPlaces },
    docs: () => ({
      description: `By id and key of an inverse reference, how many entities refer to each one and the first four of them in the order of
creation, as \`/references\` finds them. What nothing refers to has no key; ids that nobody has are left out.`,
      answers: {
        200: [
          'What refers to the entities.',
          {
            data: {
              [exampleId]: {
                products: { total: 12, first: [{ id: exampleId, type: 'product', label: 'Freja chair' }] },
              },
            },
          },
        ],
      },
    }),
  },
  'GET /grid/indexes': {
    id: 'listIndexesInWork',
    role: 'viewer',
    summary: 'Tell which indexes are being made',
    answers: { 200: dataOf(Type.Array(IndexProgress)) },
    docs: () => ({
      description: `A list whose filter or sort finds no index is answered all the same, and has the index made between the writes of others. None
is in work where the answer is empty.`,
      answers: {
        200: [
          'The indexes, the one in work first.',
          { data: [{ title: 'Price', done: 40_000, total: 100_000 }] },
        ],
      },
    }),
  },
  'GET /grid/aggregates': {
    id: 'aggregateList',
    role: 'viewer',
    summary: 'Sum up the values of a list',
    list: true,
    query: {
      type: typeParameter,
      keys: required(Type.Array(Type.String()), 'Up to 30 attributes.', ['price', 'sku']),
      snapshot: optional(Type.String(), 'A snapshot of a list of this type.', exampleSnapshotId),
      first_row: rowPosition(0, 'The first position of the list to sum up.', 0),
      last_row: rowPosition(lastPosition, 'The last position of the list to sum up.', 100),
    },
    answers: { 200: dataOf(ListAggregates) },
    issues: {
      ...listedPlaces,
      keys: ['required', 'not_a_defined_attribute', 'too_many_values'],
      snapshot: ['invalid_value'],
      ...rangePositions,
    },
    docs: () => ({
      description: `Takes \`q\`, \`filter[…]\` and \`filter_join\` of the lists. Effective values count, inherited and computed ones too. Numbers have a
sum, an average, a least and a greatest value, dates an earliest and a latest one (\`least\`, \`greatest\`); all other values are only
counted, and so are several values that one row has at once (\`measure\` is null). With
\`first_row\` and \`last_row\` it sums up a stretch of the list in the order of \`sort\`, or in that of a \`snapshot\`
of the owner.`,
      answers: {
        200: [
          'By key, what the values come to, and how many rows there are. What has no value has no sum.',
          {
            data: {
              rows: 200,
              columns: {
                price: { filled: 3, measure: 'number', sum: 60, average: 20, least: 10, greatest: 30 },
                sku: { filled: 200, measure: null, sum: null, average: null, least: null, greatest: null },
              },
            },
          },
        ],
      },
    }),
  },
} satisfies AppRouteTable
