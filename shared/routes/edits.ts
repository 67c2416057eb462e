import { Type } from 'typebox'
import { maxEditValues, maxListedEntities } from '../bulk-operations.ts'
import { filterJoins } from '../filters.ts'
import {
  Edits,
  BulkEdit,
  Edit,
  EditResult,
  SetValues,
  BulkSample,
  NewSavedAction,
  SavedAction,
  SavedActionPatch,
} from '../schemas/edits.ts'
import { EntityTypeSchema, Uuid } from '../schemas/entities.ts'
import { Job } from '../schemas/jobs.ts'
import {
  dataOf,
  type RouteTable,
  type AppRouteTable,
  listOf,
  type AnswerDocs,
  type IssuePlaces,
} from './route.ts'
import { filterPlaces, valueIssues, required } from './parameters.ts'
import { exampleId, exampleProduct, startedJob, exampleActionId } from './examples.ts'

const exampleEditId = '01989f6e-9e31-7c22-9d4e-6f708192a3b4'
const exampleUndoId = '01989f6e-9e31-7c22-9d4e-6f708192a3b5'

export const exampleEditResult = {
  data: [
    { index: 0, id: exampleId, status: 'applied', data: exampleProduct },
    { index: 1, id: exampleId, status: 'changed_meanwhile', current: { price: 131 } },
  ],
  edit_id: exampleEditId,
  summary: { total: 2, applied: 1, refused: 0, changed_meanwhile: 1 },
}

const bulkExamples = {
  set: {
    type: 'product',
    filter: { material: 'Oak', price: { gte: 100 } },
    set: { in_stock: true },
  },
  formula: {
    type: 'product',
    filter: { price: { exists: true } },
    set: { price: { formula: 'ROUND({{price}} * 1.04, 2)' } },
    dry_run: true,
  },
  operations: {
    type: 'product',
    filter: {},
    q: 'oak',
    set: { price: { percent: 4, round: 'x.99' }, product_name: { case: 'title' } },
  },
  replace: {
    type: 'product',
    filter: {},
    replace: { find: 'Oak', with: 'oak', attributes: ['product_name'] },
  },
}

export const bulkSampleRoutes = {
  'POST /bulk-edit-sample': {
    id: 'sampleBulkEdit',
    role: 'editor',
    summary: 'Try a bulk edit out on ten entities',
    body: BulkEdit,
    answers: { 200: dataOf(BulkSample) },
    issues: { type: ['invalid_value'] },
    docs: () => ({
      description: `Takes the body of \`POST /bulk-edits\` with its faults, and tells what the first ten entities would become. Nothing is stored, and no job
is made; a dry run tells the same of all of them.`,
      body: {
        examples: { raise: { type: 'product', filter: {}, set: { price: { percent: 4, round: 'x.99' } } } },
      },
      answers: {
        200: [
          'How many entities are meant, and the first of them.',
          {
            data: {
              matched: 200,
              rows: [
                {
                  id: exampleId,
                  label: 'CH-100',
                  changes: [{ attribute: 'price', old: 129, new: 133.99 }],
                  faults: [],
                },
              ],
            },
          },
        ],
      },
    }),
  },
} satisfies AppRouteTable

