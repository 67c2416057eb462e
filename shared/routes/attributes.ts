import { Type } from 'typebox'
import {
  aspectRatios,
  autoGenerateModes,
  dataTypes,
  generationTools,
  imageModels,
  inheritanceModes,
  rollupModes,
  videoModels,
} from '../attributes.ts'
import { attributeAudit } from '../audited.ts'
import { channelKeys } from '../channels.ts'
import {
  AttributeCreateBody,
  AttributePatch,
  AttributeConfig,
  AttributeDefinition,
  ReferencePath,
} from '../schemas/attributes.ts'
import { EntityTypeSchema } from '../schemas/entities.ts'
import { nullable } from '../schemas/paging.ts'
import { semanticTypeNames } from '../semantic-types.ts'
import { roles } from '../team.ts'
import { dataOf, listOf, type AnswerDocs, type IssuePlaces, type RouteTable } from './route.ts'
import { exampleId } from './examples.ts'
import { optional } from './parameters.ts'

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
  required_dependencies: [],
  vision_image_attributes: null,
  generation_model: null,
  image_count: null,
  auto_generate: 'off',
}

/** The schemas of members that the body leaves open, because a wrong member has an issue code. */
const choices = () => ({
  entity_type: EntityTypeSchema,
  data_type: Type.Enum([...dataTypes]),
  channel: nullable(Type.Enum([...channelKeys])),
  selected_tools: Type.Array(Type.Enum([...generationTools])),
  inheritance_mode: Type.Enum([...inheritanceModes]),
  rollup_mode: nullable(Type.Enum([...rollupModes])),
  reference: nullable(ReferencePath),
  image_model: nullable(Type.Enum([...imageModels])),
  aspect_ratio: nullable(Type.Enum([...aspectRatios])),
  video_model: nullable(Type.Enum([...videoModels])),
  auto_generate: Type.Enum([...autoGenerateModes]),
  editable_by: nullable(Type.Array(Type.Enum([...roles]), { minItems: 1 })),
  readable_by: nullable(Type.Array(Type.Enum([...roles]), { minItems: 1 })),
  semantic_type: nullable(Type.Enum([...semanticTypeNames])),
})

const definitionPlaces: IssuePlaces = {
  data_type: ['invalid_value'],
  key: ['invalid_value'],
  channel: ['invalid_value'],
  is_primary: ['invalid_value'],
  default_value: [
    'expected_number',
    'expected_boolean',
    'expected_date',
    'expected_url',
    'expected_json',
    'not_an_acceptable_value',
    'out_of_range',
    'too_short',
    'too_long',
    'pattern_mismatch',
    'invalid_check_digit',
    'read_only_attribute',
  ],
  'constraints.min': ['out_of_range'],
  'constraints.pattern': ['invalid_value'],
  'constraints.kind': ['invalid_value'],
  'constraints.currency': ['invalid_value'],
  'constraints.unit': ['invalid_value'],
  inheritance_mode: ['invalid_value'],
  rollup_mode: ['invalid_value'],
  selected_tools: ['invalid_value'],
  image_model: ['invalid_value'],
  aspect_ratio: ['invalid_value'],
  video_model: ['invalid_value'],
  custom_instructions: ['not_a_defined_attribute', 'circular_prompt'],
  ai_generated: ['invalid_value'],
  'required_dependencies[<n>]': ['not_a_defined_attribute'],
  'vision_image_attributes[<n>]': ['not_a_defined_attribute', 'invalid_value'],
  auto_generate: ['invalid_value'],
  editable_by: ['invalid_value'],
  readable_by: ['invalid_value'],
  semantic_type: ['invalid_value'],
  'reference.attribute': ['not_a_defined_attribute', 'not_a_reference_attribute'],
  'reference.via': ['not_a_defined_attribute', 'not_a_reference_attribute'],
}

const newDefinitionPlaces: IssuePlaces = {
  entity_type: ['required', 'invalid_value'],
  acceptable_values: ['required'],
  reference: ['required'],
  'reference.type': ['invalid_value'],
}

export const ifNoneMatch = optional(
  Type.String(),
  'The `ETag` of the answer that you keep: 304 as long as no definition has changed.',
)

