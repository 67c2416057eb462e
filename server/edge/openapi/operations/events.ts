import { Type } from 'typebox'
import type { IssueCode } from '#shared/errors.ts'
import { entityTypes, pluralOf } from '#shared/entities.ts'
import { eventKinds, eventVias } from '#shared/events.ts'
import { EntityTypeSchema, Uuid } from '#shared/schemas/entities.ts'
import { EventRecord } from '#shared/schemas/events.ts'
import { pageOf } from '../answer-schemas.ts'
import { exampleId, exampleJobId, examplePagination } from '../examples.ts'
import type { AnswerDocs, OperationTable, ParameterDocs } from '../operation-docs.ts'
import { paging, pagingIssues } from '../parameters.ts'
import { capitalize, toTag } from '../tags.ts'

const Moment = Type.String({ format: 'date-time' })

const filters: readonly ParameterDocs[] = [
  {
    name: 'after',
    description:
      'Only events behind this sequence number, oldest first: read on with the last `sequence` to keep a copy current.',
    schema: Type.Integer({ minimum: 0 }),
    example: 0,
  },
  {
    name: 'type',
    description: 'Only events about entities of this type.',
    schema: EntityTypeSchema,
    example: 'product',
  },
  {
    name: 'event',
    description: 'Only events of this kind.',
    schema: Type.Enum([...eventKinds]),
    example: 'entity.updated',
  },
  {
    name: 'attribute',
    description:
      'Only events that changed this attribute of an entity, or its parent (`parent_id`). The key of a deleted attribute still counts.',
    schema: Type.String(),
    example: 'parent_id',
  },
  {
    name: 'via',
    description: 'Only what came through this door.',
    schema: Type.Enum([...eventVias]),
    example: 'api',
  },
  {
    name: 'job_id',
    description: 'Only what this job did, and its end.',
    schema: Uuid,
    example: exampleJobId,
  },
  {
    name: 'since',
    description: 'Not before this date (UTC midnight) or ISO timestamp.',
    schema: Type.Union([Moment, Type.String({ format: 'date' })]),
    example: '2026-01-05',
  },
  {
    name: 'until',
    description: 'Not after this date (UTC midnight) or ISO timestamp.',
    schema: Type.Union([Moment, Type.String({ format: 'date' })]),
    example: '2099-12-31T23:59:59.999Z',
  },
  ...paging,
]

const issues: readonly IssueCode[] = [
  ...pagingIssues,
  'not_a_defined_attribute',
  'expected_uuid',
  'expected_date',
]

const answers: Readonly<Record<number, AnswerDocs>> = {
  200: {
    description: 'A page of events.',
    schema: pageOf(EventRecord),
    example: {
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
          created_at: '2026-01-05T10:00:00.000Z',
          changes: [{ attribute: 'price', old: 119, new: 129 }],
        },
      ],
      pagination: examplePagination,
    },
  },
}

const values =
  'Old and new values read as in the entity (null where there is none): references as stubs with the label of that time, `parent_id` as an id.'

export const eventDocs: OperationTable = {
  'GET /events': {
    id: 'listEvents',
    tag: 'Events',
    description: `Newest first; with \`after\` oldest first. A write that changes nothing records nothing. ${values}`,
    parameters: filters,
    answers,
    issues,
  },
  ...Object.fromEntries(
    entityTypes.map((type) => [
      `GET /${pluralOf[type]}/:id/events`,
      {
        id: `list${capitalize(type)}Events`,
        tag: toTag(type),
        description: `What happened to one ${type}, newest first; with \`after\` oldest first. ${values}`,
        parameters: filters,
        answers,
        issues,
      },
    ]),
  ),
  'GET /events/stream': {
    id: 'streamEvents',
    tag: 'Events',
    description:
      'Server-sent events: `id` is the sequence number, `event` the kind and `data` the record of the change feed. The stream stays open, with a comment every 15 seconds; resume it with `Last-Event-ID`. A number that no event has reached yet is refused: the workspace was put back to an earlier copy, so read it anew.',
    parameters: [
      {
        name: 'Last-Event-ID',
        in: 'header',
        description: 'The sequence number behind which to resume.',
        schema: Type.String({ pattern: '^\\d{1,15}$' }),
        example: '0',
      },
    ],
    answers: {
      200: {
        description: 'The open stream.',
        schema: Type.String(),
        example: 'id: 18233\nevent: entity.updated\ndata: {"sequence":18233}\n\n',
        mediaType: 'text/event-stream',
      },
    },
    issues: ['expected_non_negative_integer', 'invalid_value'],
  },
}
