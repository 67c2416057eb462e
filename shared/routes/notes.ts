import { Type } from 'typebox'
import { maxNoteLength, noteStatuses } from '../notes.ts'
import { EntityTypeSchema, Uuid } from '../schemas/entities.ts'
import { CellNotes, NewNote, Note, NotePatch } from '../schemas/notes.ts'
import { nullable } from '../schemas/paging.ts'
import { dataOf, pageOf, type AppRouteTable, type RouteTable } from './route.ts'
import { exampleId, exampleNoteId, examplePagination } from './examples.ts'
import { optional, paging, pagingPlaces, required } from './parameters.ts'

const exampleNote = {
  id: exampleNoteId,
  entity: { id: exampleId, type: 'product', label: 'Oak chair' },
  attribute: 'price',
  text: 'Ask Nordlys for the price of next year.',
  status: 'open',
  author: { type: 'owner', id: null, name: null },
  created_at: '2026-01-05T10:00:00.000Z',
  updated_at: '2026-01-05T10:00:00.000Z',
  done_at: null,
  done_by: null,
  due_on: '2026-01-12',
}

const status = Type.Enum([...noteStatuses])

export const noteRoutes = {
  'GET /notes': {
    id: 'listNotes',
    tag: 'Notes',
    summary: 'List notes and to-dos',
    typeScope: 'read',
    query: {
      ...paging,
      type: optional(EntityTypeSchema, 'Only those on entities of this type.', 'product'),
      status: optional(status, 'Only plain notes, open to-dos, or those that are done.', 'open'),
      entity_id: optional(Type.String(), 'Only those on this entity and its cells.', exampleId),
      attribute: optional(Type.String(), 'Only those on cells of this attribute.', 'price'),
      due_by: optional(Type.String(), 'Only those due on this day or earlier.', '2026-01-12'),
      sort: optional(
        Type.Enum(['created_at', 'due_on']),
        '`due_on`: those due first come first, those without a day last.',
        'due_on',
      ),
      q: optional(Type.String(), 'Only those whose text has this part, in any case.', 'nordlys'),
      actor: optional(
        Type.String(),
        'Only those that `owner`, or the key or agent of this id, has left.',
        'owner',
      ),
    },
    answers: { 200: pageOf(Note) },
    issues: {
      ...pagingPlaces,
      type: ['invalid_value'],
      status: ['invalid_value'],
      entity_id: ['expected_uuid'],
      attribute: ['not_a_defined_attribute'],
      due_by: ['expected_date'],
      sort: ['invalid_value'],
    },
    docs: () => ({
      description: `The newest first. Without \`type\` those on entities of every type that the key may read. Those on entities in the trash are not told;
they come back with them.`,
      answers: { 200: ['A page of notes.', { data: [exampleNote], pagination: examplePagination }] },
    }),
  },
  'POST /notes': {
    id: 'createNote',
    tag: 'Notes',
    summary: 'Leave a note or a to-do',
    typeScope: 'write',
    body: NewNote,
    answers: { 201: dataOf(Note) },
    issues: {
      type: ['invalid_value'],
      entity_id: ['expected_uuid', 'referenced_entity_not_found'],
      attribute: ['not_a_defined_attribute'],
      text: ['required', 'too_long'],
      status: ['invalid_value'],
      due_on: ['expected_date'],
    },
    docs: () => ({
      description: `On the entity, or with \`attribute\` on one of its cells. \`status\` is \`note\` unless given; \`open\` makes a to-do, and so does \`due_on\`. A text has at most
${maxNoteLength.toLocaleString('en')} characters. Values are not changed by it; the feed tells it as \`note.created\`.`,
      body: {
        properties: { type: EntityTypeSchema, attribute: nullable(Type.String()), status },
        examples: {
          onCell: {
            type: 'product',
            entity_id: exampleId,
            attribute: 'price',
            text: 'Ask Nordlys for the price of next year.',
            status: 'open',
            due_on: '2026-01-12',
          },
          onEntity: { type: 'product', entity_id: exampleId, text: 'The photographer has it.' },
        },
      },
      answers: { 201: ['The note.', { data: exampleNote }] },
    }),
  },
  'PATCH /notes/{id}': {
    id: 'updateNote',
    tag: 'Notes',
    summary: 'Change a note, or mark a to-do as done',
    typeScope: 'write',
    params: { id: required(Uuid, 'The id of the note.', exampleNoteId) },
    body: NotePatch,
    answers: { 200: dataOf(Note) },
    issues: { text: ['required', 'too_long'], status: ['invalid_value'], due_on: ['expected_date'] },
    docs: () => ({
      description: 'Who marks it as done, and when, is kept until it is opened again.',
      body: {
        properties: { status },
        examples: { done: { status: 'done' }, text: { text: 'They have answered.' } },
      },
      answers: {
        200: [
          'The note.',
          {
            data: {
              ...exampleNote,
              status: 'done',
              done_at: '2026-01-06T10:00:00.000Z',
              done_by: { type: 'owner', id: null, name: null },
            },
          },
        ],
      },
    }),
  },
} satisfies RouteTable

/** Requests of the grid about notes, and their removal: nothing is deleted through the public API. */
export const ownerNoteRoutes = {
  'GET /grid/notes': {
    id: 'summarizeNotes',
    role: 'viewer',
    summary: 'Tell which cells of some rows have notes',
    query: {
      type: required(EntityTypeSchema, 'Whose rows.', 'product'),
      ids: required(Type.Array(Type.String()), 'Up to 200 entities.', [exampleId]),
    },
    answers: { 200: dataOf(CellNotes) },
    issues: { type: ['required', 'invalid_value'], ids: ['too_many_values', 'expected_uuid'] },
    docs: () => ({
      description: `By id and key, how many notes there are on each cell, how many to-dos of them are open, and what the newest says; an empty key
stands for the entity itself. Rows without notes are left out.`,
      answers: {
        200: [
          'What there is of notes.',
          { data: { [exampleId]: { price: { count: 2, open: 1, text: 'Ask Nordlys for the price.' } } } },
        ],
      },
    }),
  },
  'DELETE /notes/{id}': {
    id: 'deleteNote',
    role: 'editor',
    summary: 'Delete a note',
    params: { id: required(Uuid, 'The id of the note.', exampleNoteId) },
    answers: { 200: dataOf(Note) },
    docs: () => ({ answers: { 200: ['The note that was.', { data: exampleNote }] } }),
  },
} satisfies AppRouteTable
