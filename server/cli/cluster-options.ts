import type { ClusterMap } from '../cluster/cluster-file.ts'
import { type OptionValues, textOption, UsageError } from './command.ts'

/** What commands take of clusters. */
export const clusterOptions = {
  cluster: {
    type: 'string',
    help: 'The file that says which workspaces live in a cluster of rqlite, and where',
  },
} as const

/** Which databases live in clusters; undefined where no file is named. Rejects with UsageError. */
export async function readClusterOption(options: OptionValues): Promise<ClusterMap | undefined> {
  const path = textOption(options, 'cluster')
  if (path === undefined) return undefined
  const { readClusterFile, ClusterFileError } = await import('../cluster/cluster-file.ts')
  try {
    return await readClusterFile(path)
  } catch (error) {
    throw error instanceof ClusterFileError ? new UsageError(error.message, { cause: error }) : error
  }
}
