import { Type } from 'typebox'
import { clusterMethods, phoneticAlgorithms } from '#shared/clusters.ts'
import { entityTypes, type EntityType, pluralOf } from '#shared/entities.ts'
import { dataOf, pageOf } from '#shared/routes/answers.ts'
import { Cluster, MergeClusters, MergeClustersResult } from '#shared/schemas/clusters.ts'
import { readFilterText } from '../../edge/filter-text.ts'
import type { Agent } from '../agent.ts'
import { pagingArguments, readPaging, readType, scopeOfType, typeArgument } from '../arguments.ts'
import { filterText, textFilter } from '../filter-text.ts'
import { briefly, defineTool, unlisted } from '../tool.ts'
import { ToldJob } from './events-and-jobs.ts'

const clusterValues = defineTool({
  name: 'cluster_values',
  description:
    'Groups of spellings of an attribute that may mean the same, with counts and a suggested one. merge_values makes one of them.',
  effect: 'read',
  input: {
    type: typeArgument,
    attribute: Type.String(),
    method: Type.Enum([...clusterMethods]),
    algorithm: unlisted(Type.Enum([...phoneticAlgorithms])),
    filter: textFilter,
    ...pagingArguments,
  },
  output: pageOf(Cluster),
  scopes: scopeOfType('read'),
  run: ({ type: sent, attribute, method, algorithm, filter: text, ...args }, agent, structural) => {
    const { faults, ...paging } = readPaging(args, structural)
    const type = readType(sent, entityTypes, faults)
    const { filter, faults: wrong } = readFilterText(filterText(text), 'filter')
    const asked = { type, attribute, method, algorithm, filter, ...paging }
    return agent.findClusters({ ...asked, faults: [...faults, ...wrong] })
  },
})

const mergeValues = defineTool({
  name: 'merge_values',
  description:
    'In each group the values, spelled exactly, become to; options of selects and names of vendors and categories are merged too. Try dry_run first; the edit_id undoes it.',
  effect: 'overwrite',
  input: {
    type: typeArgument,
    attribute: Type.String(),
    groups: briefly(MergeClusters.properties.groups, '[{"values": ["oak ", "OAK"], "to": "Oak"}]', {
      type: 'array',
      items: { type: 'object' },
    }),
    filter: textFilter,
    dry_run: MergeClusters.properties.dry_run,
  },
  output: dataOf(Type.Union([MergeClustersResult, ToldJob])),
  scopes: scopeOfType('write'),
  run: async ({ filter: text, ...args }, agent, structural) => {
    const { workspace, client } = agent.parts
    const body = { ...args, ...(text !== undefined && { filter: filterText(text) ?? '' }) }
    const { filter, faults } = readFilterText(body.filter, 'filter')
    const sent = { body, filter, faults: [...structural, ...faults] }
    const preview = await workspace.threads.call('previewClusterMerge', sent, client)
    if (body.dry_run === true) return { data: preview.result }
    if (preview.isNamed) requireNaming(agent, body.type)
    const { context } = agent
    if (preview.ids) return agent.write('mergeClusters', { ...sent, preview, context })
    const merge = { ...sent, context }
    const answer = preview.isNamed
      ? await agent.write('mergeNamedClusters', merge)
      : await agent.write('enqueueClusterMerge', merge)
    workspace.jobs.wake()
    return answer
  },
})

/** Vendors and categories of one name are merged, which takes more than to write. */
function requireNaming(agent: Agent, type: EntityType): void {
  agent.requireMerging()
  agent.require([`delete:${pluralOf[type]}`])
}

/** Values that are spelled in several ways. */
export const clusterTools = [clusterValues, mergeValues]
