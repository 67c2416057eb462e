import { Type } from 'typebox'
import { entityTypes } from '#shared/entities.ts'
import { qualityFixes, severities } from '#shared/quality.ts'
import { dataOf, pageOf } from '#shared/routes/answers.ts'
import {
  AcceptFinding,
  QualityFix,
  QualityFinding,
  QualityOf,
  QualitySummary,
} from '#shared/schemas/quality.ts'
import { FixResult } from '#shared/schemas/quality-results.ts'
import type { Scope } from '#shared/scopes.ts'
import { parseAnswer } from '../../catalog/answer.ts'
import { pagingArguments, readPaging, readType, scopeOfType, typeArgument } from '../arguments.ts'
import { filterText, textFilter } from '../filter-text.ts'
import { catalogChecks, defineTool, unlisted } from '../tool.ts'
import { ToldJob } from './events-and-jobs.ts'

type QualityArguments = Readonly<Record<string, unknown>>

/** Products, unless another type is named. */
function scopeOfFindings(args: QualityArguments): readonly Scope[] {
  return scopeOfType('read')({ ...args, type: args['type'] ?? 'product' })
}

const getQuality = defineTool({
  name: 'get_quality',
  description:
    'The score, and how many entities each rule finds something on; or with id the score and findings of one.',
  effect: 'read',
  input: { type: Type.Optional(typeArgument), id: Type.Optional(Type.String()) },
  output: dataOf(Type.Union([QualitySummary, QualityOf])),
  scopes: scopeOfFindings,
  run: ({ type = 'product', id }, agent, faults) =>
    id === undefined
      ? agent.ask('summarizeQuality', { type, faults })
      : agent.ask('readQuality', { type: readType(type, entityTypes, faults), id, faults }),
})

const listFindings = defineTool({
  name: 'list_findings',
  description:
    'What the rules of quality find wrong or missing, the most serious first, one per attribute. Mend them with update_entity, batch_entities or bulk_edit.',
  effect: 'read',
  input: {
    type: Type.Optional(typeArgument),
    rule: Type.Optional(Type.String({ description: 'Its key' })),
    severity: Type.Optional(Type.Enum([...severities], { ...catalogChecks })),
    attribute: Type.Optional(Type.String()),
    entity_id: Type.Optional(Type.String()),
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
  description: 'Says, with a reason, that a finding is right as it is; it is gone until its value changes.',
  effect: 'set',
  input: {
    ...AcceptFinding.properties,
    type: typeArgument,
    attribute: Type.Optional(Type.String()),
  },
  output: dataOf(QualityFinding),
  scopes: scopeOfType('write'),
  run: (body, agent, faults) => agent.write('acceptFinding', { body, faults, context: agent.context }),
})

const checkQuality = defineTool({
  name: 'check_quality',
  description: 'A job renews findings about pictures, links and spelling; others are always up to date.',
  effect: 'fetch',
  input: { type: typeArgument },
  output: dataOf(ToldJob),
  scopes: scopeOfType('write'),
  run: async (body, agent, faults) => {
    const answer = await agent.write('enqueueChecks', { body, faults, context: agent.context })
    agent.parts.workspace.jobs.wake()
    return answer
  },
})

const fixValues = defineTool({
  name: 'fix_values',
  description: 'Mends what is safe in the values of an attribute. Try dry_run first; the edit_id undoes it.',
  effect: 'overwrite',
  input: {
    type: typeArgument,
    attribute: Type.String(),
    fix: Type.Enum([...qualityFixes], { ...catalogChecks }),
    filter: textFilter,
    dry_run: QualityFix.properties.dry_run,
  },
  output: dataOf(Type.Union([FixResult, ToldJob])),
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

/** What is wrong and missing, what mends it, and what is right as it is. */
export const qualityTools = [getQuality, listFindings, acceptFinding, checkQuality, fixValues]
