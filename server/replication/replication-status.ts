import type { Workspace } from '#shared/app-surface.ts'
import type { Replication as ReplicationStatus } from '#shared/schemas/backups.ts'
import type { LitestreamProgram } from './find-litestream.ts'
import { registryDatabase, type ReplicaSettings } from './litestream-config.ts'
import { formatReplicaAddress } from './replica-address.ts'
import type { LitestreamLine } from './litestream-process.ts'
import { toIso } from '#shared/iso-times.ts'

// Litestream reads from the file a while before it begins to send, on a busy machine several looks before.
const [readBeforeMs, lookedAgainMs] = [1000, 2000]

type DatabaseCondition = 'current' | 'behind' | 'copying' | 'missing'

/**
 * The progress of one database's replica. Everything committed before Litestream begins to send is in the
 * replica afterwards; the time of the log's last change shows whether there has been more since.
 */
export class DatabaseState {
  position: string | null = null
  replicatedTo: number | undefined
  fault: string | undefined
  isCopying = false
  #sendingSince: number | undefined
  #behindSince: number | undefined
  #isMissing = false

  note(line: LitestreamLine): void {
    if (line.kind === 'fault') this.fault = line.message
    else if (line.kind === 'new-generation') this.isCopying = true
    else if (line.kind === 'copied') this.isCopying = false
    else if (line.kind === 'sending') this.#sendingSince = line.at
    else if (line.kind === 'sent') {
      this.position = line.position
      this.replicatedTo = this.#sendingSince ?? this.replicatedTo
      this.fault = undefined
    }
  }

  observe(now: number, changedAt: number | undefined): void {
    this.#isMissing = changedAt === undefined
    const isCurrent = changedAt === undefined || (changedAt <= (this.replicatedTo ?? 0) && !this.isCopying)
    if (isCurrent) {
      this.#behindSince = undefined
      return
    }
    // A log older than the last report was perhaps replicated before: then nothing is known to be late yet.
    const first = this.replicatedTo === undefined ? now : changedAt
    this.#behindSince = Math.max(this.#behindSince ?? first, this.isCopying ? 0 : (this.replicatedTo ?? 0))
  }

  /** Takes the content of the replica, where nothing has been sent since the start. */
  noteFound(replicatedTo: number, position: string): void {
    this.replicatedTo ??= replicatedTo
    this.position ??= position
  }

  /** Until when everything is in the replica, where the log was last changed at `changedAt`; undefined while that is not known. */
  sentUntil(now: number, changedAt: number | undefined): number | undefined {
    if (changedAt === undefined) return now
    if (this.replicatedTo === undefined || this.isCopying) return undefined
    const isAllSent = changedAt <= this.replicatedTo - readBeforeMs || this.#isQuiet(now, changedAt)
    return isAllSent ? now : this.replicatedTo - readBeforeMs
  }

  #isQuiet(now: number, changedAt: number): boolean {
    return changedAt <= (this.replicatedTo ?? 0) && now - changedAt > lookedAgainMs
  }

  lagMs(now: number): number {
    return this.#behindSince === undefined ? 0 : Math.max(0, now - this.#behindSince)
  }

  get isUnknown(): boolean {
    return this.replicatedTo === undefined && !this.isCopying && !this.#isMissing
  }

  get condition(): DatabaseCondition {
    if (this.#isMissing) return 'missing'
    if (this.isCopying || this.replicatedTo === undefined) return 'copying'
    return this.#behindSince === undefined ? 'current' : 'behind'
  }
}

export type { ReplicationStatus }

export interface ReplicationFacts extends ReplicaSettings {
  readonly workspaces: readonly Workspace[]
  readonly states: ReadonlyMap<string, DatabaseState>
  readonly program: LitestreamProgram
  readonly isRunning: boolean
  readonly restarts: number
  readonly downSince: number | undefined
  readonly fault: string | undefined
}

export const alarmMs = 60_000

export function describeReplication(facts: ReplicationFacts, now = Date.now()): ReplicationStatus {
  const { address, retentionDays, workspaces, states, program, isRunning, restarts, fault = null } = facts
  const registry = { id: registryDatabase, name: registryDatabase }
  const databases = [registry, ...workspaces].map(({ id, name }) => {
    const workspaceId = id === registryDatabase ? null : id
    const state = states.get(id) ?? new DatabaseState()
    return { workspace_id: workspaceId, name, ...describeDatabase(state, now) }
  })
  return {
    to: formatReplicaAddress(address),
    is_running: isRunning,
    litestream: program.version,
    restarts,
    kept_days: retentionDays,
    lag_seconds: Math.max(...databases.map((database) => database.lag_seconds)),
    alarm: alarmOf(facts, now),
    fault: isRunning ? null : fault,
    databases,
  }
}

function describeDatabase(state: DatabaseState, now: number) {
  const { condition, position, replicatedTo, fault } = state
  return {
    state: condition,
    position,
    replicated_at: replicatedTo === undefined ? null : toIso(replicatedTo),
    lag_seconds: state.lagMs(now) / 1000,
    fault: fault ?? null,
  }
}

function alarmOf({ states, downSince }: ReplicationFacts, now: number): ReplicationStatus['alarm'] {
  const lagMs = Math.max(0, ...[...states.values()].map((state) => state.lagMs(now)))
  if (downSince !== undefined && now - downSince > alarmMs)
    return { kind: 'stopped', since: toIso(downSince) }
  if (lagMs > alarmMs) return { kind: 'lagging', since: toIso(now - lagMs) }
  return null
}
