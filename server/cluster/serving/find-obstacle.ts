import { access, constants, statfs } from 'node:fs/promises'
import { messageOf } from '#shared/workspace-file-error.ts'
import type { ClusterMap, DatabaseCluster } from '../database/cluster-file.ts'
import { selectLease } from '../database/cluster-state.ts'
import { RqliteClient } from '../database/rqlite-client.ts'

const answerWithinMs = 1000
// Its own copies and the log need room.
const leastFreeBytes = 64 * 1024 ** 2

/** Why a server could not open what it has to serve; undefined where nothing stands in the way. */
export async function findObstacle(dataDir: string, { databases }: ClusterMap): Promise<string | undefined> {
  const found = await Promise.all([findFolderFault(dataDir), ...databases.map(findSilence)])
  return found.find((obstacle) => obstacle !== undefined)
}

async function findFolderFault(dataDir: string): Promise<string | undefined> {
  try {
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    const { bavail, bsize } = await statfs(dataDir)
    return bavail * bsize < leastFreeBytes ? `The disk of ${dataDir} is full.` : undefined
  } catch (error) {
    return `The data folder ${dataDir} cannot be used (${messageOf(error)}).`
  }
}

async function findSilence(cluster: DatabaseCluster): Promise<string | undefined> {
  const client = new RqliteClient(cluster)
  try {
    const rows = await client.query(selectLease, [], answerWithinMs).catch(noTableYet)
    return rows === undefined ? `Most nodes of "${cluster.database}" do not answer from here.` : undefined
  } catch (error) {
    return `"${cluster.database}" cannot be reached from here: ${messageOf(error)}`
  } finally {
    await client.close()
  }
}

/** The table of leases is made with the first lease. */
function noTableYet(error: unknown): [] {
  if (String(error).includes('no such table')) return []
  throw error
}
