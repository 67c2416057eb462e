import { Type } from 'typebox'
import { dataOf } from '#shared/routes/route.ts'
import { SavedAction } from '#shared/schemas/edits.ts'
import { scopeOfType, knownTypeArgument } from '../arguments.ts'
import { defineTool } from '../tool.ts'

const listSavedActions = defineTool({
  name: 'list_saved_actions',
  description: 'Bulk edits under a name, for saved_action of bulk_edit.',
  effect: 'read',
  input: { type: Type.Optional(knownTypeArgument) },
  output: dataOf(Type.Array(SavedAction)),
  scopes: scopeOfType('read'),
  run: async ({ type }, agent, faults) => {
    const { data } = await agent.ask('listSavedActions', { type, faults })
    return { data: data.filter((action) => agent.readable.includes(action.entity_type)) }
  },
})

export const savedActionTools = [listSavedActions]
