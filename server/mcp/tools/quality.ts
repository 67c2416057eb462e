import { Type } from 'typebox'
import { entityTypes, type EntityType, pluralOf } from '#shared/entities.ts'
import { qualityFixes, severities } from '#shared/quality.ts'
import { dataOf, pageOf } from '#shared/routes/route.ts'
import {
  AcceptFinding,
  QualityFix,
  QualityFinding,
  QualityOf,
  QualitySummary,
  FixResult,
} from '#shared/schemas/quality.ts'
import type { Scope } from '#shared/scopes.ts'
import { parseAnswer } from '../../catalog/answer.ts'
import {
  pagingArguments,
  readPaging,
  readType,
  scopeOfType,
  knownTypeArgument,
  filterText,
  textFilter,
} from '../arguments.ts'
import { catalogChecks, defineTool, unlisted, briefly } from '../tool.ts'
import { DescribedJob } from './events-and-jobs.ts'
import { similarityMethods, phoneticAlgorithms } from '#shared/similar-values.ts'
import { ValueGroup, MergeSimilarValues, MergeSimilarValuesResult } from '#shared/schemas/duplicates.ts'
import { readFilterText } from '../../edge/list-params.ts'
import type { Agent } from '../agent.ts'

type QualityArguments = Readonly<Record<string, unknown>>

function scopeOfFindings(args: QualityArguments): readonly Scope[] {
  return scopeOfType('read')({ ...args, type: args['type'] ?? 'product' })
}

const groupValues = defineTool({
  name: 'cluster_values',
  description: 'Spellings of an attribute that may mean the same, with counts. merge_values makes them one.',
  effect: 'read',
  input: {
    type: knownTypeArgument,
    attribute: Type.String(),
    method: Type.Enum([...similarityMethods]),
    algorithm: unlisted(Type.Enum([...phoneticAlgorithms])),
    filter: unlisted(textFilter),
    ...pagingArguments,
  },
  output: pageOf(ValueGroup),
  scopes: scopeOfType('read'),
  run: ({ type: sent, attribute, method, algorithm, filter: text, ...args }, agent, structural) => {
    const { faults, ...paging } = readPaging(args, structural)
    const type = readType(sent, entityTypes, faults)
    const { filter, faults: wrong } = readFilterText(filterText(text), 'filter')
    const asked = { type, attribute, method, algorithm, filter, ...paging }
    return agent.findSimilarValues({ ...asked, faults: [...faults, ...wrong] })
  },
})

const mergeValues = defineTool({
  name: 'merge_values',
  description:
    'In each group values, spelled exactly, become to; options and names merge too. Try dry_run first; undo_edit takes it back.',
  effect: 'overwrite',
  input: {
    type: knownTypeArgument,
    attribute: Type.String(),
    groups: briefly(MergeSimilarValues.properties.groups, '[{"values": ["oak ", "OAK"], "to": "Oak"}]', {
      type: 'array',
      items: { type: 'object' },
    }),
    filter: unlisted(textFilter),
    dry_run: MergeSimilarValues.properties.dry_run,
  },
  output: dataOf(Type.Union([MergeSimilarValuesResult, DescribedJob])),
  answersJob: true,
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

function requireNaming(agent: Agent, type: EntityType): void {
  agent.requireMerging()
  agent.require([`delete:${pluralOf[type]}`])
}

export const similarValuesTools = [groupValues, mergeValues]

const getQuality = defineTool({
  name: 'get_quality',
  description: 'The score, and how many entities each rule finds; or with id the score and findings of one.',
  effect: 'read',
  input: { type: Type.Optional(knownTypeArgument), id: Type.Optional(Type.String()) },
  output: dataOf(Type.Union([QualitySummary, QualityOf])),
  scopes: scopeOfFindings,
  run: ({ type = 'product', id }, agent, faults) =>
    id === undefined
      ? agent.ask('summarizeQuality', { type, faults })
      : agent.ask('readQuality', { type: readType(type, entityTypes, faults), id, faults }),
})

const listFindings = defineTool({
  name: 'list_findings',
  description: 'What rules find wrong, the most serious first, one per attribute. Mend it by writing.',
  effect: 'read',
  input: {
    type: Type.Optional(knownTypeArgument),
    rule: Type.Optional(Type.String({ description: 'Its key' })),
    severity: Type.Optional(Type.Enum([...severities], { ...catalogChecks })),
    attribute: unlisted(Type.String()),
    entity_id: unlisted(Type.String()),
    filter: textFilter,
    accepted: unlisted(Type.Boolean()),
    ...pagingArguments,
  },
  output: pageOf(QualityFinding),
  scopes: scopeOfFindings,
  run: ({ type, rule, severity, attribute, entity_id, filter, accepted, ...args }, agent, faults) => {
    const asked = { type, rule, severity, attribute, entity_id, accepted, filter: filterText(filter) }
    return agent.ask('listFindings', { ...asked, ...readPaging(args, faults) })
  },
})

const acceptFinding = defineTool({
  name: 'accept_finding',
  description: 'Says, with a reason, that a finding is right; it is gone until its value changes.',
  effect: 'set',
  input: {
    ...AcceptFinding.properties,
    type: knownTypeArgument,
    attribute: Type.Optional(Type.String()),
  },
  output: dataOf(QualityFinding),
  scopes: scopeOfType('write'),
  run: (body, agent, faults) => agent.write('acceptFinding', { body, faults, context: agent.context }),
})

const checkQuality = defineTool({
  name: 'check_quality',
  description: 'A job renews findings about pictures, links and spelling; others always are new.',
  effect: 'fetch',
  input: { type: knownTypeArgument },
  output: dataOf(DescribedJob),
  answersJob: true,
  scopes: scopeOfType('write'),
  run: async (body, agent, faults) => {
    const answer = await agent.write('enqueueChecks', { body, faults, context: agent.context })
    agent.parts.workspace.jobs.wake()
    return answer
  },
})

const fixValues = defineTool({
  name: 'fix_values',
  description: 'Mends what is safe in an attribute. Try dry_run first; undo_edit takes it back.',
  effect: 'overwrite',
  input: {
    type: knownTypeArgument,
    attribute: Type.String(),
    fix: Type.Enum([...qualityFixes], { ...catalogChecks }),
    filter: textFilter,
    dry_run: QualityFix.properties.dry_run,
  },
  output: dataOf(Type.Union([FixResult, DescribedJob])),
  answersJob: true,
  scopes: scopeOfType('write'),
  run: async ({ filter, ...args }, agent, faults) => {
    const { workspace, client } = agent.parts
    const text = filterText(filter)
    const body = { ...args, ...(text !== undefined && { filter: text }) }
    if (body.dry_run === true)
      return parseAnswer(await workspace.threads.call('previewFix', { body, faults }, client))
    const answer = await agent.write('fixValues', { body, faults, context: agent.context })
    workspace.jobs.wake()
    return answer
  },
})

export const qualityTools = [getQuality, listFindings, acceptFinding, checkQuality, fixValues]
