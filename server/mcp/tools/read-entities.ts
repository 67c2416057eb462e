import { Type } from 'typebox'
import { entityTypes } from '#shared/entities.ts'
import { EntityResource, ReferenceStub } from '#shared/schemas/entities.ts'
import { dataOf, pageOf } from '#shared/routes/answers.ts'
import {
  fieldsArgument,
  idArgument,
  largestPage,
  listArguments,
  moreListArguments,
  pagingArguments,
  readFields,
  readList,
  readPaging,
  readType,
  scopeOfType,
  typeArgument,
} from '../arguments.ts'
import { defineTool } from '../tool.ts'

const listEntities = defineTool({
  name: 'list_entities',
  description:
    'One page of the entities that match a filter, with the exact total. Keys and operators are in describe_schema.',
  effect: 'read',
  input: { type: typeArgument, ...listArguments },
  output: pageOf(EntityResource),
  scopes: scopeOfType('read'),
  run: (args, agent, structural) => {
    const type = readType(args.type, entityTypes, structural)
    return agent.ask('listEntities', { type, ...readList(args, structural) })
  },
})

const getEntity = defineTool({
  name: 'get_entity',
  description: 'attributes holds only the keys that have a value.',
  effect: 'read',
  input: { type: typeArgument, id: idArgument, fields: fieldsArgument },
  output: dataOf(EntityResource),
  scopes: scopeOfType('read'),
  run: ({ id, ...args }, agent, faults) => {
    const type = readType(args.type, entityTypes, faults)
    const fields = readFields(args)
    return agent.ask('getEntity', { type, id, fields, maxBytes: largestPage, isTagged: false, faults })
  },
})

const listReferences = defineTool({
  name: 'list_references',
  description: 'The entities behind one reference attribute of an entity, in order.',
  effect: 'read',
  input: {
    type: typeArgument,
    id: idArgument,
    attribute: Type.String({ description: 'Its key' }),
    ...pagingArguments,
  },
  output: pageOf(ReferenceStub),
  scopes: scopeOfType('read'),
  run: ({ id, attribute, ...args }, agent, structural) => {
    const type = readType(args.type, entityTypes, structural)
    return agent.ask('listReferences', { type, id, attribute, ...readPaging(args, structural) })
  },
})

const listVariants = defineTool({
  name: 'list_variants',
  description: 'One page of the variants below a product.',
  effect: 'read',
  input: { id: idArgument, ...moreListArguments },
  output: pageOf(EntityResource),
  scopes: ['read:products'],
  run: ({ id, ...args }, agent, structural) =>
    agent.ask('listVariants', { id, ...readList(args, structural) }),
})

/** Reading entities of every type. */
export const entityReadTools = [listEntities, getEntity, listReferences, listVariants]
