import { Type } from 'typebox'
import { EntityResource, EntityTypeSchema, Uuid } from '#shared/schemas/entities.ts'
import { EmptiedTrash, MovedToTrash, TrashedEntity } from '#shared/schemas/trash.ts'
import { dataOf, listOf, pageOf } from '../answer-schemas.ts'
import { exampleId, examplePagination, exampleProduct } from '../examples.ts'
import type { OperationTable } from '../operation-docs.ts'
import { paging, pagingIssues } from '../parameters.ts'
import { workspaceParameter } from './owner.ts'

const tag = 'Owner'
const ids = Type.Array(Uuid, { minItems: 1, maxItems: 10_000 })
const { attributes: _attributes, ...exampleSystem } = exampleProduct
const idsIssues = [
  'expected_values',
  'too_many_values',
  'expected_uuid',
  'referenced_entity_not_found',
] as const

export const trashDocs: OperationTable = {
  'GET /trash': {
    id: 'listTrash',
    tag,
    description: 'What was moved to the trash by name, newest first; `others` counts what went along.',
    parameters: [
      workspaceParameter,
      {
        name: 'type',
        description: 'Only entities of this type.',
        schema: EntityTypeSchema,
        example: 'product',
      },
      ...paging,
    ],
    answers: {
      200: {
        description: 'A page of the trash.',
        schema: pageOf(TrashedEntity),
        example: {
          data: [{ ...exampleSystem, trashed_at: '2026-01-06T09:00:00.000Z', others: 2 }],
          pagination: examplePagination,
        },
      },
    },
    issues: pagingIssues,
  },
  'POST /trash': {
    id: 'moveToTrash',
    tag,
    description:
      'Entities go with everything below them. They are absent everywhere until they are restored. All of them move, or none.',
    parameters: [workspaceParameter],
    body: {
      properties: { type: EntityTypeSchema, ids },
      examples: { product: { type: 'product', ids: [exampleId] } },
    },
    answers: {
      200: {
        description: 'What was moved, and how many entities that were with all below them.',
        schema: dataOf(MovedToTrash),
        example: { data: { ids: [exampleId], trashed: 3 } },
      },
    },
    issues: ['invalid_value', ...idsIssues],
  },
  'POST /trash/restore': {
    id: 'restoreFromTrash',
    tag,
    description: 'Entities come back with everything that went along. All of them come back, or none.',
    parameters: [workspaceParameter],
    body: { properties: { ids }, examples: { product: { ids: [exampleId] } } },
    answers: {
      200: {
        description: 'The full resources of those that were named.',
        schema: listOf(EntityResource),
        example: { data: [exampleProduct] },
      },
    },
    issues: idsIssues,
    conflicts: 'A parent is still in the trash, or a value that must be unique is taken.',
  },
  'POST /trash/empty': {
    id: 'emptyTrash',
    tag,
    description: 'Removes what is named for good, or everything where nothing is.',
    parameters: [workspaceParameter],
    body: { properties: { ids }, examples: { all: {}, product: { ids: [exampleId] } } },
    answers: {
      200: {
        description: 'How many entities there were.',
        schema: dataOf(EmptiedTrash),
        example: { data: { removed: 3 } },
      },
    },
    issues: idsIssues,
    conflicts: 'An entity that is named went into the trash with another one.',
  },
}
