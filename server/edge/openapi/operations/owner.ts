import { Type } from 'typebox'
import { ApiKey, Workspace } from '#shared/schemas/app-surface.ts'
import { Uuid } from '#shared/schemas/entities.ts'
import { Diagnostics, LogExport } from '#shared/schemas/diagnostics.ts'
import { Job } from '#shared/schemas/jobs.ts'
import { dataOf, listOf } from '../answer-schemas.ts'
import { exampleJob, exampleKeyId, exampleWorkspaceId } from '../examples.ts'
import type { OperationTable, ParameterDocs } from '../operation-docs.ts'
import { descriptionDocs } from './description.ts'
import { jobId } from './jobs.ts'
import { OwnerSettings } from '#shared/schemas/owner-settings.ts'

export const workspaceId: ParameterDocs = {
  name: 'id',
  in: 'path',
  description: 'The id of the workspace.',
  schema: Uuid,
  example: exampleWorkspaceId,
}

/** Which workspace a call of the owner is about. */
export const workspaceParameter: ParameterDocs = {
  name: 'Vitrine-Workspace',
  in: 'header',
  description: 'The id of the workspace.',
  schema: Uuid,
  required: true,
  example: exampleWorkspaceId,
}

const exampleWorkspace = {
  id: exampleWorkspaceId,
  name: 'Furniture',
  file: '/home/ann/.local/share/vitrine/furniture.vitrine',
}

const exampleKey = {
  id: exampleKeyId,
  name: 'ERP sync',
  workspace_id: exampleWorkspaceId,
  scopes: ['read:products', 'write:products'],
  created_at: '2026-01-05T10:00:00.000Z',
  expires_at: null,
  last_used_at: null,
}

const exampleSettings = {
  allow_private_sources: false,
  backup_every_hours: 4,
  backup_keep_last: 10,
  backup_keep_days: 14,
  backup_keep_weeks: 8,
}

const exampleDiagnostics = {
  version: '0.1.0',
  node: '24.21.0',
  electron: null,
  platform: 'linux 6.18.0 x64',
  file_format: 11,
  started_at: '2026-01-05T10:00:00.000Z',
  memory_bytes: 146_800_640,
  origin: 'http://127.0.0.1:4417',
  data_folder: '/home/ann/.local/share/vitrine',
  free_bytes: 52_428_800_000,
  workspaces: [{ ...exampleWorkspace, bytes: 4_194_304, journal_bytes: 0, is_open: true, last_check: null }],
  log: [],
}

const Session = Type.Object({
  version: Type.String(),
  origin: Type.String(),
  workspaces: Type.Array(Workspace),
})
const IssuedKey = Type.Object({ ...ApiKey.properties, key: Type.String() })
const Finding = Type.Object({ check: Type.String(), message: Type.String() })
const Check = Type.Object({ ok: Type.Boolean(), findings: Type.Array(Finding) })
const tag = 'Owner'

