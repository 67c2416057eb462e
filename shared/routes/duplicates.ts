import { Type } from 'typebox'
import { duplicateStatuses, maxMerged } from '../duplicates.ts'
import { maxListedEntities } from '../bulk-operations.ts'
import {
  DuplicateGroup,
  DuplicatePatch,
  FindDuplicates,
  MergeEntities,
  MergeResult,
} from '../schemas/duplicates.ts'
import { EntityTypeSchema, Uuid } from '../schemas/entities.ts'
import { Job } from '../schemas/jobs.ts'
import { dataOf, pageOf, type RouteTable, type AppRouteTable } from './route.ts'
import {
  exampleGroupId,
  exampleId,
  exampleMergedId,
  examplePagination,
  startedJob,
  exampleProduct,
} from './examples.ts'
import { filterPlaces, optional, paging, pagingPlaces, required } from './parameters.ts'

const exampleGroup = {
  id: exampleGroupId,
  score: 95,
  entities: [
    { id: exampleId, type: 'product', label: 'CH-100' },
    { id: exampleMergedId, type: 'product', label: 'CH100' },
  ],
  reasons: [{ by: 'gtin', detail: '4006381333931' }],
  status: 'open',
}

export const duplicateRoutes = {
  'POST /duplicates': {
    id: 'findDuplicates',
    tag: 'Duplicates',
    summary: 'Search for entities that may be one',
    typeScope: 'write',
    body: FindDuplicates,
    mayWait: true,
    answers: { 202: dataOf(Job) },
    issues: {
      type: ['invalid_value'],
      by: ['expected_values'],
      'by[<n>]': ['invalid_value'],
      'attributes.gtin': ['not_a_defined_attribute', 'invalid_value'],
      ids: ['expected_values', 'too_many_values'],
      'ids[<n>]': ['expected_uuid', 'referenced_entity_not_found'],
      ...filterPlaces,
    },
    docs: () => ({
      description: `Compares with each other all entities of a type, those that \`ids\` names (at most ${maxListedEntities.toLocaleString('en')}), or those that \`filter\` finds (as in \`POST /generations\`), by five ways: \`gtin\` (valid ones, as 14 digits),
\`brand_mpn\` (both, without case, spaces and punctuation), \`sku_like\` (the primary attribute, likewise), \`title\` (the same words, or slips of them; a
number, another GTIN or another brand tells apart) and \`picture\` (the same file, or one that looks the same). A parent and its variants are not
compared by title and picture. The attributes are those with the keys \`gtin\`, \`brand\` (or the vendor), \`mpn\`, \`product_name\`, \`title\` or \`name\`,
the primary one and the image attributes; \`attributes\` names others. Searching again keeps the groups that are known, drops open ones that
no longer match, and leaves out what was dismissed until one of the two changes in what matched.`,
      body: {
        properties: { type: EntityTypeSchema },
        examples: {
          all: { type: 'product' },
          some: { type: 'product', filter: 'filter[price][gt]=0', by: ['gtin', 'title'] },
        },
      },
      answers: {
        202: [
          'The job.',
          { data: startedJob('find_duplicates', { type: 'product', by: ['gtin'] }) },
          { location: true },
        ],
      },
    }),
  },
  'GET /duplicates': {
    id: 'listDuplicates',
    tag: 'Duplicates',
    summary: 'List groups of entities that may be one',
    typeScope: 'read',
    query: {
      ...paging,
      type: optional(EntityTypeSchema, 'Only groups of this type.', 'product'),
      status: optional(
        Type.Enum([...duplicateStatuses]),
        'Those that are open (unless told otherwise), were merged or were dismissed.',
        'open',
      ),
      min_score: optional(Type.Integer({ minimum: 0, maximum: 100 }), 'Only those that are as sure.', 80),
    },
    answers: { 200: pageOf(DuplicateGroup) },
    issues: {
      ...pagingPlaces,
      type: ['invalid_value'],
      status: ['invalid_value'],
      min_score: ['out_of_range'],
    },
    docs: () => ({
      description:
        'The surest first. `score` is that of the weakest match that holds the group together; `detail` tells what matched. Of an open group the members are told that are not in the trash.',
      answers: { 200: ['A page of groups.', { data: [exampleGroup], pagination: examplePagination }] },
    }),
  },
  'PATCH /duplicates/{id}': {
    id: 'decideDuplicate',
    tag: 'Duplicates',
    summary: 'Dismiss a group, or open it again',
    typeScope: 'write',
    params: { id: required(Uuid, 'The id of the group.', exampleGroupId) },
    body: DuplicatePatch,
    answers: { 200: dataOf(DuplicateGroup) },
    issues: { status: ['invalid_value'] },
    docs: () => ({
      description:
        'A dismissed match is not told again until one of the two changes in what matched. `merged` is set by merging the members.',
      body: { examples: { dismissed: { status: 'dismissed' }, open: { status: 'open' } } },
      answers: { 200: ['The group.', { data: { ...exampleGroup, status: 'dismissed' } }] },
      conflicts: 'The members were merged.',
    }),
  },
} satisfies RouteTable

