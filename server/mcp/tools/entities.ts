import { Type } from 'typebox'
import { entityTypes, maxBatchItems, upsertableTypes } from '#shared/entities.ts'
import { EntityResource, ReferenceStub, BatchAnswer } from '#shared/schemas/entities.ts'
import { dataOf, pageOf } from '#shared/routes/route.ts'
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
  filterAsInLists,
  wantedFilter,
  writableTypeArgument,
} from '../arguments.ts'
import { defineTool, briefly, catalogChecks, unlisted } from '../tool.ts'
import { SetValues } from '#shared/schemas/edits.ts'
import { issueSentence } from '#shared/describe-fault.ts'
import { AttributeValueWrite, AttributeWriteMap, ParentIdWrite } from '../../edge/openapi/api-document.ts'
import { DescribedJob } from './events-and-jobs.ts'

const value = Type.Unsafe<unknown>({ ...AttributeValueWrite, ...catalogChecks })
const attributes = briefly(
  Type.Record(Type.String(), value, {
    description:
      'Attribute key to new value; keys that are not named stay. null clears. A reference takes a UUID, {label} or {merge_key, value}, a list an array of these that replaces it.',
  }),
  'Key to value; null clears; references as UUIDs',
)
const parentRole = 'Of a variant its product, of a category the one above; null detaches'
const ParentId = Type.Unsafe<unknown>({ ...ParentIdWrite, description: parentRole, ...catalogChecks })
const textOrNull = { type: ['string', 'null'] }
const mergeKey = Type.String({
  description: 'A text attribute that identifies entities, such as sku',
})

const editId = { edit_id: Type.Optional(Type.String({ description: 'Where anything was changed' })) }
const WrittenEntity = Type.Object({ ...dataOf(EntityResource).properties, ...editId })
const WrittenBatch = Type.Object({ ...BatchAnswer.properties, ...editId })

const createEntity = defineTool({
  name: 'create_entity',
  description: 'The primary attribute of the type is required. Where it may exist use upsert_entity.',
  effect: 'create',
  input: {
    type: writableTypeArgument,
    parent_id: Type.Optional(briefly(ParentId, parentRole, textOrNull)),
    attributes: Type.Optional(attributes),
  },
  output: WrittenEntity,
  scopes: scopeOfType('write'),
  run: ({ type: sent, ...body }, agent, faults) => {
    const type = readType(sent, upsertableTypes, faults)
    return agent.write('createEntity', { type, body, faults, context: agent.context })
  },
})

const updateEntity = defineTool({
  name: 'update_entity',
  description: 'Sets values of one entity, or moves it below another parent.',
  effect: 'set',
  input: {
    type: typeArgument,
    id: idArgument,
    parent_id: Type.Optional(briefly(ParentId, 'As in create_entity', textOrNull)),
    attributes: Type.Optional(attributes),
  },
  output: WrittenEntity,
  scopes: scopeOfType('write'),
  run: ({ type: sent, id, ...body }, agent, faults) => {
    const type = readType(sent, entityTypes, faults)
    if (Object.keys(body).length === 0 && faults.length === 0)
      faults.push({ field: 'attributes', ...issueSentence('Send attributes or parent_id, or both.') })
    return agent.write('updateEntity', { type, id, body, faults, context: agent.context })
  },
})

const upsertEntity = defineTool({
  name: 'upsert_entity',
  description:
    'Updates the entity whose merge_key has the value in attributes, or creates it. Safe to repeat.',
  effect: 'set',
  input: { type: writableTypeArgument, merge_key: mergeKey, attributes },
  output: WrittenEntity,
  scopes: scopeOfType('write'),
  run: ({ type: sent, ...body }, agent, faults) => {
    const type = readType(sent, upsertableTypes, faults)
    return agent.write('upsertEntity', { type, body, faults, context: agent.context })
  },
})

const item = briefly(
  Type.Object(
    {
      id: Type.Optional(Type.String()),
      merge_key: Type.Optional(Type.String()),
      parent_id: Type.Optional(ParentIdWrite),
      attributes: Type.Optional(AttributeWriteMap),
    },
    { additionalProperties: false, ...catalogChecks },
  ),
  'id or merge_key, parent_id, attributes',
)

/** Ids, states and errors: what an agent has written it knows. */
function inBrief({ data, ...answer }: BatchAnswer): BatchAnswer {
  return { ...answer, data: data.map(({ data: _entity, ...result }) => result) }
}

const batchEntities = defineTool({
  name: 'batch_entities',
  description: `Creates or updates up to ${maxBatchItems} entities; one that fails stops no other. An item has an id or a value of merge_key, or is created. with_entities adds what they are now.`,
  effect: 'overwrite',
  input: {
    type: writableTypeArgument,
    merge_key: Type.Optional(mergeKey),
    items: Type.Array(item),
    with_entities: unlisted(Type.Boolean()),
  },
  output: WrittenBatch,
  scopes: scopeOfType('write'),
  run: async ({ type: sent, with_entities: isWhole = false, ...body }, agent, faults) => {
    const type = readType(sent, upsertableTypes, faults)
    const answer = await agent.write('batchEntities', { type, body, faults, context: agent.context })
    return isWhole ? answer : inBrief(answer as BatchAnswer)
  },
})

const bulkEdit = defineTool({
  name: 'bulk_edit',
  description:
    'Sets, clears or appends values in all that matches, by a job. dry_run tells counts, old and new values. undo_edit takes it back.',
  effect: 'overwrite',
  input: {
    type: typeArgument,
    filter: wantedFilter,
    filter_join: filterAsInLists.filter_join,
    q: unlisted(Type.String()),
    ids: Type.Optional(Type.Array(Type.String())),
    saved_action: Type.Optional(
      Type.String({
        description: 'A saved action, instead of set; a wrong name is answered with all',
      }),
    ),
    set: Type.Optional(
      briefly(
        SetValues,
        'Values or operations: {"price": {"percent": 4, "round": "x.99"}, "name": {"case": "title"}, "sum": {"formula": "{{a}} + {{b}}"}, "status": "Draft"}',
      ),
    ),
    clear: Type.Optional(Type.Array(Type.String())),
    append: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'To texts, multi selects and lists of references',
      }),
    ),
    dry_run: Type.Optional(Type.Boolean()),
  },
  output: dataOf(DescribedJob),
  answersJob: true,
  scopes: scopeOfType('write'),
  run: async (body, agent, faults) => {
    const { workspace } = agent.parts
    const answer = await agent.write('enqueueBulkEdit', { body, faults, context: agent.context })
    workspace.jobs.wake()
    return answer
  },
})

export const entityWriteTools = [createEntity, updateEntity, upsertEntity, batchEntities, bulkEdit]

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

export const entityReadTools = [listEntities, getEntity, listReferences, listVariants]
