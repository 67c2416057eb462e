import { type Tool, defineTool, briefly, catalogChecks, unlisted } from '../tool.ts'
import { assetTools } from './assets.ts'
import { automationTools } from './automations.ts'
import { attributeClassTools } from './attribute-classes.ts'
import { attributeTools } from './attributes.ts'
import { feedTools, DescribedJob } from './events-and-jobs.ts'
import { entityReadTools, entityWriteTools } from './entities.ts'
import { similarValuesTools, qualityTools } from './quality.ts'
import { generationTools } from './generations.ts'
import { savedActionTools } from './saved-actions.ts'
import { exportTools } from './exports.ts'
import { fileTools } from './files.ts'
import { importTools } from './imports.ts'
import { variantTools } from './variants.ts'
import { viewTools } from './views.ts'
import { Type } from 'typebox'
import { entityTypes, pluralOf, findEntityType } from '#shared/entities.ts'
import { isOneOf } from '#shared/text.ts'
import { validationFailed, Faults } from '../../catalog/errors.ts'
import { dataOf, pageOf } from '#shared/routes/route.ts'
import {
  readType,
  knownTypeArgument,
  typeArgument,
  scopeOfType,
  pagingArguments,
  readPaging,
  textFilter,
  pageWhole,
} from '../arguments.ts'
import { DescribedSchema, describeSchema, schemaDetails } from '../describe-schema.ts'
import { toWholeSchemas } from '../tool-schema.ts'
import { Uuid } from '#shared/schemas/entities.ts'
import { SourceCreate } from '#shared/schemas/sources.ts'
import { parseAnswer } from '../../catalog/answer.ts'
import { createSource as makeSource, receiveInline } from '../../edge/create-source.ts'
import type { FieldError } from '#shared/errors.ts'
import { Channel, ChannelCompleteness, ChannelSummary, Completeness } from '#shared/schemas/channels.ts'
import { duplicateStatuses, duplicateWays } from '#shared/duplicates.ts'
import { DuplicateGroup, FindDuplicates, MergeEntities, MergeResult } from '#shared/schemas/duplicates.ts'
import { readRunFilter } from '../../edge/generation-run.ts'
import { noteStatuses } from '#shared/notes.ts'
import { NewNote, Note, NotePatch } from '#shared/schemas/notes.ts'
import { issueSentence } from '#shared/describe-fault.ts'

const status = Type.Optional(Type.Enum([...noteStatuses], { ...catalogChecks }))

const listNotes = defineTool({
  name: 'list_notes',
  description: 'Notes and to-dos on entities and cells, newest first.',
  effect: 'read',
  input: {
    type: Type.Optional(knownTypeArgument),
    status,
    entity_id: unlisted(Type.String()),
    attribute: unlisted(Type.String()),
    q: unlisted(Type.String()),
    actor: unlisted(Type.String()),
    ...pagingArguments,
  },
  output: pageOf(Note),
  scopes: scopeOfType('read'),
  run: ({ type, status: wanted, entity_id, attribute, q, actor, ...args }, agent, structural) => {
    const types = agent.readable.filter((one) => type === undefined || one === type)
    const asked = { type, types, status: wanted, entity_id, attribute, q, actor }
    return agent.ask('listNotes', { ...asked, ...readPaging(args, structural) })
  },
})

const createNote = defineTool({
  name: 'create_note',
  description:
    'On an entity, or with attribute on its cell, for people to read; status open makes a to-do. Changes no value.',
  effect: 'create',
  input: {
    type: knownTypeArgument,
    entity_id: NewNote.properties.entity_id,
    attribute: Type.Optional(Type.String()),
    text: NewNote.properties.text,
    status,
  },
  output: dataOf(Note),
  scopes: scopeOfType('write'),
  run: (body, agent, faults) => agent.write('createNote', { body, faults, context: agent.context }),
})

const updateNote = defineTool({
  name: 'update_note',
  description: 'Its text, or status done when the to-do is.',
  effect: 'set',
  input: { id: Type.String(), text: NotePatch.properties.text, status },
  output: dataOf(Note),
  scopes: [],
  run: async ({ id, ...body }, agent, faults) => {
    await agent.requireOf('write', agent.parts.workspace.threads.call('findNoteType', { id }))
    return agent.write('updateNote', { id, body, faults, context: agent.context })
  },
})

const noteTools = [listNotes, createNote, updateNote]