const exampleEditId = '01989f6e-9e31-7c22-9d4e-6f708192a3b7'

export const mergeRoutes = {
  'POST /entities/merge': {
    id: 'mergeEntities',
    role: 'manager',
    tag: 'Duplicates',
    summary: 'Merge entities into one of them',
    typeScope: 'write',
    body: MergeEntities,
    mayWait: true,
    answers: { 200: dataOf(MergeResult), 202: dataOf(Job) },
    issues: {
      keep: ['expected_uuid', 'referenced_entity_not_found'],
      type: ['invalid_value'],
      merge: ['expected_values', 'too_many_values'],
      'merge[<n>]': ['expected_uuid', 'referenced_entity_not_found', 'self_reference'],
      'values.<key>': ['not_a_defined_attribute', 'read_only_attribute', 'invalid_value', 'required'],
    },
    docs: () => ({
      description: `Keeps one entity and sends up to ${maxMerged.toLocaleString('en')} others to the trash. What refers to them refers to the kept one then: in a list it stands where
the first of them stood, once, and a reference of the kept one to itself is dropped. What lay below them lies below it; where it lay below
one of them it takes the place of that one. Their notes become its notes, and classes of attributes, views, saved actions and channels that name
them name it. \`values\` says of which entity a value is taken; a blank one clears, and every other value of the kept one stays.
Proposals and the texts of sources stay with what was merged.

All of it has one \`edit_id\`, by which \`POST /edits/{edit_id}/undo\` takes it back. With \`dry_run\` nothing is changed, and \`moved\` tells what would be.
Where more than 10,000 other entities have to change a job does it, with the same result.`,
      access:
        'The owner may. A key needs `write:<type>` and `delete:<type>`, and the setting `keys_may_merge` of the owner; without the setting it is refused with `forbidden`. To undo a merge takes the same.',
      body: {
        properties: { type: EntityTypeSchema },
        examples: {
          tried: {
            type: 'product',
            keep: exampleId,
            merge: [exampleMergedId],
            values: { price: exampleMergedId },
            dry_run: true,
          },
        },
      },
      answers: {
        200: [
          'What was kept, and what moved.',
          {
            data: {
              edit_id: exampleEditId,
              entity: exampleProduct,
              merged: [exampleMergedId],
              moved: { references: 3, variants: 1 },
            },
          },
        ],
        202: [
          'The job that merges what much refers to.',
          { data: startedJob('merge_entities', { type: 'product', edit_id: exampleEditId }) },
          { location: true },
        ],
      },
      conflicts: 'A value that is taken must be unique, and another entity has it.',
    }),
  },
} satisfies AppRouteTable
