import type { FastifyInstance } from 'fastify'
import type { Services } from '../edge/services.ts'
import { describeProgram, exportLog } from './diagnostics.ts'

/** What helps when something is wrong: the state of the program and its log, both without credentials. */
export async function diagnosticsRoutes(app: FastifyInstance, services: Services): Promise<void> {
  app.get('/diagnostics', { schema: { summary: 'Read the state of the program' } }, async () => ({
    data: await describeProgram(services),
  }))
  app.get('/diagnostics/log', { schema: { summary: 'Export the log' } }, async () => ({
    data: exportLog(services),
  }))
}
