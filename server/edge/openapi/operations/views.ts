import { EntityTypeSchema, Uuid } from '#shared/schemas/entities.ts'
import { GridView } from '#shared/schemas/views.ts'
import { dataOf, listOf } from '../answer-schemas.ts'
import { exampleViewId } from '../examples.ts'
import type { OperationTable, ParameterDocs } from '../operation-docs.ts'
import { workspaceParameter } from './owner.ts'

const tag = 'Owner'

const viewId: ParameterDocs = {
  name: 'id',
  in: 'path',
  description: 'The id of the view.',
  schema: Uuid,
  example: exampleViewId,
}

const exampleContent = {
  visible_columns: ['sku', 'product_name', 'price'],
  pinned_left: ['sku'],
  sorting: [{ key: 'price', direction: 'desc' as const }],
  filters: [{ key: 'price', op: 'gte', value: 100 }],
}

const exampleView = {
  id: exampleViewId,
  name: 'Dear ones',
  entity_type: 'product' as const,
  ...exampleContent,
  pinned_right: [],
  filter_join: 'and' as const,
  is_default: false,
  display: {
    widths: { sku: 120 },
    row_height: 'normal' as const,
    colours: [],
    group_by: null,
    tree: false,
    summary: null,
  },
}

const contentIssues = [
  'required',
  'too_long',
  'invalid_value',
  'not_a_defined_attribute',
  'not_sortable',
  'unknown_operator',
  'operator_not_supported_for_type',
  'expected_value_or_use_exists',
  'expected_values',
  'too_many_values',
  'expected_number',
  'expected_date',
  'expected_boolean',
  'expected_uuid',
] as const
const nameTaken = 'The type has another view of this name.'

const one = (description: string) => ({
  description,
  schema: dataOf(GridView),
  example: { data: exampleView },
})

export const viewDocs: OperationTable = {
  'GET /views': {
    id: 'listViews',
    tag,
    description: 'Oldest first. What a view says about attributes that are gone is left out.',
    parameters: [
      workspaceParameter,
      { name: 'type', description: 'Only views of this type.', schema: EntityTypeSchema, example: 'product' },
    ],
    answers: {
      200: { description: 'The views.', schema: listOf(GridView), example: { data: [exampleView] } },
    },
    issues: ['invalid_value'],
  },
  'POST /views': {
    id: 'createView',
    tag,
    description: `Without \`visible_columns\` a view shows every attribute. A filter takes the operators of the lists. The default view of a type is the
one it opens with; a new default takes the place of the old one.`,
    parameters: [workspaceParameter],
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
    issues: contentIssues,
    conflicts: nameTaken,
  },
  'PATCH /views/:id': {
    id: 'updateView',
    tag,
    description: 'Members that are left out stay as they are, those of `display` too.',
    parameters: [workspaceParameter, viewId],
    body: {
      examples: { rename: { name: 'Very dear ones' }, default: { is_default: true }, filter: exampleContent },
    },
    answers: { 200: one('The view.') },
    issues: contentIssues,
    conflicts: nameTaken,
  },
  'POST /views/:id/duplicate': {
    id: 'duplicateView',
    tag,
    description: 'Without a name the copy gets a free one. It is not the default.',
    parameters: [workspaceParameter, viewId],
    body: { examples: { free: {}, named: { name: 'Mine' } } },
    answers: { 201: one('The copy.') },
    issues: ['required', 'too_long'],
    conflicts: nameTaken,
  },
  'DELETE /views/:id': {
    id: 'deleteView',
    tag,
    parameters: [workspaceParameter, viewId],
    answers: { 200: one('The view that was.') },
  },
}
