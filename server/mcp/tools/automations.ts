import { Type } from 'typebox'
import { Automation } from '#shared/schemas/automations.ts'
import { Feed } from '#shared/schemas/feeds.ts'
import { dataOf, listOf } from '#shared/routes/route.ts'
import { validationFailed } from '../../catalog/errors.ts'
import { parseAnswer } from '../../catalog/answer.ts'
import { requireWholeView } from '../../edge/require-rights.ts'
import { defineTool } from '../tool.ts'
import { DescribedJob } from './events-and-jobs.ts'

const listAutomations = defineTool({
  name: 'list_automations',
  description: 'What acts by itself.',
  effect: 'read',
  input: {},
  output: listOf(Automation),
  scopes: ['read:automations'],
  run: async (_args, agent) => {
    const { automations, workspaceId } = agent.parts
    return parseAnswer(await automations.list(workspaceId, agent.context.role))
  },
})

const runAutomation = defineTool({
  name: 'run_automation',
  description: 'Over matches.',
  effect: 'overwrite',
  input: { automation: Type.String(), preview: Type.Optional(Type.Boolean()) },
  output: Type.Object({ data: Type.Record(Type.String(), Type.Unknown()) }),
  answersJob: true,
  scopes: ['write:automations'],
  run: async ({ automation: id, preview }, agent, faults) => {
    const { automations, workspaceId } = agent.parts
    if (faults.length > 0) throw validationFailed(faults)
    const caller = { scopes: agent.scopes, isOwner: false, role: agent.context.role }
    const answer = preview
      ? await automations.preview(workspaceId, id, [], caller)
      : await automations.run(workspaceId, id, { body: {}, faults: [], context: agent.context }, caller)
    return parseAnswer(answer)
  },
})

const listFeeds = defineTool({
  name: 'list_feeds',
  description: 'Files that come and go.',
  effect: 'read',
  input: {},
  output: listOf(Feed),
  scopes: ['read:automations'],
  run: async (_args, { parts: { feeds, workspaceId, workspace } }) => {
    await requireWholeView(workspace)
    return { data: await feeds.list(workspaceId) }
  },
})

const runFeed = defineTool({
  name: 'run_feed',
  description: 'May wait.',
  effect: 'overwrite',
  input: { feed: Type.String(), dry_run: Type.Optional(Type.Boolean()) },
  output: dataOf(DescribedJob),
  answersJob: true,
  scopes: ['read:automations'],
  run: async ({ feed: named, dry_run }, agent, faults) => {
    const { feeds, workspaceId, workspace } = agent.parts
    await requireWholeView(workspace)
    const { id } = await feeds.find(workspaceId, named)
    agent.require(await workspace.threads.call('scopesOfFeed', { feed: id }))
    const body = dry_run === undefined ? {} : { dry_run }
    return parseAnswer(await feeds.run(workspaceId, id, { body, faults, context: agent.context }))
  },
})

export const automationTools = [listAutomations, runAutomation, listFeeds, runFeed]
