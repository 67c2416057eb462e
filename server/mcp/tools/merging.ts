import { Type } from 'typebox'
import { entityTypes, pluralOf } from '#shared/entities.ts'
import { dataOf } from '#shared/routes/answers.ts'
import { MergeEntities, MergeResult } from '#shared/schemas/merging.ts'
import { scopeOfType, typeArgument } from '../arguments.ts'
import { briefly, defineTool } from '../tool.ts'
import { ToldJob } from './events-and-jobs.ts'

const mergeEntities = defineTool({
  name: 'merge_entities',
  description:
    'Keeps one entity and trashes the others, whose references and variants move to it. The edit_id undoes it. Where the owner allows it; try dry_run first.',
  effect: 'overwrite',
  input: {
    type: typeArgument,
    keep: MergeEntities.properties.keep,
    merge: MergeEntities.properties.merge,
    values: Type.Optional(
      briefly(MergeEntities.properties.values, 'Key to the id of the entity whose value is taken'),
    ),
    dry_run: MergeEntities.properties.dry_run,
  },
  output: dataOf(Type.Union([MergeResult, ToldJob])),
  scopes: (args) => mergingScopes(args),
  run: async (body, agent, faults) => {
    agent.requireMerging()
    const { workspace } = agent.parts
    const answer = await agent.write('mergeEntities', { body, faults, context: agent.context })
    workspace.jobs.wake()
    return answer
  },
})

function mergingScopes(args: Parameters<ReturnType<typeof scopeOfType>>[0]) {
  const writing = scopeOfType('write')(args)
  const known = entityTypes.find((name) => name === args['type'])
  return known === undefined ? writing : [...writing, `delete:${pluralOf[known]}` as const]
}

/** What is there twice, made one. */
export const mergingTools = [mergeEntities]
