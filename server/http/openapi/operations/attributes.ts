import { Type } from 'typebox'
import { channelKeys } from '#shared/channels.ts'
import { AttributeConfig, AttributeDefinition } from '#shared/schemas/attributes.ts'
import { EntityTypeSchema } from '#shared/schemas/entities.ts'
import { dataOf, listOf } from '../answer-schemas.ts'
import { exampleId } from '../examples.ts'
import type { OperationTable } from '../operation-docs.ts'

const exampleDefinition = {
  id: exampleId,
  key: 'material',
  name: 'Material',
  entity_type: 'product',
  data_type: 'single_select_list',
  channel: null,
  is_primary: false,
  writable: true,
  acceptable_values: ['Oak', 'Walnut'],
  default_value: null,
}

/** A full definition, as create and update answer it. */
export const exampleConfig = {
  id: exampleId,
  name: 'Seat height',
  key: 'seat_height',
  data_type: 'number',
  tool: 'manual',
  entity_type: 'product',
  channel: null,
  is_primary: false,
  writable: true,
  ai_generated: false,
  custom_instructions: null,
  acceptable_values: null,
  default_value: null,
  constraints: { min: 0, unit: 'cm' },
  source_attributes: null,
  selected_tools: [],
  inheritance_mode: 'off',
  rollup_mode: null,
  formula: null,
  reference: null,
  image_model: null,
  aspect_ratio: null,
  video_model: null,
}

export const attributeDocs: OperationTable = {
  'GET /attributes': {
    id: 'listAttributes',
    tag: 'Attributes',
    description:
      'Every key with its data type, whether it can be written and what a select takes. Not paged: read it first and keep it.',
    parameters: [
      {
        name: 'type',
        description: 'Only keys of this entity type.',
        schema: EntityTypeSchema,
        example: 'product',
      },
      {
        name: 'channel',
        description: 'Only keys that belong to this channel.',
        schema: Type.Enum([...channelKeys]),
        example: 'shopify',
      },
    ],
    answers: {
      200: {
        description: 'The definitions.',
        schema: listOf(AttributeDefinition),
        example: { data: [exampleDefinition] },
      },
    },
    issues: ['invalid_value'],
  },
  'POST /attributes': {
    id: 'createAttribute',
    tag: 'Attributes',
    description:
      'Selects need `acceptable_values`, reference types need `reference`. Without a `key` one is made from the name.',
    body: {
      examples: {
        number: {
          name: 'Seat height',
          entity_type: 'product',
          data_type: 'number',
          constraints: { min: 0, unit: 'cm' },
        },
        select: {
          name: 'Assembly',
          entity_type: 'product',
          data_type: 'single_select_list',
          acceptable_values: 'Assembled, Flat pack',
        },
        reference: {
          name: 'Showroom picture',
          entity_type: 'vendor',
          data_type: 'entity_reference',
          reference: { type: 'image' },
        },
      },
    },
    answers: {
      201: {
        description: 'The full definition.',
        schema: dataOf(AttributeConfig),
        example: { data: exampleConfig },
      },
    },
    issues: [
      'required',
      'invalid_value',
      'not_a_defined_attribute',
      'not_a_reference_attribute',
      'not_a_text_attribute',
      'expected_values',
      'not_an_acceptable_value',
    ],
    conflicts: 'The key is taken for the entity type.',
  },
}
