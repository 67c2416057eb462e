import type { MutationTable } from './mutations.ts'

/** What keeps workspaces in clusters of rqlite. */
export const clusterMutations: MutationTable = {
  'server/store/file/backup.ts': [
    ['RQLITE-11', 'follows ? "digest = \'different\'"', 'follows ? "replaces = 1"'],
  ],
  'server/cluster/cluster-file.ts': [
    ['RQLITE-01', 'database !== registryName && ', ''],
    ['RQLITE-02', "if (protocol !== 'https:')", "if (protocol === 'ftp:')"],
    ['RQLITE-02', 'if (url.username + url.password !==', 'if (url.username + url.href ==='],
  ],
  'server/cluster/cluster-health.ts': [
    ['RQLITE-03', 'leader !== undefined && hasMajority', 'leader !== undefined || hasMajority'],
  ],
  'server/edge/peer-door.ts': [
    ['RQLITE-17', 'if (!this.#isKnown(', 'if (!this.#isKnown(this.#secret) && !('],
  ],
  'server/edge/forwarder.ts': [
    ['RQLITE-14', 'answer.pipe(response)', 'response.end()'],
    ['RQLITE-16', 'if (!mayRepeat(request, end)) throw unanswered()', ''],
  ],
  'server/cli/commands/cluster.ts': [['RQLITE-18', '`, served by ${server}`', "''"]],
  'server/registry/registry.ts': [
    ['RQLITE-19', 'if (isCopyWanted || !opened', 'if (!isCopyWanted || !opened'],
  ],
  'server/cluster/cluster-registry.ts': [
    ['RQLITE-15', 'beforeCommit: (tx) => sender.send(tx)', 'beforeCommit: () => undefined'],
  ],
  'server/cluster/change-members.ts': [['RQLITE-04', 'if (!hasMajority(rest))', 'if (rest.length > 99)']],
  'server/cluster/cluster-writer.ts': [
    ['RQLITE-05', 'writerOf(copy.opened, file, (tx) => sender.send(tx))', 'writerOf(copy.opened, file)'],
    ['RQLITE-13', 'if (content.term !== this.#term) throw takenOver()', ''],
    ['RQLITE-07', '!(error instanceof StaleCopy) ||', ''],
    ['RQLITE-08', 'this.#isDifferent = true', 'this.#isDifferent = false'],
    ['RQLITE-09', "throw outcome.kind === 'lost' ?", "throw outcome.kind !== 'lost' ?"],
  ],
  'server/cluster/lease.ts': [['RQLITE-12', "return this.#moves > 2 ? 'alive' : 'unsure'", "return 'free'"]],
  'server/cluster/server-group.ts': [
    ['RQLITE-25', 'if (missedMs < missedBeatMs && !isSuspected)', 'if (missedMs < missedBeatMs)'],
  ],
  'server/threads/spare-workers.ts': [['RQLITE-26', 'spares.get(start.role)?.shift()', 'undefined']],
  'server/cluster/rqlite-client.ts': [
    ['RQLITE-06', 'if (happened) return committed', "if (happened) return { kind: 'stale' }"],
  ],
  'server/cluster/pack-statements.ts': [
    ['RQLITE-20', 'if (this.#touched.get(form.table) !== place) return false', ''],
    ['RQLITE-20', 'return Number.isSafeInteger(value) && !Object.is(value, -0)', 'return true'],
  ],
  'server/cluster/move-writer.ts': [
    ['RQLITE-21', '  renameSync(nextClusterFile, clusterFile)\n', ''],
    ['RQLITE-22', '  if (!isOurs)', '  if (!isOurs && !content)'],
  ],
  'server/cluster/compare-nodes.ts': [['RQLITE-23', 'if (tables.length > 0)', 'if (tables.length > 99)']],
  'server/cluster/own-copy.ts': [
    ['RQLITE-27', 'return own && isShared ? own :', 'return'],
    ['RQLITE-11', 'if (opened.database.read(isToReplace))', 'if (!own)'],
  ],
  'server/cluster/followed-copy.ts': [
    ['FOLLOW-01', "typeof value === 'number' && whole", "typeof value === 'symbol' && whole"],
  ],
  'server/cluster/batch-feed.ts': [
    ['FOLLOW-02', 'if (this.#areAllAt(sequence)) return undefined', 'return undefined'],
  ],
  'server/edge/followed-workspace.ts': [['FOLLOW-03', 'return now < this.#until', 'return this.#until > 0']],
  'server/edge/known-rights.ts': [['FOLLOW-04', 'since < before.since + rightsMs', 'since >= before.since']],
  'server/cluster/batch.ts': [['RQLITE-10', "? 'unhex(?)' :", "? '?' :"]],
}
