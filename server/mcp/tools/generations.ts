import { Type } from 'typebox'
import { generationModes, overwriteModes } from '#shared/generations.ts'
import { dataOf, listOf, pageOf } from '#shared/routes/route.ts'
import {
  DecidedAnswer,
  NewProposal,
  ProposalChoice,
  ProposalDecision,
  ProposedAnswer,
} from '#shared/schemas/proposals.ts'
import { proposalStatuses } from '#shared/proposals.ts'
import { keysOf } from '#shared/text.ts'
import { provideRun, readRunFilter } from '../../edge/generation-run.ts'
import type { FieldError } from '#shared/errors.ts'
import type { GenerationNeeds } from '../../catalog/generation-runs/value-models.ts'
import { entityTypes } from '#shared/entities.ts'
import type { Agent } from '../agent.ts'
import {
  defaultPage,
  pagingArguments,
  readPaging,
  readType,
  scopeOfType,
  knownTypeArgument,
  wantedFilter,
} from '../arguments.ts'
import { briefly, catalogChecks, defineTool, unlisted, untold } from '../tool.ts'
import { DescribedJob } from './events-and-jobs.ts'

const Decided = Type.Object({
  data: Type.Union([DecidedAnswer.properties.data, DescribedJob]),
  edit_id: Type.Optional(DecidedAnswer.properties.edit_id),
  summary: Type.Optional(DecidedAnswer.properties.summary),
})

/** Agents understand results without a schema, which would cost more in the list than it helps. */
const pageSchema = pageOf(Type.Record(Type.String(), Type.Unknown()))

const about = {
  type: knownTypeArgument,
  attributes: Type.Array(Type.String(), { description: 'Keys of generated attributes' }),
  channel: untold(Type.String({ description: 'Writes what its fields lack, by prompts that ship' })),
  ids: Type.Optional(Type.Array(Type.String())),
  filter: Type.Optional(wantedFilter),
}

const runArguments = {
  ...about,
  overwrite: unlisted(Type.Enum([...overwriteModes], { ...catalogChecks })),
  mode: Type.Optional(Type.Enum([...generationModes], { ...catalogChecks })),
  budget: Type.Optional(Type.Number({ minimum: 0, description: 'In dollars' })),
  provider: unlisted(Type.String()),
  model: unlisted(Type.String()),
}

const estimateArguments = {
  ...runArguments,
  ids: untold(Type.Array(Type.String())),
  mode: untold(Type.Enum([...generationModes], { ...catalogChecks })),
  budget: untold(Type.Number({ minimum: 0 })),
  provider: untold(Type.String()),
  model: untold(Type.String()),
}

type RunBody = Parameters<typeof provideRun>[1]['body']

async function readRun(agent: Agent, body: RunBody, faults: readonly FieldError[]) {
  const { wishes } = await readNeeds(agent, body)
  return provideRun(agent.parts.providers, { body, wishes, faults })
}

async function readNeeds(
  agent: Agent,
  { type = '', attributes = [], channel }: RunBody,
): Promise<GenerationNeeds> {
  const needs = await agent.parts.workspace.threads.call('readGenerationNeeds', { type, attributes, channel })
  if (needs.readsSources) agent.require(['read:sources'])
  return needs
}

const estimateGeneration = defineTool({
  name: 'estimate_generation',
  description: 'What start_generation would generate, skip and cost. Free.',
  effect: 'read',
  input: estimateArguments,
  output: dataOf(Type.Record(Type.String(), Type.Unknown())),
  scopes: scopeOfType('write'),
  run: async (body, agent, faults) => agent.ask('estimateGeneration', await readRun(agent, body, faults)),
})

const startGeneration = defineTool({
  name: 'start_generation',
  description:
    'COSTS MONEY unless the provider is free. Values wait as proposals; mode apply writes them. First estimate_generation.',
  effect: 'overwrite',
  input: runArguments,
  output: dataOf(DescribedJob),
  answersJob: true,
  scopes: scopeOfType('write'),
  run: async (body, agent, faults) => {
    const run = await readRun(agent, body, faults)
    const { workspace, maySpend } = agent.parts
    const answer = await agent.write('enqueueGeneration', { ...run, maySpend, context: agent.context })
    workspace.jobs.wake()
    return answer
  },
})

