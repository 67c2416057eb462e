import { AttributeClass, EffectiveClasses } from '#shared/schemas/attribute-classes.ts'
import { EntityTypeSchema, Uuid } from '#shared/schemas/entities.ts'
import { dataOf, listOf } from '../answer-schemas.ts'
import { exampleClassId, exampleId } from '../examples.ts'
import type { OperationTable, ParameterDocs } from '../operation-docs.ts'
import { workspaceParameter } from './owner.ts'

const tag = 'Owner'

const classId: ParameterDocs = {
  name: 'id',
  in: 'path',
  description: 'The id of the class.',
  schema: Uuid,
  example: exampleClassId,
}

const exampleClass = {
  id: exampleClassId,
  key: 'chairs',
  name: 'Chairs',
  entity_type: 'product' as const,
  category_ids: [],
  attributes: [{ key: 'material', requirement: 'required' as const }],
}

const contentIssues = [
  'required',
  'too_long',
  'invalid_value',
  'expected_uuid',
  'referenced_entity_not_found',
  'not_a_defined_attribute',
] as const

const one = (description: string) => ({
  description,
  schema: dataOf(AttributeClass),
  example: { data: exampleClass },
})

export const attributeClassDocs: OperationTable = {
  'GET /attribute-classes': {
    id: 'listAttributeClasses',
    tag,
    description: 'Oldest first. What a class says about attributes and categories that are gone is left out.',
    parameters: [
      workspaceParameter,
      {
        name: 'type',
        description: 'Only classes of this type.',
        schema: EntityTypeSchema,
        example: 'product',
      },
    ],
    answers: {
      200: {
        description: 'The classes.',
        schema: listOf(AttributeClass),
        example: { data: [exampleClass] },
      },
    },
    issues: ['invalid_value'],
  },
  'GET /attribute-classes/effective/:id': {
    id: 'readEffectiveClasses',
    tag,
    description: `The classes of the categories that an entity refers to, and of those above them. An attribute that no class has is always
shown. Of a category, \`of\` names the type whose entities are meant.`,
    parameters: [
      workspaceParameter,
      {
        name: 'type',
        description: 'The type of the entity.',
        schema: EntityTypeSchema,
        required: true,
        example: 'product',
      },
      { name: 'of', description: 'For a category; products by default.', schema: EntityTypeSchema },
    ],
    answers: {
      200: {
        description: 'What it shows and needs.',
        schema: dataOf(EffectiveClasses),
        example: {
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
      },
    },
    issues: ['required', 'invalid_value'],
  },
  'POST /attribute-classes': {
    id: 'createAttributeClass',
    tag,
    description: 'A class never deletes a value; it says which attributes are shown and which are needed.',
    parameters: [workspaceParameter],
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
    issues: contentIssues,
    conflicts: 'The type has another class of this key.',
  },
  'PATCH /attribute-classes/:id': {
    id: 'updateAttributeClass',
    tag,
    description: 'Members that are left out stay as they are; lists are replaced.',
    parameters: [workspaceParameter, classId],
    body: {
      examples: {
        rename: { name: 'Seats' },
        requirement: { attributes: [{ key: 'material', requirement: 'recommended' }] },
      },
    },
    answers: { 200: one('The class.') },
    issues: contentIssues,
  },
  'DELETE /attribute-classes/:id': {
    id: 'deleteAttributeClass',
    tag,
    parameters: [workspaceParameter, classId],
    answers: { 200: one('The class that was.') },
  },
}
