import { Backup, BackupList, Restored } from '#shared/schemas/backups.ts'
import { dataOf } from '../answer-schemas.ts'
import { exampleBackupId } from '../examples.ts'
import type { OperationTable } from '../operation-docs.ts'
import { workspaceId } from './owner.ts'

const tag = 'Owner'

const exampleBackup = {
  id: exampleBackupId,
  created_at: '2026-01-05T10:00:00.000Z',
  reason: 'manual',
  size: 2_097_152,
}

export const backupDocs: OperationTable = {
  'GET /workspaces/:id/backups': {
    id: 'listBackups',
    tag,
    parameters: [workspaceId],
    answers: {
      200: {
        description: 'The backups, and the folder they lie in.',
        schema: BackupList,
        example: { data: [exampleBackup], folder: '/home/ada/.local/share/vitrine/backups/…' },
      },
    },
  },
  'POST /workspaces/:id/backups': {
    id: 'createBackup',
    tag,
    parameters: [workspaceId],
    description:
      'A checked copy in the data folder. Older ones go by the settings; those that were made by hand stay.',
    answers: {
      201: { description: 'The backup.', schema: dataOf(Backup), example: { data: exampleBackup } },
    },
  },
  'POST /workspaces/:id/backups/:backupId/restore': {
    id: 'restoreBackup',
    tag,
    parameters: [workspaceId],
    description:
      'The workspace is copied first and closed meanwhile; jobs that were unfinished in the backup end as cancelled. Open event streams end with the record `workspace.replaced`.',
    answers: {
      200: {
        description: 'What was put back, and the copy of what was there before.',
        schema: dataOf(Restored),
        example: {
          data: {
            restored: exampleBackup,
            previous: { ...exampleBackup, reason: 'restore' },
            put_aside: null,
          },
        },
      },
    },
    conflicts: 'The backup is damaged.',
  },
  'DELETE /workspaces/:id/backups/:backupId': {
    id: 'removeBackup',
    tag,
    parameters: [workspaceId],
    answers: {
      200: { description: 'The backup that was.', schema: dataOf(Backup), example: { data: exampleBackup } },
    },
  },
}
