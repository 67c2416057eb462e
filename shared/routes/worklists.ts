import { Uuid } from '../schemas/entities.ts'
import { NewWorklist, Worklist, WorklistPatch, Worklists } from '../schemas/views.ts'
import { dataOf, type AnswerDocs, type AppRouteTable } from './route.ts'
import { exampleKeyId, examplePersonId } from './examples.ts'
import { required } from './parameters.ts'

const worklistId = required(Uuid, 'The id of the worklist.', exampleKeyId)

const exampleWorklist = {
  id: exampleKeyId,
  name: 'Missing prices',
  entity_type: 'product' as const,
  filter: 'filter[price][exists]=false',
  q: '',
  assignee: { id: examplePersonId, name: 'Ana Silva' },
  due_on: '2026-01-31',
  progress: { total: 120, left: 45 },
  created_by: { type: 'user', id: examplePersonId, name: 'Sam Rivera' },
  created_at: '2026-01-05T10:00:00.000Z',
  done_by: null,
  done_at: null,
}

const one = (description: string): AnswerDocs => [description, { data: exampleWorklist }]

export const worklistRoutes = {
  'GET /worklists': {
    id: 'listWorklists',
    role: 'viewer',
    summary: 'List worklists',
    answers: { 200: Worklists },
    docs: () => ({
      description:
        'Oldest first, at most 100. How many rows are left is counted anew once that is two seconds old, and later where counting takes long: `renewed_in_ms` tells when, and is null where all was counted for this answer.',
      answers: { 200: ['The worklists.', { data: [exampleWorklist], renewed_in_ms: null }] },
    }),
  },
  'POST /worklists': {
    id: 'createWorklist',
    role: 'editor',
    summary: 'Make a worklist',
    body: NewWorklist,
    answers: { 201: dataOf(Worklist) },
    docs: () => ({
      description: 'The rows that match are counted. Whoever it is given to is told.',
      body: {
        examples: {
          given: {
            name: 'Missing prices',
            entity_type: 'product',
            filter: 'filter[price][exists]=false',
            assignee_id: examplePersonId,
            due_on: '2026-01-31',
          },
          open: { name: 'All chairs', entity_type: 'product', q: 'chair' },
        },
      },
      answers: { 201: one('The worklist.') },
      conflicts: 'The workspace has 100 worklists.',
    }),
  },
  'PATCH /worklists/{id}': {
    id: 'updateWorklist',
    role: 'viewer',
    summary: 'Change, reassign or finish a worklist',
    params: { id: worklistId },
    body: WorklistPatch,
    answers: { 200: dataOf(Worklist) },
    docs: () => ({
      description:
        'Editors change all of it. Whoever it is given to says that it is done, or that it is not. The filter stays: other rows are another worklist.',
      body: { examples: { done: { is_done: true }, reassign: { assignee_id: examplePersonId } } },
      answers: { 200: one('The worklist.') },
    }),
  },
  'DELETE /worklists/{id}': {
    id: 'deleteWorklist',
    role: 'editor',
    summary: 'Delete a worklist',
    params: { id: worklistId },
    answers: { 204: null },
    docs: () => ({ description: 'Its rows stay as they are.', answers: { 204: ['Deleted.'] } }),
  },
} satisfies AppRouteTable
