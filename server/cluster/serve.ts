/**
 * The parts of clusters for the main thread and the command line; `index.ts` loads it where a file of
 * clusters is named.
 */
import type { Clusters } from '../running-server.ts'
import { type ClusterMap, readClusterFile } from './database/cluster-file.ts'

export const clusters: Clusters = {
  readClusterFile,
  async serve(parts) {
    const { startGroupServer } = await import('./serving/group-server.ts')
    return startGroupServer({ ...parts, measure: clusters.measure })
  },
  measure: async (databases) =>
    (await import('./nodes/cluster-health.ts')).measureNodes((databases as ClusterMap).databases),
  commands: {
    status: async (invocation) => (await import('./commands.ts')).sayStatus(invocation),
    add: async (invocation) => (await import('./commands.ts')).addNode(invocation),
    remove: async (invocation) => (await import('./commands.ts')).removeNode(invocation),
  },
}
