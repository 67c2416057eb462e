import { attributeAudit } from '#shared/audited.ts'
import { Type } from 'typebox'
import { dataTypes } from '#shared/attributes.ts'
import {
  AttributeConfig,
  AttributeCreateBody,
  AttributeDefinition,
  AttributePatch,
  Constraints,
  ReferencePath,
} from '#shared/schemas/attributes.ts'
import { keysOf } from '#shared/text.ts'
import { dataOf, pageOf } from '#shared/routes/route.ts'
import { pagingArguments, readPaging, knownTypeArgument, pageWhole } from '../arguments.ts'
import { allUnlisted, briefly, catalogChecks, defineTool, untold } from '../tool.ts'

const listAttributes = defineTool({
  name: 'list_attributes',
  description: 'Attributes with data type, accepted values and whether they can be written.',
  effect: 'read',
  input: {
    type: Type.Optional(knownTypeArgument),
    channel: Type.Optional(Type.String()),
    ...pagingArguments,
  },
  output: pageOf(AttributeDefinition),
  scopes: ['read:attributes'],
  run: async ({ type, channel, ...args }, agent, structural) => {
    const { faults, ...paging } = readPaging(args, structural)
    return pageWhole(
      agent,
      'attributes',
      await agent.ask('listAttributes', { type, channel, faults }),
      paging,
    )
  },
})

const members = {
  acceptable_values: Type.Optional(
    briefly(AttributeCreateBody.properties.acceptable_values, 'text or list', {
      type: ['string', 'array'],
    }),
  ),
  constraints: Type.Optional(briefly(Constraints, keysOf(Constraints.properties).join(', '))),
  reference: Type.Optional(
    briefly(AttributeCreateBody.properties.reference, keysOf(ReferencePath.properties).join(', ')),
  ),
}

const {
  selected_tools,
  source_attributes,
  required_dependencies,
  vision_image_attributes,
  generation_model,
  image_model,
  aspect_ratio,
  image_count,
  video_model,
  auto_generate,
  editable_by,
  readable_by,
  semantic_type,
  channel,
  rollup_mode,
} = AttributeCreateBody.properties

const generation = allUnlisted({
  selected_tools,
  source_attributes,
  required_dependencies,
  vision_image_attributes,
  generation_model,
  image_model,
  aspect_ratio,
  image_count,
  video_model,
  auto_generate,
})

const isGenerated = {
  ai_generated: Type.Optional(
    Type.Boolean({ description: 'Then also custom_instructions; describe_tool has the others' }),
  ),
}

const {
  id,
  tool,
  writable,
  name,
  acceptable_values: _options,
  add_acceptable_values,
  ...rest
} = AttributePatch.properties

const readBack = { id: untold(id), tool: untold(tool), writable: untold(writable) }

const exactly = {
  entity_type: knownTypeArgument,
  data_type: Type.Enum([...dataTypes], { ...catalogChecks }),
}

const createAttribute = defineTool({
  name: 'create_attribute',
  description:
    'Selects need acceptable_values; reference types need reference; formulas name attributes as {{key}}.',
  effect: 'create',
  input: {
    ...AttributeCreateBody.properties,
    name: Type.String({ minLength: 1, maxLength: 200 }),
    ...members,
    ...generation,
    ...allUnlisted({ editable_by, readable_by, semantic_type, channel, rollup_mode }),
    ...isGenerated,
    ...exactly,
  },
  output: dataOf(AttributeConfig),
  audit: attributeAudit,
  scopes: ['write:attributes'],
  run: (body, agent, faults) => agent.write('createAttribute', { body, faults, context: agent.context }),
})

const updateAttribute = defineTool({
  name: 'update_attribute',
  description:
    'Changes what is sent: members of create_attribute. add_acceptable_values keeps the options there are. What would lose values is refused.',
  effect: 'set',
  input: {
    ...allUnlisted({ ...rest, ...members }),
    ...readBack,
    key: Type.String(),
    type: Type.Optional(knownTypeArgument),
    name,
    acceptable_values: members.acceptable_values,
    add_acceptable_values,
  },
  output: dataOf(AttributeConfig),
  audit: attributeAudit,
  scopes: ['write:attributes'],
  run: ({ key, type, ...body }, agent, faults) =>
    agent.write('updateAttribute', { key, type, body, faults, context: agent.context }),
})

export const attributeTools = [listAttributes, createAttribute, updateAttribute]
