import {
  NewAttributeClass,
  AttributeClassPatch,
  AttributeClass,
  EffectiveClasses,
} from '../schemas/attribute-classes.ts'
import { EntityTypeSchema, Uuid } from '../schemas/entities.ts'
import { dataOf, listOf, type AnswerDocs, type IssuePlaces, type AppRouteTable } from './route.ts'
import { exampleClassId, exampleId } from './examples.ts'
import { required, optional } from './parameters.ts'
import { Type } from 'typebox'
import { nullable } from '../schemas/paging.ts'
import {
  FormulaPreviewRequest,
  AttributeMove,
  FormulaPreview,
  AttributePreview,
  AttributePreviewRequest,
  ProposedSemanticType,
  SemanticTypeChoices,
} from '../schemas/app-surface.ts'
import { AttributeConfig, ListedAttributeConfig } from '../schemas/attributes.ts'
import { PromptVersion } from '../schemas/proposals.ts'
import { exampleConfig, ifNoneMatch, unchangedDefinitions } from './attributes.ts'

const classId = required(Uuid, 'The id of the class.', exampleClassId)

const exampleClass = {
  id: exampleClassId,
  key: 'chairs',
  name: 'Chairs',
  entity_type: 'product' as const,
  category_ids: [],
  attributes: [{ key: 'material', requirement: 'required' as const }],
}

const contentPlaces: IssuePlaces = {
  name: ['required', 'too_long'],
  key: ['invalid_value'],
  entity_type: ['invalid_value'],
  'category_ids[<n>]': ['expected_uuid', 'referenced_entity_not_found'],
  'attributes[<n>].key': ['not_a_defined_attribute', 'invalid_value'],
  axes: ['too_many_values'],
  'axes[<n>]': ['not_a_defined_attribute'],
}

const one = (description: string): AnswerDocs => [description, { data: exampleClass }]

export const attributeClassRoutes = {
  'GET /attribute-classes': {
    id: 'listAttributeClasses',
    role: 'viewer',
    summary: 'List attribute classes',
    query: { type: optional(EntityTypeSchema, 'Only classes of this type.', 'product') },
    answers: { 200: listOf(AttributeClass) },
    issues: { type: ['invalid_value'] },
    docs: () => ({
      description:
        'Oldest first. What a class says about attributes and categories that are gone is left out.',
      answers: { 200: ['The classes.', { data: [exampleClass] }] },
    }),
  },
  'GET /attribute-classes/effective/{id}': {
    id: 'readEffectiveClasses',
    role: 'viewer',
    summary: 'Tell which attributes an entity shows and needs',
    query: {
      type: required(EntityTypeSchema, 'The type of the entity.', 'product'),
      of: optional(EntityTypeSchema, 'For a category; products by default.'),
    },
    answers: { 200: dataOf(EffectiveClasses) },
    issues: { type: ['required', 'invalid_value'], of: ['invalid_value'] },
    docs: () => ({
      description: `The classes of the categories that an entity refers to, and of those above them. An attribute that no class has is always
shown. Of a category, \`of\` names the type whose entities are meant.`,
      answers: {
        200: [
          'What it shows and needs.',
          {
            data: {
              entity: { id: exampleId, type: 'product' as const, label: 'CH-100' },
              entity_type: 'product' as const,
              category_ids: [],
              classes: [],
              attributes: [
                {
                  key: 'sku',
                  name: 'SKU',
                  data_type: 'single_line_text_field' as const,
                  requirement: null,
                },
              ],
              hidden: ['material'],
              missing: [],
            },
          },
        ],
      },
    }),
  },
  'POST /attribute-classes': {
    id: 'createAttributeClass',
    role: 'manager',
    summary: 'Create an attribute class',
    body: NewAttributeClass,
    answers: { 201: dataOf(AttributeClass) },
    issues: contentPlaces,
    docs: () => ({
      description: 'A class never deletes a value; it says which attributes are shown and which are needed.',
      body: {
        properties: { entity_type: EntityTypeSchema },
        examples: {
          empty: { name: 'Tables', entity_type: 'product' },
          full: {
            name: 'Chairs',
            key: 'wooden_chairs',
            entity_type: 'product',
            attributes: [{ key: 'material', requirement: 'required' }],
          },
        },
      },
      answers: { 201: one('The class.') },
      conflicts: 'The type has another class of this key.',
    }),
  },
  'PATCH /attribute-classes/{id}': {
    id: 'updateAttributeClass',
    role: 'manager',
    summary: 'Change an attribute class',
    params: { id: classId },
    body: AttributeClassPatch,
    answers: { 200: dataOf(AttributeClass) },
    issues: { id: ['invalid_value'], ...contentPlaces },
    docs: () => ({
      description: 'Members that are left out stay as they are; lists are replaced.',
      body: {
        examples: {
          rename: { name: 'Seats' },
          requirement: { attributes: [{ key: 'material', requirement: 'recommended' }] },
        },
      },
      answers: { 200: one('The class.') },
    }),
  },
  'DELETE /attribute-classes/{id}': {
    id: 'deleteAttributeClass',
    role: 'manager',
    summary: 'Delete an attribute class',
    params: { id: classId },
    answers: { 200: dataOf(AttributeClass) },
    docs: () => ({ answers: { 200: one('The class that was.') } }),
  },
} satisfies AppRouteTable

