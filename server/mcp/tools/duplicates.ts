import { Type } from 'typebox'
import { duplicateStatuses, duplicateWays } from '#shared/duplicates.ts'
import { dataOf, pageOf } from '#shared/routes/answers.ts'
import { DuplicateGroup, FindDuplicates } from '#shared/schemas/duplicates.ts'
import { readRunFilter } from '../../edge/generation-run.ts'
import { pagingArguments, readPaging, scopeOfType, typeArgument } from '../arguments.ts'
import { catalogChecks, defineTool, unlisted } from '../tool.ts'
import { textFilter } from '../filter-text.ts'
import { ToldJob } from './events-and-jobs.ts'

const findDuplicates = defineTool({
  name: 'find_duplicates',
  description:
    'A job compares entities by codes, titles and pictures; then list_duplicates. Changes no value.',
  effect: 'create',
  input: {
    type: typeArgument,
    filter: textFilter,
    by: Type.Optional(Type.Array(Type.Enum([...duplicateWays]), { ...catalogChecks })),
    attributes: unlisted(FindDuplicates.properties.attributes),
  },
  output: dataOf(ToldJob),
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
    type: Type.Optional(typeArgument),
    status: Type.Optional(Type.Enum([...duplicateStatuses], { ...catalogChecks })),
    min_score: Type.Optional(Type.Integer({ ...catalogChecks, maximum: 100 })),
    ...pagingArguments,
  },
  output: pageOf(DuplicateGroup),
  // Without a type those of every type that may be read.
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
  // The type of its entities decides, which is known when it is found.
  scopes: [],
  run: async ({ id, ...body }, agent, faults) => {
    await agent.requireOf('write', agent.parts.workspace.threads.call('findDuplicateType', { id }))
    return agent.write('decideDuplicate', { id, body, faults })
  },
})

/** What may be there twice. */
export const duplicateTools = [findDuplicates, listDuplicates, decideDuplicate]
