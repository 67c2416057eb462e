import { Type } from 'typebox'
import { EntityResource, EntityTypeSchema, Uuid } from '../schemas/entities.ts'
import {
  MoveToTrash,
  RestoreFromTrash,
  EmptyTrash,
  EmptiedTrash,
  MovedToTrash,
  TrashedEntity,
} from '../schemas/events.ts'
import { dataOf, listOf, pageOf, type IssuePlaces, type AppRouteTable } from './route.ts'
import { exampleId, examplePagination, exampleProduct } from './examples.ts'
import { optional, paging, pagingPlaces } from './parameters.ts'

const ids = Type.Array(Uuid, { minItems: 1, maxItems: 10_000 })

const { attributes: _attributes, ...exampleSystem } = exampleProduct

const idsPlaces: IssuePlaces = {
  ids: ['expected_values', 'too_many_values'],
  'ids[<n>]': ['expected_uuid', 'referenced_entity_not_found'],
}

/** The trash, which only the owner of the catalog fills and empties (decisions, Trash). */
export const trashRoutes = {
  'GET /trash': {
    id: 'listTrash',
    role: 'owner',
    summary: 'List the trash, newest first',
    query: {
      type: optional(EntityTypeSchema, 'Only entities of this type.', 'product'),
      ...paging,
    },
    answers: { 200: pageOf(TrashedEntity) },
    issues: { type: ['invalid_value'], ...pagingPlaces },
    docs: () => ({
      description: 'What was moved to the trash by name, newest first; `others` counts what went along.',
      answers: {
        200: [
          'A page of the trash.',
          {
            data: [{ ...exampleSystem, trashed_at: '2026-01-06T09:00:00.000Z', others: 2 }],
            pagination: examplePagination,
          },
        ],
      },
    }),
  },
  'POST /trash': {
    id: 'moveToTrash',
    role: 'owner',
    summary: 'Move entities to the trash',
    body: MoveToTrash,
    answers: { 200: dataOf(MovedToTrash) },
    issues: { type: ['invalid_value'], ...idsPlaces },
    docs: () => ({
      description:
        'Entities go with everything below them. They are absent everywhere until they are restored. All of them move, or none.',
      body: {
        properties: { type: EntityTypeSchema, ids },
        examples: { product: { type: 'product', ids: [exampleId] } },
      },
      answers: {
        200: [
          'What was moved, and how many entities that were with all below them.',
          { data: { ids: [exampleId], trashed: 3 } },
          { edit: true },
        ],
      },
    }),
  },
  'POST /trash/restore': {
    id: 'restoreFromTrash',
    role: 'owner',
    summary: 'Bring entities back',
    body: RestoreFromTrash,
    answers: { 200: listOf(EntityResource) },
    issues: idsPlaces,
    docs: () => ({
      description: 'Entities come back with everything that went along. All of them come back, or none.',
      body: { properties: { ids }, examples: { product: { ids: [exampleId] } } },
      answers: {
        200: ['The full resources of those that were named.', { data: [exampleProduct] }, { edit: true }],
      },
      conflicts: 'A parent is still in the trash, or a value that must be unique is taken.',
    }),
  },
  'POST /trash/empty': {
    id: 'emptyTrash',
    audit: { action: 'trash_emptied', details: { removed: 'answer.data.removed' } },
    role: 'owner',
    summary: 'Remove from the trash for good',
    body: EmptyTrash,
    answers: { 200: dataOf(EmptiedTrash) },
    issues: idsPlaces,
    docs: () => ({
      description: 'Removes what is named for good, or everything where nothing is.',
      body: { properties: { ids }, examples: { all: {}, product: { ids: [exampleId] } } },
      answers: { 200: ['How many entities there were.', { data: { removed: 3 } }] },
      conflicts: 'An entity that is named went into the trash with another one.',
    }),
  },
} satisfies AppRouteTable
