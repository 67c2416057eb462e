import { Type } from 'typebox'
import { Alias, maxAliasLength, NewAlias } from '../schemas/aliases.ts'
import { EntityTypeSchema, Uuid } from '../schemas/entities.ts'
import { nullable } from '../schemas/paging.ts'
import { exampleAliasId, exampleId, examplePagination } from './examples.ts'
import { optional, paging, pagingPlaces, required } from './parameters.ts'
import { type AppRouteTable, dataOf, pageOf, type RouteTable } from './route.ts'

const exampleAlias = {
  id: exampleAliasId,
  entity_type: 'vendor',
  attribute: null,
  text: 'Kuechenwerk',
  entity_id: exampleId,
  option: null,
  origin: 'merge',
  created_at: '2026-01-05T10:00:00.000Z',
}

export const aliasRoutes = {
  'GET /aliases': {
    id: 'listAliases',
    tag: 'Aliases',
    summary: 'List aliases',
    typeScope: 'read',
    query: {
      ...paging,
      type: optional(EntityTypeSchema, 'Only those of this entity type.', 'product'),
      entity_id: optional(Type.String(), 'Only those that lead to this entity.', exampleId),
      attribute: optional(Type.String(), 'Only those of values of this attribute.', 'price'),
      text: optional(Type.String(), 'Only those of this text, in any case.', 'kuechenwerk'),
    },
    answers: { 200: pageOf(Alias) },
    issues: {
      ...pagingPlaces,
      type: ['invalid_value'],
      entity_id: ['expected_uuid'],
      attribute: ['not_a_defined_attribute'],
    },
    docs: () => ({
      description:
        'Spellings that merges have left or people have made, the newest first. Imports, names in place of ids and texts typed in the app follow them after an exact match has failed. Without `type` those of every type that the key may read.',
      answers: { 200: ['A page of aliases.', { data: [exampleAlias], pagination: examplePagination }] },
    }),
  },
  'POST /aliases': {
    id: 'createAlias',
    tag: 'Aliases',
    summary: 'Make an alias',
    typeScope: 'write',
    body: NewAlias,
    answers: { 201: dataOf(Alias) },
    issues: {
      entity_type: ['invalid_value'],
      attribute: ['not_a_defined_attribute'],
      text: ['required', 'too_long'],
      entity_id: ['expected_uuid', 'referenced_entity_not_found'],
    },
    docs: () => ({
      description: `The text leads to the entity of \`entity_id\`, or as a value of \`attribute\` to \`option\`. It has at most ${maxAliasLength.toLocaleString('en')} characters.
An alias of the same text is replaced.`,
      body: {
        properties: { entity_type: EntityTypeSchema, attribute: nullable(Type.String()) },
        examples: {
          product: { entity_type: 'product', text: 'CH 100', entity_id: exampleId },
        },
      },
      answers: { 201: ['The alias.', { data: exampleAlias }] },
    }),
  },
} satisfies RouteTable

/** Nothing is deleted through the public API. */
export const ownerAliasRoutes = {
  'DELETE /aliases/{id}': {
    id: 'deleteAlias',
    role: 'editor',
    summary: 'Delete an alias',
    params: { id: required(Uuid, 'The id of the alias.', exampleAliasId) },
    answers: { 200: dataOf(Alias) },
    docs: () => ({
      description: 'The text leads nowhere from then on.',
      answers: { 200: ['The alias as it was.', { data: exampleAlias }] },
    }),
  },
} satisfies AppRouteTable