const nextWork = defineTool({
  name: 'next_generation_work',
  description:
    'Blank generated values without a proposal, with prompt, data and the schema of an answer: think of them, then propose_values.',
  effect: 'read',
  input: {
    ...about,
    ids: untold(Type.Array(Type.String())),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
  },
  output: listOf(Type.Record(Type.String(), Type.Unknown())),
  scopes: scopeOfType('read'),
  run: async ({ limit = defaultPage, ...body }, agent, structural) => {
    await readNeeds(agent, body)
    const asked = body.ids || body.filter ? body : { ...body, filter: {} }
    const { list, faults } = readRunFilter(asked)
    return agent.ask('nextGenerationWork', { body, list, limit, faults: [...structural, ...faults] })
  },
})

const listProposals = defineTool({
  name: 'list_proposals',
  description: 'Values that wait for a decision, with evidence and what is there now; or decided ones.',
  effect: 'read',
  input: {
    type: knownTypeArgument,
    status: Type.Optional(Type.Enum([...proposalStatuses], { ...catalogChecks })),
    attribute: Type.Optional(Type.String()),
    job_id: unlisted(Type.String()),
    entity_id: unlisted(Type.String()),
    verified: unlisted(Type.Boolean()),
    filter: untold(Type.Record(Type.String(), Type.Unknown())),
    ...pagingArguments,
  },
  output: pageSchema,
  scopes: scopeOfType('read'),
  run: ({ status, attribute, job_id, entity_id, verified, filter, ...args }, agent, structural) => {
    const { type: sent, ...paged } = args
    const { faults, ...paging } = readPaging(paged, structural)
    const type = readType(sent, entityTypes, faults)
    const { list, faults: wrong } = readRunFilter({ filter })
    const wanted = { type, status, attribute, job_id, entity_id, verified, list }
    return agent.ask('listProposals', { ...wanted, ...paging, faults: [...faults, ...wrong] })
  },
})

const proposeValues = defineTool({
  name: 'propose_values',
  description:
    'Proposes values for review; nothing is written. Quote as evidence what it rests on: {"source": "attribute:<key>" or "source:<id>", "quote": "…"}.',
  effect: 'create',
  input: {
    type: knownTypeArgument,
    proposals: briefly(
      Type.Array(NewProposal),
      '[{"id", "attribute", "value", "evidence", "note"}], up to 1,000; in the place of id merge_key and key_value',
      { type: 'array', items: { type: 'object' } },
    ),
  },
  output: ProposedAnswer,
  scopes: (args, agent) => {
    const write = scopeOfType('write')(args)
    return agent.holds(...write) ? write : scopeOfType('propose')(args)
  },
  run: (body, agent, faults) => {
    const mayReadSources = agent.readable.includes('source')
    return agent.write('proposeValues', { body, faults, context: agent.context, mayReadSources })
  },
})

const decideProposals = defineTool({
  name: 'decide_proposals',
  description:
    'Writes what is accepted and unchanged: decisions by id, or action with where. undo_edit takes it back.',
  effect: 'overwrite',
  input: {
    type: knownTypeArgument,
    decisions: Type.Optional(
      briefly(Type.Array(ProposalDecision), '[{"id", "action": "accept" or "reject", "value"}]', {
        type: 'array',
        items: { type: 'object' },
      }),
    ),
    action: Type.Optional(Type.Enum(['accept', 'reject'], { ...catalogChecks })),
    where: Type.Optional(briefly(ProposalChoice, keysOf(ProposalChoice.properties).join(', '))),
  },
  output: Decided,
  scopes: scopeOfType('write'),
  run: async (body, agent, structural) => {
    const { list, faults } = readRunFilter(body.where ?? {})
    const asked = { body, list, faults: [...structural, ...faults], context: agent.context }
    const answer = await agent.write('decideProposals', asked)
    agent.parts.workspace.jobs.wake()
    return answer
  },
})

/** Generated values: runs of a provider, the agent's own answers, and the resulting proposals. */
export const generationTools = [
  estimateGeneration,
  startGeneration,
  nextWork,
  listProposals,
  proposeValues,
  decideProposals,
]
