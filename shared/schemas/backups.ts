import { Type, type Static } from 'typebox'
import { backupReasons } from '../backups.ts'
import { nullable } from './paging.ts'
import type { DeepReadonly } from '../routes/route.ts'
import { Uuid } from './entities.ts'

/** A copy of a workspace that can be put back; its id is its file name without the extension. */
export const Backup = Type.Object({
  id: Type.String(),
  created_at: Type.String({ format: 'date-time' }),
  reason: Type.Enum([...backupReasons]),
  /** In bytes. */
  size: Type.Integer(),
  linked_files: Type.Optional(
    Type.Object(
      {
        not_held: Type.Integer({ description: 'How many files of linked libraries values name.' }),
        first_not_held: Type.Array(Type.String(), { description: 'The first of those values.' }),
      },
      { description: 'Of a new backup: the linked files that it does not hold, where there are any.' },
    ),
  ),
})
export type Backup = Static<typeof Backup>

export const BackupList = Type.Object({ data: Type.Array(Backup), folder: Type.String() })
export type BackupList = Static<typeof BackupList>

/**
 * The restored backup, and the copy of the former state; null where that could not be copied: then its
 * file was moved to `put_aside`.
 */
export const RestoreBackupResult = Type.Object({
  restored: Backup,
  previous: nullable(Backup),
  put_aside: nullable(Type.String()),
})
export type RestoreBackupResult = Static<typeof RestoreBackupResult>

const Time = Type.String({ format: 'date-time' })

const ReplicatedDatabase = Type.Object({
  /** Null for the data folder's own database, which holds people, keys and settings. */
  workspace_id: nullable(Uuid),
  name: Type.String(),
  /** `copying` until its first copy is made; `missing` where its file is gone. */
  state: Type.Enum(['current', 'behind', 'copying', 'missing']),
  position: nullable(Type.String()),
  replicated_at: nullable(Time),
  /** For how long the oldest change has waited that is not in the replica. */
  lag_seconds: Type.Number(),
  fault: nullable(Type.String()),
})

export const Replication = Type.Object({
  to: Type.String(),
  is_running: Type.Boolean(),
  litestream: Type.String(),
  restarts: Type.Integer(),
  kept_days: Type.Integer(),
  lag_seconds: Type.Number(),
  /** Set where changes have not been in the replica for more than a minute. */
  alarm: nullable(
    Type.Object({
      kind: Type.Enum(['lagging', 'stopped']),
      since: Time,
    }),
  ),
  fault: nullable(Type.String()),
  databases: Type.Array(ReplicatedDatabase),
})
export type Replication = DeepReadonly<Static<typeof Replication>>
