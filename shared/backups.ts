export const backupReasons = ['manual', 'schedule', 'import', 'restore', 'migration'] as const
export type BackupReason = (typeof backupReasons)[number]

export type { Backup } from './schemas/backups.ts'