const examplePreview = {
  id: exampleId,
  label: 'CH-100',
  now: 'CH-100-OAK',
  next: 'CH-100-OAK',
  effect: 'refused' as const,
  fault: { field: 'value', issue: 'too_long' as const },
}

const examplePrompt = {
  instructions: 'Two sentences about {{product_name}}.',
  tools: ['includeProductAttributes' as const],
  source_attributes: null,
  vision_image_attributes: null,
  created_at: '2026-01-05T09:00:00.000Z',
  is_current: true,
  open: 3,
  accepted: 27,
  rejected: 2,
}

const exampleProposal = {
  key: 'marke',
  name: 'Marke',
  semantic_type: 'brand',
  reason: 'name',
  filled: 58,
  total: 60,
  values: ['Nordvik', 'Küchenwerk', 'Lumen'],
}

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
  'GET /semantic-types': {
    id: 'proposeSemanticTypes',
    role: 'viewer',
    summary: 'Propose what attributes without a semantic type may mean',
    query: { type: required(EntityTypeSchema, 'Whose attributes.', 'product') },
    answers: { 200: dataOf(Type.Array(ProposedSemanticType)) },
    issues: { type: ['required', 'invalid_value'] },
    docs: () => ({
      description:
        'By key, name in eleven languages, content and what they refer to, with how many entities have a value and three of the values.',
      answers: { 200: ['The proposals, in the order of the attributes.', { data: [exampleProposal] }] },
    }),
  },
  'POST /semantic-types': {
    id: 'chooseSemanticTypes',
    role: 'manager',
    summary: 'Give attributes their semantic types',
    body: SemanticTypeChoices,
    answers: {
      200: Type.Object({
        data: Type.Object({ changed: Type.Integer() }),
        edit_id: nullable(Type.String()),
      }),
    },
    issues: {
      'choices[<n>].key': ['not_a_defined_attribute'],
      'choices[<n>].semantic_type': ['invalid_value'],
    },
    docs: () => ({
      description: 'All or none, as one edit: `POST /edits/{edit_id}/undo` takes them back.',
      body: {
        examples: { one: { type: 'product', choices: [{ key: 'sku', semantic_type: 'sku' }] } },
      },
      answers: {
        200: ['How many attributes have changed.', { data: { changed: 1 }, edit_id: exampleId }],
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
  'POST /attribute-preview': {
    id: 'previewDefinition',
    role: 'manager',
    summary: 'Show what a definition that is being written does to ten entities',
    body: AttributePreviewRequest,
    answers: { 200: dataOf(AttributePreview) },
    issues: { type: ['invalid_value'] },
    docs: () => ({
      description: `Each value as it is and as it would be, those that would be lost or refused first; up to 2,000 values are read for them. The
faults of the definition are those of storing it. Nothing is stored.`,
      body: {
        examples: {
          shorter: { type: 'product', key: 'sku', definition: { constraints: { max_length: 8 } } },
        },
      },
      answers: {
        200: [
          'The entities.',
          { data: { definition: exampleConfig, checked: 60, lost: 0, refused: 1, rows: [examplePreview] } },
        ],
      },
    }),
  },
  'GET /attributes/{key}/prompts': {
    id: 'listPromptVersions',
    role: 'viewer',
    summary: 'List the prompts by which values of an attribute were proposed',
    query: {
      type: optional(
        EntityTypeSchema,
        'Which entity type the key is defined for; needed where several types have it.',
        'product',
      ),
    },
    answers: { 200: listOf(PromptVersion) },
    issues: { type: ['required', 'invalid_value'] },
    docs: () => ({
      description:
        'The present one first, then the newest first, at most 50, with how many of their proposals were accepted and rejected.',
      answers: { 200: ['The versions.', { data: [examplePrompt] }] },
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
