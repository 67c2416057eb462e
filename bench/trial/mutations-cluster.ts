import type { MutationTable } from './mutations.ts'

/** What keeps workspaces in clusters of rqlite. */
export const clusterMutations: MutationTable = {
  'server/cluster/cluster-file.ts': [
    ['RQLITE-01', 'database !== registryName && ', ''],
    ['RQLITE-02', "if (protocol !== 'https:')", "if (protocol === 'ftp:')"],
    ['RQLITE-02', 'if (url.username + url.password !==', 'if (url.username + url.href ==='],
  ],
  'server/cluster/cluster-health.ts': [
    ['RQLITE-03', 'leader !== undefined && hasMajority', 'leader !== undefined || hasMajority'],
  ],
  'server/cluster/change-members.ts': [['RQLITE-04', 'if (!hasMajority(rest))', 'if (rest.length > 99)']],
}
