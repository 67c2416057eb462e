import { Type, type Static } from 'typebox'
import { backupReasons } from '../backups.ts'
import { nullable } from './paging.ts'

/** A copy of a workspace that can be put back; its id is its file name without the extension. */
export const Backup = Type.Object({
  id: Type.String(),
  created_at: Type.String({ format: 'date-time' }),
  reason: Type.Enum([...backupReasons]),
  /** In bytes. */
  size: Type.Integer(),
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
