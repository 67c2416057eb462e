import { Type } from 'typebox'
import { entityTypes } from '../entities.ts'
import { eventKinds, eventVias } from '../events.ts'
import { EntityTypeSchema, Uuid } from '../schemas/entities.ts'
import { EventRecord } from '../schemas/events.ts'
import { pageOf, type AnswerDocs, type IssuePlaces, type RouteTable } from './route.ts'
import { capitalize, rowForEachType, toTag, optional, paging, pagingPlaces } from './parameters.ts'
import { exampleId, exampleJobId, examplePagination } from './examples.ts'

const EventPage = pageOf(EventRecord)
const Moment = Type.String({ format: 'date-time' })

/** Parameters that narrow the change feed. */
export const narrowing = {
  after: optional(
    Type.Integer({ minimum: 0 }),
    'Only events behind this sequence number, oldest first: read on with the last `sequence` to keep a copy current.',
    0,
  ),
  type: optional(EntityTypeSchema, 'Only events about entities of this type.', 'product'),
  event: optional(Type.Enum([...eventKinds]), 'Only events of this kind.', 'entity.updated'),
  attribute: optional(
    Type.String(),
    'Only events that changed this attribute of an entity, or its parent (`parent_id`). The key of a deleted attribute still counts.',
    'parent_id',
  ),
  via: optional(Type.Enum([...eventVias]), 'Only what came through this door.', 'api'),
  job_id: optional(Uuid, 'Only what this job did, and its end.', exampleJobId),
  edit_id: optional(Uuid, 'Only what this edit, bulk edit or undo wrote.', exampleJobId),
  actor: optional(
    Type.String(),
    'Only what was done by `owner`, by `system`, or by the key or agent of this id (`actor.id`).',
    'owner',
  ),
  since: optional(
    Type.Union([Moment, Type.String({ format: 'date' })]),
    'Not before this date (UTC midnight) or ISO timestamp.',
    '2026-01-05',
  ),
  until: optional(
    Type.Union([Moment, Type.String({ format: 'date' })]),
    'Not after this date (UTC midnight) or ISO timestamp.',
    '2099-12-31T23:59:59.999Z',
  ),
}

const filters = { ...narrowing, ...paging }

export const narrowingPlaces: IssuePlaces = {
  after: ['expected_non_negative_integer'],
  type: ['invalid_value'],
  event: ['invalid_value'],
  attribute: ['not_a_defined_attribute'],
  via: ['invalid_value'],
  job_id: ['expected_uuid'],
  edit_id: ['expected_uuid'],
  actor: ['invalid_value'],
  since: ['expected_date'],
  until: ['expected_date'],
}

const issues: IssuePlaces = { ...narrowingPlaces, ...pagingPlaces }

const onePage: AnswerDocs = [
  'A page of events.',
  {
    data: [
      {
        id: '01989f6e-9a31-7c22-8d4e-6f7a8b9c0d1e',
        sequence: 18233,
        event: 'entity.updated',
        entity: { id: exampleId, type: 'product', label: 'Oak chair' },
        actor: { type: 'api_key', id: '01989f6e-1b2c-7d3e-8f40-1a2b3c4d5e6f', name: 'ERP sync' },
        via: 'api',
        job_id: null,
        request_id: '01989f6e-9a2f-7000-8000-000000000001',
        automation_id: null,
        created_at: '2026-01-05T10:00:00.000Z',
        changes: [{ attribute: 'price', old: 119, new: 129 }],
      },
    ],
    pagination: examplePagination,
  },
]

const values =
  'Old and new values read as in the entity (null where there is none): references as stubs with the label of that time, `parent_id` as an id.'

export const eventRoutes = {
  'GET /events': {
    id: 'listEvents',
    tag: 'Events',
    summary: 'List changes of the workspace',
    scopes: ['read:events'],
    query: filters,
    answers: { 200: EventPage },
    issues,
    docs: () => ({
      description: `Newest first; with \`after\` oldest first. A write that changes nothing records nothing. ${values}`,
      answers: { 200: onePage },
    }),
  },
  ...rowForEachType(entityTypes, 'GET /{plural}/{id}/events', (type) => ({
    id: `list${capitalize(type)}Events`,
    tag: toTag(type),
    summary: `List changes of one ${type}`,
    scopes: ['read:events'],
    query: filters,
    answers: { 200: EventPage },
    issues,
    docs: () => ({
      description: `What happened to one ${type}, newest first; with \`after\` oldest first. ${values}`,
      answers: { 200: onePage },
    }),
  })),
  'GET /events/stream': {
    id: 'streamEvents',
    tag: 'Events',
    summary: 'Follow changes as server-sent events',
    scopes: ['read:events'],
    query: narrowing,
    headers: {
      'Last-Event-ID': optional(
        Type.String({ pattern: '^\\d{1,15}$' }),
        'The sequence number behind which to resume.',
        '0',
      ),
    },
    answers: { 200: Type.String() },
    issues: {
      ...narrowingPlaces,
      after: ['expected_non_negative_integer', 'invalid_value'],
      'Last-Event-ID': ['expected_non_negative_integer', 'invalid_value'],
    },
    docs: () => ({
      description:
        'Server-sent events: `id` is the sequence number, `event` the kind and `data` the record of the change feed. The stream stays open, with a comment every 15 seconds; resume it with `Last-Event-ID`, which goes before `after`. It is narrowed by the same parameters as the feed. A number that no event has reached yet is refused: the workspace was put back to an earlier copy, so read it anew.',
      answers: {
        200: [
          'The open stream.',
          'id: 18233\nevent: entity.updated\ndata: {"sequence":18233}\n\n',
          { mediaType: 'text/event-stream' },
        ],
      },
    }),
  },
} satisfies RouteTable
