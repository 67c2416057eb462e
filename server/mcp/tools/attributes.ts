import { Type } from 'typebox'
import { dataTypes } from '#shared/attributes.ts'
import { entityTypes } from '#shared/entities.ts'
import {
  AttributeConfig,
  AttributeCreate,
  AttributeDefinition,
  AttributePatch,
} from '#shared/schemas/attributes.ts'
import { dataOf, pageOf } from '#shared/routes/answers.ts'
import { pagingArguments, readPaging, typeArgument } from '../arguments.ts'
import { pageWhole } from '../page-whole.ts'
import { catalogChecks, defineTool } from '../tool.ts'

const listAttributes = defineTool({
  name: 'list_attributes',
  title: 'List attribute definitions',
  description:
    'The attribute keys that entities have, with data type, whether they can be written, and the values a select accepts.',
  effect: 'read',
  input: {
    type: Type.Optional(typeArgument),
    channel: Type.Optional(Type.String({ description: 'Only the attributes of this channel.' })),
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

const exactly = {
  entity_type: Type.Enum([...entityTypes], { description: 'Which entities have it.', ...catalogChecks }),
  data_type: Type.Enum([...dataTypes], { ...catalogChecks }),
}

const createAttribute = defineTool({
  name: 'create_attribute',
  title: 'Create an attribute',
  description:
    'Defines a new attribute of an entity type. Selects need acceptable_values, comma-separated; reference types need `reference`; a formula refers to other attributes as {{key}}.',
  effect: 'create',
  input: { ...AttributeCreate.properties, name: Type.String({ minLength: 1, maxLength: 200 }), ...exactly },
  output: dataOf(AttributeConfig),
  scopes: ['write:attributes'],
  run: (body, agent, faults) => agent.ask('createAttribute', { body, faults, context: agent.context }),
})

const updateAttribute = defineTool({
  name: 'update_attribute',
  title: 'Change an attribute',
  description:
    'Changes any part of a definition. add_acceptable_values adds options and keeps those there are. A change that would lose stored values is refused.',
  effect: 'set',
  input: {
    ...AttributePatch.properties,
    key: Type.String({ description: 'The attribute to change.' }),
    type: Type.Optional(typeArgument),
  },
  output: dataOf(AttributeConfig),
  scopes: ['write:attributes'],
  run: ({ key, type, ...body }, agent, faults) =>
    agent.ask('updateAttribute', { key, type, body, faults, context: agent.context }),
})

/** The schema of the workspace. */
export const attributeTools = [listAttributes, createAttribute, updateAttribute]