export const ownerDocs: OperationTable = {
  ...descriptionDocs,
  'GET /session': {
    id: 'getSession',
    tag,
    answers: {
      200: {
        description: 'What the server says of itself.',
        schema: dataOf(Session),
        example: {
          data: { version: '0.1.0', origin: 'http://127.0.0.1:4417', workspaces: [exampleWorkspace] },
        },
      },
    },
  },
  'GET /workspaces': {
    id: 'listWorkspaces',
    tag,
    answers: {
      200: {
        description: 'All of the data folder.',
        schema: listOf(Workspace),
        example: { data: [exampleWorkspace] },
      },
    },
  },
  'POST /workspaces': {
    id: 'createWorkspace',
    tag,
    body: { examples: { empty: { name: 'Furniture' }, sample: { name: 'Sample', sample: true } } },
    answers: {
      201: { description: 'The workspace.', schema: dataOf(Workspace), example: { data: exampleWorkspace } },
    },
    issues: ['required', 'too_long'],
    conflicts: 'There is a workspace of this name.',
  },
  'POST /workspaces/open': {
    id: 'openWorkspace',
    tag,
    description:
      'Lists a workspace file of this computer from now on, under its file name. One that is listed already stays as it is.',
    body: { examples: { file: { file: exampleWorkspace.file } } },
    answers: {
      200: { description: 'The workspace.', schema: dataOf(Workspace), example: { data: exampleWorkspace } },
    },
    conflicts: 'The file cannot be opened; the message says why and what to do.',
  },
  'GET /workspaces/:id/keys': {
    id: 'listKeys',
    tag,
    parameters: [workspaceId],
    answers: { 200: { description: 'The keys.', schema: listOf(ApiKey), example: { data: [exampleKey] } } },
  },
  'POST /workspaces/:id/keys': {
    id: 'createKey',
    tag,
    parameters: [workspaceId],
    description: 'The answer shows the key itself, once.',
    body: {
      examples: {
        sync: { name: 'ERP sync', scopes: ['read:products', 'write:products'] },
        expiring: { name: 'For a week', scopes: ['read:products'], expires_at: '2099-01-12' },
      },
    },
    answers: {
      201: {
        description: 'The key.',
        schema: dataOf(IssuedKey),
        example: { data: { ...exampleKey, key: `vtr_live_${'0'.repeat(40)}` } },
      },
    },
    issues: ['required', 'too_long', 'expected_values', 'invalid_value', 'expected_date', 'out_of_range'],
  },
  'DELETE /workspaces/:id/keys/:keyId': {
    id: 'revokeKey',
    tag,
    parameters: [workspaceId],
    answers: {
      200: { description: 'The key that was.', schema: dataOf(ApiKey), example: { data: exampleKey } },
    },
  },
  'GET /diagnostics': {
    id: 'readDiagnostics',
    tag,
    answers: {
      200: {
        description: 'The program, its files and the last lines of its log.',
        schema: dataOf(Diagnostics),
        example: { data: exampleDiagnostics },
      },
    },
  },
  'GET /diagnostics/log': {
    id: 'exportLog',
    tag,
    answers: {
      200: {
        description: 'What is logged and kept, without credentials.',
        schema: dataOf(LogExport),
        example: { data: { name: 'vitrine-log-2026-01-05.txt', text: 'Vitrine 0.1.0' } },
      },
    },
  },
  'POST /workspaces/:id/check': {
    id: 'checkWorkspace',
    tag,
    parameters: [workspaceId],
    answers: {
      200: {
        description: 'What was found.',
        schema: dataOf(Check),
        example: { data: { ok: true, findings: [] } },
      },
    },
  },
  'POST /workspaces/:id/backup': {
    id: 'backUpWorkspace',
    tag,
    parameters: [workspaceId],
    body: { examples: { file: { file: '/home/ann/furniture-backup.vitrine' } } },
    answers: {
      200: {
        description: 'Where the copy lies.',
        schema: dataOf(Type.Object({ file: Type.String() })),
        example: { data: { file: '/home/ann/furniture-backup.vitrine' } },
      },
    },
  },
  'POST /jobs/:id/cancel': {
    id: 'cancelJob',
    tag,
    parameters: [jobId, workspaceParameter],
    answers: { 200: { description: 'The job.', schema: dataOf(Job), example: { data: exampleJob } } },
  },
  'POST /jobs/:id/retry': {
    id: 'retryJob',
    tag,
    parameters: [jobId, workspaceParameter],
    description:
      'A failed job goes on from where it failed, under its own id; the file it was sent is kept for a week.',
    answers: {
      202: {
        description: 'The job, which waits again.',
        schema: dataOf(Job),
        example: { data: exampleJob },
        location: true,
      },
    },
    conflicts: 'The job has not failed.',
  },
  'GET /settings': {
    id: 'getSettings',
    tag,
    answers: {
      200: {
        description: 'The settings.',
        schema: dataOf(OwnerSettings),
        example: { data: exampleSettings },
      },
    },
  },
  'PATCH /settings': {
    id: 'changeSettings',
    tag,
    description: 'Settings that are not named stay as they are.',
    body: { examples: { allow: { allow_private_sources: true }, daily: { backup_every_hours: 24 } } },
    answers: {
      200: {
        description: 'The settings.',
        schema: dataOf(OwnerSettings),
        example: { data: exampleSettings },
      },
    },
  },
}
