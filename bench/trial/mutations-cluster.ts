import type { MutationTable } from './mutations.ts'

/** What keeps workspaces in clusters of rqlite. */
export const clusterMutations: MutationTable = {
  'server/cluster/cluster-file.ts': [
    ['RQLITE-01', 'database !== registryName && ', ''],
    ['RQLITE-02', "if (protocol !== 'https:')", "if (protocol === 'ftp:')"],
    ['RQLITE-02', 'if (url.username + url.password !==', 'if (url.username + url.href ==='],
  ],
}
