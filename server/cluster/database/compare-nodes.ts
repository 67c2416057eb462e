import { setTimeout as sleep } from 'node:timers/promises'
import type { Finding } from '#shared/app-surface.ts'
import { openDatabase } from '../../store/database/database.ts'
import { removeDatabase } from '../../store/file/backup.ts'
import { isSameState } from './cluster-state.ts'
import { type ClusterState, readClusterState } from '../../store/file/cluster-tables.ts'
import { differingTables } from '../../store/file/copies.ts'
import type { DatabaseCluster } from './cluster-file.ts'
import { RqliteClient } from './rqlite-client.ts'

const [maxTries, pauseMs] = [8, 250]

/**
 * Compares the content of each node of a cluster with the copy of the server, both in the same state. A
 * node that does not answer or is written to all the time is left out: the health of nodes is another
 * question.
 */
export async function compareNodes(file: string, cluster: DatabaseCluster): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const node of cluster.nodes) {
    const tables = await differencesOf(node, file, cluster)
    if (tables.length > 0)
      findings.push({
        check: 'cluster',
        message: `The node ${node} holds other rows than the server in ${tables.join(', ')}. Stop it, empty its folder and start it again; it gets everything from the others.`,
      })
  }
  return findings
}

async function differencesOf(node: string, file: string, cluster: DatabaseCluster): Promise<string[]> {
  const client = new RqliteClient({ ...cluster, nodes: [node] })
  const given = `${file}.of-node`
  try {
    for (let tries = 0; tries < maxTries; tries += 1) {
      if (!(await client.backupOfNode(given))) return []
      const [own, theirs] = [stateOf(file), stateOf(given)]
      if (own && theirs && isSameState(own, theirs)) {
        const tables = differingTables(file, given)
        // A write during the comparison is no difference.
        const still = stateOf(file)
        if (still && isSameState(still, own)) return tables
      }
      await sleep(pauseMs)
    }
    return []
  } finally {
    removeDatabase(given)
    await client.close()
  }
}

function stateOf(file: string): ClusterState | undefined {
  const database = openDatabase(file, { readonly: true })
  try {
    return database.read(readClusterState)
  } finally {
    database.close()
  }
}
