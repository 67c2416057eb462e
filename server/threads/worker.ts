/** The entry of every thread of the program; what it does is told by the role it is started in. */
import { serveThread } from './serve-thread.ts'

await serveThread({
  operations: () => import('../catalog/operations.ts'),
  jobHandlers: async () => (await import('../jobs/job-handlers.ts')).jobHandlers,
  parsers: async () => (await import('../jobs/sources/parsers.ts')).parsers,
})