/** Many values in one transaction, over a list of edits or over all that matches, and taking them back. */
export const editRoutes = {
  'POST /edits': {
    id: 'applyEdits',
    tag: 'Edits',
    summary: 'Write up to 10,000 values in one transaction',
    typeScope: 'write',
    proposes: true,
    body: Edits,
    answers: { 200: EditResult },
    issues: { type: ['invalid_value'], edits: ['expected_values', 'too_many_values'] },
    docs: () => ({
      description: `Writes up to ${maxEditValues.toLocaleString('en')} values of one type in one durable transaction. Each edit is atomic on its own: a
refused one stops no other. With \`if\` an edit is applied only while the entity still reads so (of references the ids count); otherwise
it is \`changed_meanwhile\` and tells the current values, and by \`changed_by\` and \`changed_at\` who wrote them and when where that is lately. \`updated_at\` in \`if\` stands for all that the entity holds itself. Applied edits share an \`edit_id\`, which is null where nothing was changed.
Of a person of a team who may only propose, edits are \`proposed\`: they wait for review, and nothing is written yet.`,
      body: {
        properties: {
          type: EntityTypeSchema,
          edits: Type.Array(Edit, { minItems: 1, maxItems: maxEditValues }),
        },
        examples: {
          plain: { type: 'product', edits: [{ id: exampleId, attributes: { price: 131 } }] },
          compared: {
            type: 'product',
            edits: [{ id: exampleId, attributes: { price: 132 }, if: { price: 131 } }],
          },
        },
      },
      answers: { 200: ['What became of each edit.', exampleEditResult] },
    }),
  },
  'POST /edits/{edit_id}/undo': {
    id: 'undoEdit',
    tag: 'Edits',
    summary: 'Take back an edit or a bulk edit',
    typeScope: 'write',
    mayWait: true,
    answers: { 200: EditResult, 202: dataOf(Job) },
    docs: () => ({
      description: `Takes back an edit, a bulk edit or an undo. Values that no longer are what it wrote stay as they are and are told as
\`changed_meanwhile\`, with who has changed them and when by \`changed_by\` and \`changed_at\` (of the first 200 entities, and where the history still tells). The undo has an \`edit_id\` of its own, so that it can be undone too. More than ${maxEditValues.toLocaleString('en')} values are taken back
by a job.`,
      answers: {
        200: ['What became of each entity, the last one first.', exampleEditResult],
        202: [
          'The job that takes a large edit back.',
          {
            data: startedJob('undo_edit', { type: 'product', undoes: exampleEditId, edit_id: exampleUndoId }),
          },
          { location: true },
        ],
      },
      conflicts: 'A job is still writing the edit.',
    }),
  },
  'POST /bulk-edits': {
    id: 'startBulkEdit',
    tag: 'Edits',
    summary: 'Change everything that matches a filter',
    typeScope: 'write',
    body: BulkEdit,
    mayWait: true,
    answers: { 202: dataOf(Job) },
    issues: {
      type: ['invalid_value'],
      ...filterPlaces,
      ids: ['expected_values', 'too_many_values'],
      'ids[<n>]': ['expected_uuid'],
      set: ['expected_values'],
      'set.<key>': [...valueIssues, 'operator_not_supported_for_type'],
      saved_action: ['invalid_value'],
      clear: ['expected_values'],
      'clear[<n>]': ['not_a_defined_attribute', 'required'],
      'append.<key>': ['not_a_defined_attribute', 'operator_not_supported_for_type'],
      'replace.find': ['required'],
      'replace.attributes[<n>]': ['not_a_defined_attribute', 'not_a_text_attribute'],
    },
    docs: () => ({
      description: `Changes everything that matches, by a job. \`filter\` is that of the lists: \`{"sku": "x"}\` means equals,
\`{"price": {"gte": 10}}\` uses an operator, \`{"price": [{"ne": 1}, {"ne": 2}]}\` two of a kind, \`{}\` matches all; \`q\` searches as the lists do,
and \`ids\` names up to ${maxListedEntities.toLocaleString('en')} entities, of which the rest says which are meant; faults are told as of the query string, such as \`filter[price][between]\`.
\`set\` writes values and \`clear\` empties attributes; \`append\` adds to a text, a multi select or a list of references; \`replace\` puts \`with\` in the
place of every exact \`find\`, in \`attributes\` or else in all text attributes that the edit does not change otherwise. The job's \`metadata\`
names the \`edit_id\` to undo it by; its result counts \`matched\`, \`changed\`, \`unchanged\` and \`failed\` and lists up to 100 faults.

\`set\` takes \`{"formula": "…"}\` in the place of a value, with the language of formula attributes. It sees each entity as it was before
its part of the edit (a blank counts as 0 in arithmetic: filter on \`exists\` to leave blanks alone), and an entity that only shows the value of its parent or its variants goes on to show it. A result that the
attribute refuses, or an error such as a division by zero, is the fault of that entity alone. 

Other operations see the value that the entity holds itself, and leave blanks and what is only shown alone: \`add\` and \`percent\` reckon with numbers,
in decimals, with \`round\` for the nearest multiple or ending (else to the decimals of the attribute); \`add\` moves a date by days; \`replace\` with \`pattern\` takes a
regular expression without look-around and back-references, and \`$1\` or \`$&\` in \`with\`; \`from\` takes over what another attribute shows, a blank too.
An operation that the type does not take is \`operator_not_supported_for_type\` on \`set.<key>\`. With \`dry_run\` nothing is changed: the
job tells the counts and the first hundred values with \`old\` and \`new\`, and \`GET /jobs/{id}/differences\` has them all.

\`saved_action\` names an action that the owner has saved, by name or id, in the place of what is changed; its own filter and search narrow
those of the request.`,
      body: {
        properties: {
          type: EntityTypeSchema,
          filter_join: Type.Enum([...filterJoins], { default: 'and' }),
          set: SetValues,
        },
        examples: bulkExamples,
      },
      answers: {
        202: [
          'The job.',
          { data: startedJob('bulk_edit', { type: 'product', edit_id: exampleEditId }) },
          { location: true },
        ],
      },
    }),
  },
} satisfies RouteTable

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
