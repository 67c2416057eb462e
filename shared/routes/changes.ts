import { Type } from 'typebox'
import { maxEditValues } from '../bulk-operations.ts'
import { ChosenChange, People, RestoreChanges } from '../schemas/events.ts'
import { EditResult } from '../schemas/edits.ts'
import { EntityTypeSchema } from '../schemas/entities.ts'
import { dataOf, type AppRouteTable } from './route.ts'
import { exampleEditResult } from './edits.ts'

export const changeRoutes = {
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
