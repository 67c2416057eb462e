import { Type } from 'typebox'
import { Automation } from '#shared/schemas/automations.ts'
import { listOf } from '#shared/routes/route.ts'
import { validationFailed } from '../../catalog/errors.ts'
import { parseAnswer } from '../../catalog/answer.ts'
import { defineTool } from '../tool.ts'

const listAutomations = defineTool({
  name: 'list_automations',
  description: 'What acts by itself.',
  effect: 'read',
  input: {},
  output: listOf(Automation),
  scopes: ['read:automations'],
  run: async (_args, agent) => parseAnswer(await agent.parts.automations.list(agent.parts.workspaceId)),
})

const runAutomation = defineTool({
  name: 'run_automation',
  description: 'Over all matches.',
  effect: 'overwrite',
  input: { automation: Type.String(), preview: Type.Optional(Type.Boolean()) },
  output: Type.Object({ data: Type.Record(Type.String(), Type.Unknown()) }),
  answersJob: true,
  scopes: ['write:automations'],
  run: async ({ automation: id, preview }, agent, faults) => {
    const { automations, workspaceId } = agent.parts
    if (faults.length > 0) throw validationFailed(faults)
    const caller = { scopes: agent.scopes, isOwner: false }
    const answer = preview
      ? await automations.preview(workspaceId, id, [], caller)
      : await automations.run(workspaceId, id, { body: {}, faults: [], context: agent.context }, caller)
    return parseAnswer(answer)
  },
})

export const automationTools = [listAutomations, runAutomation]
