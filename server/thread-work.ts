import type { ThreadWork } from './threads/roles.ts'

export const threadWork: ThreadWork = {
  operations: () => import('./catalog/operations.ts'),
  jobHandlers: async () => (await import('./jobs/job-handlers.ts')).jobHandlers,
  parsers: async () => (await import('./jobs/parsers.ts')).parsers,
  clusters: async () => (await import('./cluster/open-writer.ts')).clusterThreads,
}
