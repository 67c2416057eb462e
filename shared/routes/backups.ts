import { Backup, BackupList, RestoreBackupResult, Replication } from '../schemas/backups.ts'
import { dataOf, type AppRouteTable } from './route.ts'
import { exampleBackupId, exampleWorkspace } from './examples.ts'
import { workspaceId } from './workspaces.ts'
import { nullable } from '../schemas/paging.ts'

const exampleBackup = {
  id: exampleBackupId,
  created_at: '2026-01-05T10:00:00.000Z',
  reason: 'manual',
  size: 2_097_152,
}

const exampleReplication = {
  to: 'sftp://vitrine@backup.example:22/replica',
  is_running: true,
  litestream: '0.3.13',
  restarts: 0,
  kept_days: 7,
  lag_seconds: 0,
  alarm: null,
  fault: null,
  databases: [
    {
      workspace_id: exampleWorkspace.id,
      name: exampleWorkspace.name,
      state: 'current',
      position: '78a6b5269f8a32c5/00000003:82464',
      replicated_at: '2026-01-05T10:00:00.000Z',
      lag_seconds: 0,
      fault: null,
    },
  ],
}

export const replicationRoutes = {
  'GET /replication': {
    id: 'readReplication',
    role: 'administrator',
    summary: 'Read how far the replica has come',
    answers: { 200: dataOf(nullable(Replication)) },
    docs: () => ({
      description:
        'Null where the server was started without `--replicate`. An alarm is set where something has been saved for more than a minute without being in the replica.',
      answers: {
        200: ['The replica and each of its databases.', { data: exampleReplication }],
      },
    }),
  },
} satisfies AppRouteTable

export const backupRoutes = {
  'GET /workspaces/{id}/backups': {
    id: 'listBackups',
    role: 'owner',
    summary: 'List the backups of a workspace, newest first',
    params: { id: workspaceId },
    answers: { 200: BackupList },
    docs: () => ({
      answers: {
        200: [
          'The backups, and the folder they lie in.',
          { data: [exampleBackup], folder: '/home/ada/.local/share/vitrine/backups/…' },
        ],
      },
    }),
  },
  'POST /workspaces/{id}/backups': {
    id: 'createBackup',
    role: 'owner',
    summary: 'Back up a workspace now',
    params: { id: workspaceId },
    answers: { 201: dataOf(Backup) },
    docs: () => ({
      description:
        'A checked copy in the data folder. Older ones go by the settings; those that were made by hand stay.',
      answers: { 201: ['The backup.', { data: exampleBackup }] },
    }),
  },
  'POST /workspaces/{id}/backups/{backupId}/restore': {
    id: 'restoreBackup',
    confirm: true,
    audit: { action: 'backup_restored', subject: 'params.backupId' },
    role: 'owner',
    summary: 'Put a backup in the place of its workspace',
    params: { id: workspaceId },
    answers: { 200: dataOf(RestoreBackupResult) },
    docs: () => ({
      description:
        'The workspace takes no more writes, is copied, and is closed meanwhile; jobs that were unfinished in the backup end as cancelled. Open event streams end with the record `workspace.replaced`.',
      answers: {
        200: [
          'What was put back, and the copy of what was there before.',
          {
            data: {
              restored: exampleBackup,
              previous: { ...exampleBackup, reason: 'restore' },
              put_aside: null,
            },
          },
        ],
      },
      conflicts: 'The backup is damaged.',
    }),
  },
  'DELETE /workspaces/{id}/backups/{backupId}': {
    id: 'removeBackup',
    audit: { action: 'backup_deleted', subject: 'params.backupId' },
    role: 'owner',
    summary: 'Remove a backup for good',
    params: { id: workspaceId },
    answers: { 200: dataOf(Backup) },
    docs: () => ({ answers: { 200: ['The backup that was.', { data: exampleBackup }] } }),
  },
} satisfies AppRouteTable
