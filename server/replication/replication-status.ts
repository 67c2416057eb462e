import type { Workspace } from '#shared/app-surface.ts'
import type { Replication as ReplicationStatus } from '#shared/schemas/backups.ts'
import type { LitestreamProgram } from './find-litestream.ts'
import { registryDatabase, type ReplicaSettings } from './litestream-config.ts'
import { formatReplicaAddress } from './replica-address.ts'
import { DatabaseState } from './database-state.ts'
import { toIso } from '#shared/iso-times.ts'

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
  const { condition, position, sentUntil, fault } = state
  return {
    state: condition,
    position,
    replicated_at: sentUntil === undefined ? null : toIso(sentUntil.wall),
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
