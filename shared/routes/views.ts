import { EntityTypeSchema, Uuid } from '../schemas/entities.ts'
import {
  NewView,
  ViewPatch,
  ViewCopy,
  GridView,
  NewWorklist,
  Worklist,
  WorklistPatch,
  Worklists,
} from '../schemas/views.ts'
import { dataOf, listOf, type AnswerDocs, type IssuePlaces, type AppRouteTable } from './route.ts'
import { exampleViewId, exampleKeyId, examplePersonId } from './examples.ts'
import { required, optional } from './parameters.ts'

const viewId = required(Uuid, 'The id of the view.', exampleViewId)

const exampleContent = {
  visible_columns: ['sku', 'product_name', 'price'],
  pinned_left: ['sku'],
  sorting: [{ key: 'price', direction: 'desc' as const }],
  filters: [{ attribute: 'price', operator: 'gte', value: 100 }],
}

const exampleView = {
  id: exampleViewId,
  name: 'Dear ones',
  entity_type: 'product' as const,
  ...exampleContent,
  pinned_right: [],
  filter_join: 'and' as const,
  filter_tree: null,
  is_default: false,
  display: {
    widths: { sku: 120 },
    row_height: 'normal' as const,
    colours: [],
    group_by: null,
    group_then_by: [],
    kind: 'grid' as const,
    kind_by: null,
    tree: false,
    summary: null,
    facets: null,
  },
}

const conditionPlaces = (field: string): IssuePlaces => ({
  [`${field}[<n>].attribute`]: ['required', 'not_a_defined_attribute'],
  [`${field}[<n>].operator`]: ['unknown_operator', 'operator_not_supported_for_type'],
  [`${field}[<n>].value`]: [
    'expected_value_or_use_exists',
    'expected_values',
    'too_many_values',
    'expected_number',
    'expected_date',
    'expected_boolean',
    'expected_uuid',
  ],
})

const contentPlaces: IssuePlaces = {
  name: ['required', 'too_long'],
  'visible_columns[<n>]': ['not_a_defined_attribute', 'invalid_value'],
  'pinned_left[<n>]': ['not_a_defined_attribute', 'invalid_value'],
  'pinned_right[<n>]': ['not_a_defined_attribute', 'invalid_value'],
  'sorting[<n>].key': ['not_a_defined_attribute', 'not_sortable'],
  ...conditionPlaces('filters'),
  'display.widths.<key>': ['not_a_defined_attribute'],
  'display.group_by': ['not_a_defined_attribute'],
  'display.group_then_by[<n>]': ['not_a_defined_attribute', 'invalid_value'],
  'display.kind_by': ['required', 'invalid_value'],
  'display.summary.<key>': ['not_a_defined_attribute'],
  ...conditionPlaces('display.colours'),
}

const nameTaken = 'The type has another view of this name.'

const one = (description: string): AnswerDocs => [description, { data: exampleView }]

export const viewRoutes = {
  'GET /views': {
    id: 'listViews',
    role: 'viewer',
    summary: 'List saved views',
    query: { type: optional(EntityTypeSchema, 'Only views of this type.', 'product') },
    answers: { 200: listOf(GridView) },
    issues: { type: ['invalid_value'] },
    docs: () => ({
      description: 'Oldest first. What a view says about attributes that are gone is left out.',
      answers: { 200: ['The views.', { data: [exampleView] }] },
    }),
  },
  'POST /views': {
    id: 'createView',
    role: 'editor',
    summary: 'Save a view',
    body: NewView,
    answers: { 201: dataOf(GridView) },
    issues: { entity_type: ['invalid_value'], ...contentPlaces },
    docs: () => ({
      description: `Without \`visible_columns\` a view shows every attribute. A filter takes the operators of the lists. The default view of a type is the
one it opens with; a new default takes the place of the old one.`,
      body: {
        properties: { entity_type: EntityTypeSchema },
        examples: {
          plain: { name: 'Everything', entity_type: 'product' },
          full: {
            name: 'Dear ones',
            entity_type: 'product',
            ...exampleContent,
            display: { widths: { sku: 120 } },
          },
        },
      },
      answers: { 201: one('The view.') },
      conflicts: nameTaken,
    }),
  },
  'PATCH /views/{id}': {
    id: 'updateView',
    role: 'editor',
    summary: 'Change a view',
    params: { id: viewId },
    body: ViewPatch,
    answers: { 200: dataOf(GridView) },
    issues: contentPlaces,
    docs: () => ({
      description: 'Members that are left out stay as they are, those of `display` too.',
      body: {
        examples: {
          rename: { name: 'Very dear ones' },
          default: { is_default: true },
          filter: exampleContent,
        },
      },
      answers: { 200: one('The view.') },
      conflicts: nameTaken,
    }),
  },
  'POST /views/{id}/duplicate': {
    id: 'duplicateView',
    role: 'editor',
    summary: 'Duplicate a view',
    params: { id: viewId },
    body: ViewCopy,
    answers: { 201: dataOf(GridView) },
    issues: { name: ['required', 'too_long'] },
    docs: () => ({
      description: 'Without a name the copy gets a free one. It is not the default.',
      body: { examples: { free: {}, named: { name: 'Mine' } } },
      answers: { 201: one('The copy.') },
      conflicts: nameTaken,
    }),
  },
  'DELETE /views/{id}': {
    id: 'deleteView',
    role: 'editor',
    summary: 'Delete a view',
    params: { id: viewId },
    answers: { 200: dataOf(GridView) },
    docs: () => ({ answers: { 200: one('The view that was.') } }),
  },
} satisfies AppRouteTable

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

const oneWorklist = (description: string): AnswerDocs => [description, { data: exampleWorklist }]

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
      answers: { 201: oneWorklist('The worklist.') },
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
      answers: { 200: oneWorklist('The worklist.') },
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
