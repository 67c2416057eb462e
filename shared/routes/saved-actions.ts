import { EntityTypeSchema, Uuid } from '../schemas/entities.ts'
import { NewSavedAction, SavedAction, SavedActionPatch } from '../schemas/saved-actions.ts'
import {
  dataOf,
  listOf,
  type AppRouteTable,
  type AnswerDocs,
  type IssuePlaces,
  type RouteTable,
} from './route.ts'
import { exampleActionId } from './examples.ts'
import { required } from './parameters.ts'

const exampleAction = {
  id: exampleActionId,
  name: 'Raise prices by four percent',
  entity_type: 'product' as const,
  set: { price: { percent: 4, round: 'x.99' } },
  clear: [],
  filter: { status: 'Published' },
  filter_join: 'and' as const,
  q: '',
}

const actionId = required(Uuid, 'The id of the saved action.', exampleActionId)
const nameTaken = 'The type has another saved action of this name.'
const namePlaces: IssuePlaces = { name: ['required', 'too_long'] }
const one = (description: string): AnswerDocs => [description, { data: exampleAction }]

export const savedActionListRoutes = {
  'GET /saved-actions': {
    id: 'listSavedActions',
    tag: 'Edits',
    summary: 'List saved actions',
    typeScope: 'read',
    query: { type: required(EntityTypeSchema, 'What the actions change.', 'product') },
    answers: { 200: listOf(SavedAction) },
    issues: { type: ['invalid_value'] },
    docs: () => ({
      description: `Bulk edits that the owner has saved, oldest first. \`POST /bulk-edits\` runs one: its \`saved_action\` takes the name or the id.`,
      answers: { 200: ['The saved actions.', { data: [exampleAction] }] },
    }),
  },
} satisfies RouteTable

export const savedActionRoutes = {
  'POST /saved-actions': {
    id: 'createSavedAction',
    role: 'editor',
    summary: 'Save a bulk edit as an action',
    body: NewSavedAction,
    answers: { 201: dataOf(SavedAction) },
    issues: { entity_type: ['invalid_value'], ...namePlaces },
    docs: () => ({
      description: `\`set\`, \`clear\`, \`append\`, \`replace\`, \`filter\`, \`filter_join\` and \`q\` are those of \`POST /bulk-edits\`, with its faults. An action without a filter and a search is
about what is said when it runs; one with them is about what matches both.`,
      body: {
        properties: { entity_type: EntityTypeSchema },
        examples: {
          raise: {
            name: 'Raise prices by four percent',
            entity_type: 'product',
            set: { price: { percent: 4, round: 'x.99' } },
            filter: { price: { exists: true } },
          },
        },
      },
      answers: { 201: one('The saved action.') },
      conflicts: nameTaken,
    }),
  },
  'PATCH /saved-actions/{id}': {
    id: 'updateSavedAction',
    role: 'editor',
    summary: 'Change a saved action',
    params: { id: actionId },
    body: SavedActionPatch,
    answers: { 200: dataOf(SavedAction) },
    issues: namePlaces,
    docs: () => ({
      description: 'Members that are left out stay as they are. What runs already goes on as it began.',
      body: { examples: { rename: { name: 'Spring prices' } } },
      answers: { 200: one('The saved action.') },
      conflicts: nameTaken,
    }),
  },
  'DELETE /saved-actions/{id}': {
    id: 'deleteSavedAction',
    role: 'editor',
    summary: 'Delete a saved action',
    params: { id: actionId },
    answers: { 200: dataOf(SavedAction) },
    docs: () => ({ answers: { 200: one('The saved action that was.') } }),
  },
} satisfies AppRouteTable
