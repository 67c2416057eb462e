import { programRoutes } from '#shared/routes/program.ts'
import { area } from '../edge/area.ts'
import { describeProgram, exportLog } from './diagnostics.ts'

/** The program as a whole: its session, what the owner decides for all of it, and its state and log without credentials. */
export const programArea = area(programRoutes, {
  'GET /session': ({ services: { version, address, workspaces } }) => ({
    data: { version, origin: address().origin, workspaces: workspaces.list() },
  }),

  'GET /diagnostics': async ({ services }) => ({ data: await describeProgram(services) }),

  'GET /diagnostics/log': ({ services }) => ({ data: exportLog(services) }),

  'GET /settings': ({ services: { settings } }) => ({ data: settings.current }),

  'PATCH /settings': async (call) => ({ data: await call.services.settings.change(call.settle()) }),
})
