import { Backup, BackupList, RestoreBackupResult, Replication } from '../schemas/backups.ts'
import { dataOf, type AppRouteTable } from './route.ts'
import { exampleBackupId, exampleWorkspace, exampleOpeningId } from './examples.ts'
import { workspaceId } from './workspaces.ts'
import { nullable } from '../schemas/paging.ts'
import { Type } from 'typebox'
import { Uuid } from '../schemas/entities.ts'
import { WorkspaceDownload } from '../schemas/team.ts'
import { required } from './parameters.ts'

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

const copyId = required(Uuid, 'The id of the copy.', exampleOpeningId)
const params = { id: workspaceId, copyId }

const begun = {
  id: exampleOpeningId,
  status: 'running',
  progress: { current: 0, total: 0, percent: 0 },
  file_name: 'Furniture 2026-01-05.vitrine',
  size: null,
  expires_at: null,
  error: null,
}
const whole = {
  ...begun,
  status: 'completed',
  progress: { current: 2500, total: 2500, percent: 100 },
  size: 10_240_000,
  expires_at: '2026-01-05T11:00:00.000Z',
}

export const workspaceDownloadRoutes = {
  'POST /workspaces/{id}/copies': {
    id: 'startHomeCopy',
    role: 'owner',
    summary: 'Begin a copy of a workspace to take along',
    params: { id: workspaceId },
    answers: { 202: dataOf(WorkspaceDownload) },
    docs: () => ({
      description:
        'One file with the workspace as it is at this moment, with its history and its files, and without what people said to each other, API keys, providers and accounts. GET tells how far it is. It can be fetched for an hour.',
      answers: { 202: ['It has begun.', { data: begun }] },
      conflicts: 'A copy of this workspace is being made, or the disk has no room for one.',
    }),
  },
  'GET /workspaces/{id}/copies/{copyId}': {
    id: 'getHomeCopy',
    role: 'owner',
    summary: 'Tell how far a copy is',
    params,
    answers: { 200: dataOf(WorkspaceDownload) },
    docs: () => ({ answers: { 200: ['How far it is.', { data: whole }] } }),
  },
  'GET /workspaces/{id}/copies/{copyId}/file': {
    id: 'getHomeCopyFile',
    audit: 'by itself',
    role: 'owner',
    summary: 'Download a copy',
    params,
    answers: { 200: Type.String({ contentMediaType: 'application/octet-stream' }) },
    docs: () => ({
      description: 'The audit list tells who took it.',
      answers: { 200: ['The file.', 'SQLite format 3', { mediaType: '*/*' }] },
      conflicts: 'It is not whole yet.',
    }),
  },
  'DELETE /workspaces/{id}/copies/{copyId}': {
    id: 'removeHomeCopy',
    role: 'owner',
    summary: 'Stop a copy, or remove it',
    params,
    answers: { 200: dataOf(WorkspaceDownload) },
    docs: () => ({
      answers: { 200: ['Nothing is left of it.', { data: { ...begun, status: 'cancelled' } }] },
    }),
  },
} satisfies AppRouteTable