export const unchangedDefinitions: AnswerDocs = [
  'No definition has changed since the answer with this `ETag`. No body.',
  undefined,
  { etag: true },
]

/** With `edit_id` where the change has written values too. */
const changedConfig = Type.Object({ data: AttributeConfig, edit_id: Type.Optional(Type.String()) })

const typeOfKey = optional(
  EntityTypeSchema,
  'Which entity type the key is defined for; needed where several types have it.',
  'product',
)

export const attributeRoutes = {
  'GET /attributes': {
    id: 'listAttributes',
    tag: 'Attributes',
    summary: 'List attribute definitions',
    scopes: ['read:attributes'],
    query: {
      type: optional(EntityTypeSchema, 'Only keys of this entity type.', 'product'),
      channel: optional(Type.Enum([...channelKeys]), 'Only keys that belong to this channel.', 'shopify'),
    },
    headers: { 'If-None-Match': ifNoneMatch },
    answers: { 200: listOf(AttributeDefinition), 304: null },
    issues: { type: ['invalid_value'], channel: ['invalid_value'] },
    docs: () => ({
      description:
        'Every key with its data type, whether it can be written and what a select takes. Not paged: read it first and keep it.',
      answers: {
        200: ['The definitions.', { data: [exampleDefinition] }, { etag: true }],
        304: unchangedDefinitions,
      },
    }),
  },
  'POST /attributes': {
    id: 'createAttribute',
    audit: attributeAudit,
    tag: 'Attributes',
    summary: 'Create an attribute definition',
    scopes: ['write:attributes'],
    body: AttributeCreateBody,
    answers: { 201: dataOf(AttributeConfig) },
    issues: {
      name: ['required'],
      ...newDefinitionPlaces,
      ...definitionPlaces,
      data_type: ['required', 'invalid_value'],
    },
    docs: () => ({
      description:
        'Selects need `acceptable_values`, as a text with commas or as a list (an option with a comma only as one of a list, or in quotes); reference types need `reference`. Without a `key` one is made from the name. `constraints.kind` says what a number (`money` with its `currency`, `measure` with its `unit`) or a single line text (`gtin`, `email`, `date_time`, `file`) is. `semantic_type` says what the values mean, whatever the attribute is called: channels and imports go by it.',
      body: {
        required: ['name', 'entity_type', 'data_type'],
        properties: choices(),
        examples: {
          number: {
            name: 'Seat height',
            entity_type: 'product',
            data_type: 'number',
            constraints: { min: 0, unit: 'cm' },
          },
          money: {
            name: 'Purchase price',
            entity_type: 'product',
            data_type: 'number',
            constraints: { kind: 'money', currency: 'EUR' },
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
      answers: { 201: ['The full definition.', { data: exampleConfig }] },
      conflicts: 'The key is taken for the entity type.',
    }),
  },
  'PATCH /attributes/{key}': {
    id: 'updateAttribute',
    audit: attributeAudit,
    tag: 'Attributes',
    summary: 'Extend or update an attribute definition',
    scopes: ['write:attributes'],
    query: { type: typeOfKey },
    body: AttributePatch,
    answers: { 200: changedConfig },
    issues: { type: ['required', 'invalid_value'], ...definitionPlaces },
    docs: () => ({
      description: `Any part of the full definition; what is left out stays. A definition that was read can be sent back whole: \`id\`, \`key\`,
\`entity_type\`, \`tool\` and \`writable\` must then be as they are. \`constraints\` and
\`reference\` are replaced as a whole. \`add_acceptable_values\` adds options to those there are. An attribute of the type \`image\` is turned into references to images, which are made where there are none, and back: the answer has the \`edit_id\` by which that is undone. Any other data type
changes only where no stored value would be lost, and an option goes only when nothing holds it; a constraint may change at any
time and rejects nothing that is stored.`,
      body: {
        properties: choices(),
        examples: {
          rename: { name: 'Retail price', constraints: { unit: 'EUR', min: 0, decimals: 2 } },
          channel: { channel: 'shopify', custom_instructions: null },
        },
      },
      answers: { 200: ['The full definition.', { data: exampleConfig }] },
      conflicts:
        'Stored values would be lost, or other definitions need this one as it is; the message counts or names them.',
    }),
  },
} satisfies RouteTable