const findDuplicates = defineTool({
  name: 'find_duplicates',
  description: 'A job compares entities; then list_duplicates. Changes no value.',
  effect: 'create',
  input: {
    type: knownTypeArgument,
    filter: textFilter,
    by: unlisted(Type.Array(Type.Enum([...duplicateWays]), { ...catalogChecks })),
    attributes: unlisted(FindDuplicates.properties.attributes),
  },
  output: dataOf(DescribedJob),
  answersJob: true,
  scopes: scopeOfType('write'),
  run: async (body, agent, structural) => {
    const { list, faults } = readRunFilter(body)
    const asked = { body, list, faults: [...structural, ...faults], context: agent.context }
    const answer = await agent.write('enqueueDuplicates', asked)
    agent.parts.workspace.jobs.wake()
    return answer
  },
})

const listDuplicates = defineTool({
  name: 'list_duplicates',
  description:
    'Groups of entities that may be one, the surest first, with reasons. Look at them before merge_entities.',
  effect: 'read',
  input: {
    type: Type.Optional(knownTypeArgument),
    status: Type.Optional(Type.Enum([...duplicateStatuses], { ...catalogChecks })),
    min_score: Type.Optional(Type.Integer({ ...catalogChecks, maximum: 100 })),
    ...pagingArguments,
  },
  output: pageOf(DuplicateGroup),
  scopes: scopeOfType('read'),
  run: ({ type, status, min_score, ...args }, agent, structural) => {
    const types = agent.readable.filter((one) => type === undefined || one === type)
    return agent.ask('listDuplicates', { type, types, status, min_score, ...readPaging(args, structural) })
  },
})

const decideDuplicate = defineTool({
  name: 'decide_duplicate',
  description: 'Dismisses a group whose entities are not the same, or opens it again.',
  effect: 'set',
  input: { id: Type.String(), status: Type.Enum(['dismissed', 'open'], { ...catalogChecks }) },
  output: dataOf(DuplicateGroup),
  scopes: [],
  run: async ({ id, ...body }, agent, faults) => {
    await agent.requireOf('write', agent.parts.workspace.threads.call('findDuplicateType', { id }))
    return agent.write('decideDuplicate', { id, body, faults })
  },
})

const duplicateTools = [findDuplicates, listDuplicates, decideDuplicate]

const listChannels = defineTool({
  name: 'list_channels',
  description:
    'The enabled sales channels, or all. with_fields adds which attribute fills each field and whether it is required.',
  effect: 'read',
  input: {
    enabled: Type.Optional(Type.Enum(['all'], { ...catalogChecks })),
    with_fields: Type.Optional(Type.Boolean()),
    ...pagingArguments,
  },
  output: pageOf(Type.Union([ChannelSummary, Channel])),
  scopes: ['read:channels'],
  run: async ({ enabled, with_fields: withFields, ...args }, agent, structural) => {
    const { faults, ...paging } = readPaging(args, structural)
    const page = pageWhole(agent, 'channels', await agent.ask('listChannels', { enabled, faults }), paging)
    if (withFields !== true) return page
    const whole = page.data.map(({ key }) => agent.ask('readChannel', { key, faults: [] }))
    const channels = await Promise.all(whole)
    return { ...page, data: channels.map(({ data: channel }) => channel) }
  },
})

const getCompleteness = defineTool({
  name: 'get_completeness',
  description:
    'With id what one product lacks for a channel or for all; with channel alone how many products lack which attribute.',
  effect: 'read',
  input: {
    id: Type.Optional(Type.String({ description: 'A product' })),
    channel: Type.Optional(Type.String({ ...catalogChecks })),
  },
  output: Type.Object({
    data: Type.Union([Completeness, Type.Array(Completeness), ChannelCompleteness]),
  }),
  scopes: ['read:products'],
  run: ({ id, channel: sent }, agent, known) => {
    const channel = typeof sent === 'string' ? sent : undefined
    const faults = channel === sent ? known : [...known, noText(sent)]
    if (id !== undefined) return agent.ask('productCompleteness', { id, channel, faults })
    if (channel !== undefined) return agent.ask('channelCompleteness', { key: channel, faults })
    if (sent !== undefined) throw validationFailed(faults)
    throw validationFailed([
      ...faults,
      { field: 'channel', ...issueSentence('Send id or channel, or both.') },
    ])
  },
})

function noText(sent: unknown): FieldError {
  const faults = new Faults()
  faults.addType('channel', ['string'], sent)
  return faults.list[0] as FieldError
}

const channelTools = [listChannels, getCompleteness]

