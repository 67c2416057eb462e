import { changeRoutes } from '#shared/routes/changes.ts'
import { area } from '../edge/area.ts'

/** What the page "What changed" asks, and how it brings earlier values back. */
export const changeArea = area(changeRoutes, {
  'GET /changes/people': ({ client, workspace, faults }) => workspace.call('listPeople', { faults }, client),

  // A long feed is gone through by a reader, so that no other write waits for it.
  'POST /changes/restore': async ({ client, workspace, newWrite: { body, faults, context } }) => {
    const chosen = await workspace.call('chooseChanges', { body, faults }, client)
    return workspace.call('restoreChanges', { ...chosen, context })
  },
})
