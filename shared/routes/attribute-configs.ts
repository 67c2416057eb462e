import { FormulaPreviewRequest, AttributeMove, FormulaPreview } from '../schemas/app-surface.ts'
import { AttributeConfig, ListedAttributeConfig } from '../schemas/attributes.ts'
import { EntityTypeSchema } from '../schemas/entities.ts'
import { dataOf, listOf, type AppRouteTable } from './route.ts'
import { exampleConfig, ifNoneMatch, unchangedDefinitions } from './attributes.ts'
import { exampleId } from './examples.ts'
import { required, optional } from './parameters.ts'

export const attributeConfigRoutes = {
  'GET /attributes': {
    id: 'listAttributeConfigs',
    role: 'viewer',
    summary: 'List full attribute definitions of one entity type',
    query: { type: required(EntityTypeSchema, 'Whose attributes.', 'product') },
    headers: { 'If-None-Match': ifNoneMatch },
    answers: { 200: listOf(ListedAttributeConfig), 304: null },
    issues: { type: ['required', 'invalid_value'] },
    docs: () => ({
      answers: {
        200: ['The full definitions.', { data: [exampleConfig] }, { etag: true }],
        304: unchangedDefinitions,
      },
    }),
  },
  'POST /formula-preview': {
    id: 'previewFormula',
    role: 'viewer',
    summary: 'Compute a formula that is being written',
    body: FormulaPreviewRequest,
    answers: { 200: dataOf(FormulaPreview) },
    issues: { type: ['invalid_value'] },
    docs: () => ({
      description:
        'What a formula gives for one entity, or what is wrong with it and where: the characters from `start` up to the one before `end`, counted from 0. Nothing is stored.',
      body: {
        examples: { margin: { type: 'product', formula: '{{price}} * 2', entity_id: exampleId } },
      },
      answers: {
        200: ['The value or the fault.', { data: { fault: null, label: 'CH-100', value: 258 } }],
      },
    }),
  },
  'DELETE /attributes/{key}': {
    id: 'deleteAttribute',
    role: 'manager',
    summary: 'Delete an attribute definition with all of its values',
    query: {
      type: optional(
        EntityTypeSchema,
        'Which entity type the key is defined for; needed where several types have it.',
        'product',
      ),
    },
    answers: { 200: dataOf(AttributeConfig) },
    issues: { type: ['required', 'invalid_value'] },
    docs: () => ({
      description: 'Takes every stored value of the attribute along.',
      answers: { 200: ['The definition as it was.', { data: exampleConfig }] },
      conflicts: 'Formulas, lookups or inverse references need the attribute; the message names them.',
    }),
  },
  'POST /attributes/{key}/move': {
    id: 'moveAttribute',
    role: 'manager',
    summary: 'Give an attribute another place among those of its type',
    body: AttributeMove,
    answers: { 200: dataOf(AttributeConfig) },
    issues: { type: ['invalid_value'], before: ['not_a_defined_attribute'] },
    docs: () => ({
      description: 'The order of the attributes is that of the columns where no view says otherwise.',
      body: { examples: { last: { type: 'product', before: null } } },
      answers: { 200: ['The definition.', { data: exampleConfig }] },
    }),
  },
} satisfies AppRouteTable
