import type { MutationTable } from './mutations.ts'

/** What keeps a replica of the data folder. */
export const replicaMutations: MutationTable = {
  'server/replication/replication.ts': [
    ['REPLICA-01', 'return [registry, ...workspaces.map', 'return [...workspaces.map'],
    ['REPLICA-09', 'await this.#within(beginsMs, () => this.#hasBegun)', ''],
    ['REPLICA-03', 'this.#released.delete(workspaceId)', ''],
  ],
  'server/store/database/database.ts': [
    ['REPLICA-02', 'isReplicated ? 0 : checkpointPages', 'checkpointPages'],
  ],
  'server/store/file/migrate.ts': [['REPLICA-02', "AND name NOT GLOB '[_]litestream[_]*'", '']],
  'server/replication/litestream-process.ts': [
    ['REPLICA-04', 'this.restarts += 1\n      this.start()', 'this.restarts += 1'],
    ['REPLICA-04', 'kill -TERM $child', ':'],
  ],
  'server/replication/litestream-config.ts': [
    ['REPLICA-05', "safe.replaceAll(secret, '…')", 'safe'],
    ['REPLICA-07', 'keptDays * 24 + snapshotHours', 'keptDays * 24'],
  ],
  'server/replication/replica-address.ts': [
    ['REPLICA-06', "if (url.password !== '')", 'if (url.password === url.href)'],
  ],
  'server/replication/restore-replica.ts': [
    ['REPLICA-07', '.length > 0)\n    throw', '.length > 1000)\n    throw'],
  ],
  'server/replication/known-generations.ts': [['REPLICA-07', 'latest.end + tellsSeconds', 'latest.end']],
  'server/replication/database-state.ts': [
    [
      'REPLICA-08',
      'changedAt <= (this.replicatedTo ?? 0) && !this.isCopying',
      'changedAt <= (this.replicatedTo ?? 0)',
    ],
  ],
}
