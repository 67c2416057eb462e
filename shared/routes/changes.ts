import { Type } from 'typebox'
import { maxEditValues } from '../bulk-operations.ts'
import { ChangeActions, ChosenChange, People, RestoreChanges } from '../schemas/events.ts'
import { EditResult } from '../schemas/edits.ts'
import { EntityTypeSchema } from '../schemas/entities.ts'
import { dataOf, type AppRouteTable } from './route.ts'
import { exampleEditResult } from './edits.ts'
import { narrowing, narrowingPlaces } from './events.ts'
import { exampleJobId } from './examples.ts'
import { defaulted, optional } from './parameters.ts'

const { event: _event, after, ...narrowingOfActions } = narrowing
const { event: _eventPlaces, ...placesOfActions } = narrowingPlaces

export const changeRoutes = {
  'GET /changes/actions': {
    id: 'listActions',
    role: 'viewer',
    summary: 'List what was done, newest first',
    query: {
      ...narrowingOfActions,
      after: { ...after, description: 'Only what was done behind this sequence number.' },
      before: optional(Type.Integer({ minimum: 0 }), 'The `before` of the page before.', 18_000),
      limit: defaulted(Type.Integer({ minimum: 1, maximum: 100, default: 30 }), 'How many actions.', 2),
    },
    answers: { 200: ChangeActions },
    issues: {
      ...placesOfActions,
      before: ['expected_non_negative_integer'],
      limit: ['expected_non_negative_integer', 'out_of_range'],
    },
    docs: () => ({
      description:
        'The change feed by action: what one job, one edit or one request recorded is one. Two jobs that wrote at the same time may come again on a later page, under the same `id`; a page may hold fewer than `limit` though more follow.',
      answers: {
        200: [
          'The actions, and where the next page begins.',
          {
            data: [
              {
                id: exampleJobId,
                actor: { type: 'owner', id: null, name: null },
                via: 'app',
                job: null,
                edit_id: exampleJobId,
                first_sequence: 18_214,
                last_sequence: 18_233,
                started_at: '2026-01-05T10:00:00.000Z',
                ended_at: '2026-01-05T10:00:00.000Z',
                events: 20,
                is_whole: true,
                kinds: ['entity.updated'],
                subjects: [{ type: 'product', entities: 20 }],
                entity: null,
                name: null,
                attributes: [{ key: 'price', entity_type: 'product' }],
              },
            ],
            before: 18_214,
          },
        ],
      },
    }),
  },
  'GET /changes/people': {
    id: 'listPeople',
    role: 'viewer',
    summary: 'List who has changed anything',
    answers: { 200: dataOf(People) },
    docs: () => ({
      description:
        'Everybody whom the change feed names, once, under the name that was last used: the owner first.',
      answers: { 200: ['The people.', { data: [{ type: 'owner', id: null, name: null }] }] },
    }),
  },
  'POST /changes/restore': {
    id: 'restoreChanges',
    role: 'editor',
    summary: 'Bring earlier values back',
    body: RestoreChanges,
    answers: { 200: EditResult },
    issues: {
      type: ['invalid_value'],
      changes: ['expected_values', 'too_many_values'],
      'changes[<n>].sequence': ['invalid_value'],
      'changes[<n>].attributes': ['expected_values'],
      filter: ['too_many_values'],
      'filter.attribute': ['not_a_defined_attribute'],
      'filter.via': ['invalid_value'],
      'filter.job_id': ['expected_uuid'],
      'filter.edit_id': ['expected_uuid'],
      'filter.actor': ['invalid_value'],
      'filter.since': ['expected_date'],
      'filter.until': ['expected_date'],
    },
    docs: () => ({
      description: `Gives attributes of entities of one type the values that they had before changes of the feed (\`entity.updated\`), the last change first, as
one edit with an \`edit_id\` by which it is undone. A value that is no longer what the change wrote stays as it is and is told as
\`changed_meanwhile\`. Name the changes by their \`sequence\`, or send \`filter\` for all that the feed shows with it, up to the event \`up_to\`; at most
${maxEditValues.toLocaleString('en')} values.`,
      body: {
        properties: {
          type: EntityTypeSchema,
          changes: Type.Array(ChosenChange, { minItems: 1, maxItems: maxEditValues }),
        },
        examples: {
          one: { type: 'product', changes: [{ sequence: 18233, attributes: ['price'] }] },
          all: { type: 'product', filter: { via: 'mcp', since: '2026-01-05' }, up_to: 18233 },
        },
      },
      answers: { 200: ['What became of each change, the last one first.', exampleEditResult] },
    }),
  },
} satisfies AppRouteTable