const mergeEntities = defineTool({
  name: 'merge_entities',
  description:
    'Keeps one entity and trashes the others; references and variants move to it. undo_edit takes it back. The owner has to allow it; dry_run always works.',
  effect: 'overwrite',
  input: {
    type: knownTypeArgument,
    keep: MergeEntities.properties.keep,
    merge: MergeEntities.properties.merge,
    values: Type.Optional(
      briefly(MergeEntities.properties.values, 'Key to the id of the entity whose value is taken'),
    ),
    dry_run: MergeEntities.properties.dry_run,
  },
  output: dataOf(Type.Union([MergeResult, DescribedJob])),
  answersJob: true,
  scopes: (args) => mergingScopes(args),
  run: async (body, agent, faults) => {
    if (body.dry_run !== true) agent.requireMerging()
    const { workspace } = agent.parts
    const answer = await agent.write('mergeEntities', { body, faults, context: agent.context })
    workspace.jobs.wake()
    return answer
  },
})

function mergingScopes(args: Parameters<ReturnType<typeof scopeOfType>>[0]) {
  if (args['dry_run'] === true) return scopeOfType('read')(args)
  const writing = scopeOfType('write')(args)
  const known = findEntityType(args['type'])
  return known === undefined ? writing : [...writing, `delete:${pluralOf[known]}` as const]
}

const mergingTools = [mergeEntities]

const createSource = defineTool({
  name: 'create_source',
  description: 'From one of url, text and file, by a job: ask get_job with job_id.',
  effect: 'fetch',
  input: {
    ...SourceCreate.properties,
    parent_id: unlisted(SourceCreate.properties.parent_id),
    file: Type.Optional(briefly(SourceCreate.properties.file, '{name, content_base64}')),
    attributes: unlisted(SourceCreate.properties.attributes),
    product_ids: unlisted(Type.Array(Uuid, { ...catalogChecks })),
  },
  output: dataOf(Type.Object({ ...DescribedJob.properties, job_id: Uuid })),
  answersJob: true,
  scopes: ['write:sources'],
  run: async (body, agent, faults) => {
    const { workspace, uploadsDir } = agent.parts
    const mayWriteProducts = agent.holds('write:products')
    const maker = { workspace, uploadsDir, mayWriteProducts, context: () => agent.context }
    return parseAnswer(await makeSource(maker, (path) => receiveInline(body, faults, path)))
  },
})

const sourceTools = [createSource]

const describeSchemaTool = defineTool({
  name: 'describe_schema',
  description:
    'Call this first: attributes of each type with data type and options, operators, channels, counts. full adds constraints and examples.',
  effect: 'read',
  input: {
    type: Type.Optional(typeArgument),
    detail: Type.Optional(Type.Enum([...schemaDetails], { ...catalogChecks, default: 'short' })),
  },
  output: dataOf(DescribedSchema),
  scopes: ['read:attributes'],
  run: async ({ type, detail: sent = 'short' }, agent, faults) => {
    const types = type === undefined ? entityTypes : [readType(type, entityTypes, faults)]
    const detail = schemaDetails.find((name) => name === sent)
    if (!detail || faults.length > 0) throw validationFailed(noDetail(faults, sent))
    return { data: await describeSchema(agent, { types, detail }) }
  },
})

function noDetail(known: readonly FieldError[], sent: unknown): readonly FieldError[] {
  const faults = new Faults(known)
  if (!faults.hasErrorFor('detail') && !isOneOf(schemaDetails, String(sent)))
    faults.add('detail', 'invalid_value', schemaDetails, sent)
  return faults.list
}

const describeTool = defineTool({
  name: 'describe_tool',
  description: 'Every member that a tool takes and answers: the list of tools leaves some out.',
  effect: 'read',
  input: { name: Type.String() },
  output: dataOf(Type.Record(Type.String(), Type.Unknown())),
  scopes: [],
  run: ({ name }, _agent, known) => {
    const tool = tools.find((one) => one.name === name)
    if (tool) return Promise.resolve({ data: toWholeSchemas(tool) })
    const faults = new Faults(known)
    const names = tools.map((one) => one.name)
    faults.add('name', 'invalid_value', names, name)
    throw validationFailed(faults.list)
  },
})

const schemaTools = [describeSchemaTool, describeTool]

export const tools: readonly Tool[] = [
  ...schemaTools,
  ...entityReadTools,
  ...variantTools,
  ...entityWriteTools,
  ...attributeTools,
  ...channelTools,
  ...feedTools,
  ...automationTools,
  ...generationTools,
  ...sourceTools,
  ...importTools,
  ...exportTools,
  ...fileTools,
  ...savedActionTools,
  ...noteTools,
  ...qualityTools,
  ...similarValuesTools,
  ...duplicateTools,
  ...assetTools,
  ...mergingTools,
  ...viewTools,
  ...attributeClassTools,
]
