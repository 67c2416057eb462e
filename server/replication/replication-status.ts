import type { Workspace } from '#shared/app-surface.ts'
import type { Replication as ReplicationStatus } from '#shared/schemas/replication.ts'
import { DatabaseState } from './database-state.ts'
import type { LitestreamProgram } from './find-litestream.ts'
import { registryDatabase, type ReplicaSettings } from './litestream-config.ts'
import { formatReplicaAddress } from './replica-address.ts'

export type { ReplicationStatus }

/** What is known of a replication. */
export interface ReplicationFacts extends ReplicaSettings {
  readonly workspaces: readonly Workspace[]
  /** By workspace, and of vitrine.db. */
  readonly states: ReadonlyMap<string, DatabaseState>
  readonly program: LitestreamProgram
  readonly isRunning: boolean
  readonly restarts: number
  /** Litestream has not run for longer than a moment since then. */
  readonly downSince: number | undefined
  readonly fault: string | undefined
}

/** From this on somebody has to look at it. */
export const alarmMs = 60_000

/** What the page, the metrics and the alarm tell of a replication. */
export function describeReplication(facts: ReplicationFacts, now = Date.now()): ReplicationStatus {
  const { address, keptDays, workspaces, states, program, isRunning, restarts, fault = null } = facts
  const registry = { id: registryDatabase, name: registryDatabase }
  const databases = [registry, ...workspaces].map(({ id, name }) => {
    const workspaceId = id === registryDatabase ? null : id
    // One that was just made is not known to Litestream yet.
    const state = states.get(id) ?? new DatabaseState()
    return { workspace_id: workspaceId, name, ...describeDatabase(state, now) }
  })
  return {
    to: formatReplicaAddress(address),
    is_running: isRunning,
    litestream: program.version,
    restarts,
    kept_days: keptDays,
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
    replicated_at: replicatedTo === undefined ? null : new Date(replicatedTo).toISOString(),
    lag_seconds: state.lagMs(now) / 1000,
    fault: fault ?? null,
  }
}

function alarmOf({ states, downSince }: ReplicationFacts, now: number): ReplicationStatus['alarm'] {
  const lagMs = Math.max(0, ...[...states.values()].map((state) => state.lagMs(now)))
  if (downSince !== undefined && now - downSince > alarmMs)
    return { kind: 'stopped', since: new Date(downSince).toISOString() }
  if (lagMs > alarmMs) return { kind: 'lagging', since: new Date(now - lagMs).toISOString() }
  return null
}
