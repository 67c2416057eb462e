import { Type } from 'typebox'
import { ListedWorkspace, PackageOpening, Workspace } from '../schemas/app-surface.ts'
import { Uuid } from '../schemas/entities.ts'
import { Job } from '../schemas/jobs.ts'
import { Move, Moved } from '../schemas/moves.ts'
import { nullable } from '../schemas/nullable.ts'
import { dataOf, listOf } from './answers.ts'
import {
  exampleExportId,
  exampleOpeningId,
  exampleWorkspace,
  exampleWorkspaceId,
  startedJob,
} from './examples.ts'
import { required } from './parameters.ts'
import type { AppRouteTable } from './route.ts'

export const workspaceId = required(Uuid, 'The id of the workspace.', exampleWorkspaceId)

const exampleOpening = {
  id: exampleOpeningId,
  file: '/home/ann/received.zip',
  status: 'running',
  progress: { current: 25_000_000, total: 100_000_000, percent: 25 },
  workspace: null,
  error: null,
}

const NewWorkspace = Type.Object(
  { name: Type.String(), sample: Type.Optional(Type.Boolean()) },
  { additionalProperties: false },
)
const WorkspaceFile = Type.Object({ file: Type.String() }, { additionalProperties: false })
const BackupTarget = Type.Object({ file: Type.String({ minLength: 1 }) }, { additionalProperties: false })

const FileState = Type.Object({
  file: Type.String(),
  in_place: Type.Boolean(),
  /** Where a copy may go; null while the file is in its place. */
  suggested_copy: nullable(Type.Object({ folder: Type.String(), name: Type.String() })),
})

const PackageTarget = Type.Object(
  { file: Type.String({ minLength: 1 }), schema_only: Type.Optional(Type.Boolean()) },
  { additionalProperties: false },
)
const PackageSource = Type.Object(
  { file: Type.String({ minLength: 1 }), name: Type.Optional(Type.String()) },
  { additionalProperties: false },
)

const exampleNodes = ['https://db1.example:4001', 'https://db2.example:4001', 'https://db3.example:4001']

const Finding = Type.Object({ check: Type.String(), message: Type.String() })
const Check = Type.Object({ ok: Type.Boolean(), findings: Type.Array(Finding) })

/** The workspaces of the data folder, and what the command line asks of a running server. */
export const workspaceListRoutes = {
  'GET /workspaces': {
    id: 'listWorkspaces',
    role: 'anyone',
    summary: 'List the workspaces',
    answers: { 200: listOf(ListedWorkspace) },
    docs: () => ({ answers: { 200: ['All of the data folder.', { data: [exampleWorkspace] }] } }),
  },
  'POST /workspaces': {
    id: 'createWorkspace',
    role: 'administrator',
    summary: 'Create a workspace',
    body: NewWorkspace,
    answers: { 201: dataOf(Workspace) },
    issues: { name: ['required', 'too_long'] },
    docs: () => ({
      body: {
        examples: { empty: { name: 'Furniture' }, sample: { name: 'Sample', sample: true } },
      },
      answers: { 201: ['The workspace.', { data: exampleWorkspace }] },
      conflicts: 'There is a workspace of this name.',
    }),
  },
  'POST /workspaces/open': {
    id: 'openWorkspace',
    role: 'administrator',
    summary: 'Open a workspace file',
    body: WorkspaceFile,
    answers: { 200: dataOf(Workspace) },
    docs: () => ({
      description:
        'Lists a workspace file of this computer from now on, under its file name. One that is listed already stays as it is.',
      body: { examples: { file: { file: exampleWorkspace.file } } },
      answers: { 200: ['The workspace.', { data: exampleWorkspace }] },
      conflicts: 'The file cannot be opened; the message says why and what to do.',
    }),
  },
  'POST /workspaces/open-package': {
    id: 'openPackage',
    role: 'administrator',
    summary: 'Make a workspace of a package',
    body: PackageSource,
    answers: { 202: dataOf(PackageOpening) },
    issues: { name: ['required', 'too_long'] },
    docs: () => ({
      description:
        'A new workspace that is equal to the one the package was made of, ids included, or none at all. Without `name` it has the name in the package, or one like it that is free. It is listed when it is whole; GET /package-openings tells how far it is, and why it failed: the file is no package, is damaged or from a newer Vitrine.',
      body: { examples: { file: { file: '/home/ann/received.zip', name: 'Received' } } },
      answers: { 202: ['It has begun.', { data: exampleOpening }] },
      conflicts: 'The name is taken.',
    }),
  },
  'GET /package-openings': {
    id: 'listPackageOpenings',
    role: 'administrator',
    summary: 'Tell how far packages are opened',
    answers: { 200: listOf(PackageOpening) },
    docs: () => ({
      answers: {
        200: [
          'Those that are being opened and the last that ended since the server started, oldest first.',
          { data: [exampleOpening] },
        ],
      },
    }),
  },
  'POST /package-openings/{id}/cancel': {
    id: 'cancelPackageOpening',
    role: 'administrator',
    summary: 'Stop opening a package',
    params: { id: required(Uuid, 'The id of the opening.', exampleOpeningId) },
    answers: { 200: dataOf(PackageOpening) },
    docs: () => ({
      description: 'Nothing is left of it. One that has ended stays as it is.',
      answers: { 200: ['How it ended.', { data: { ...exampleOpening, status: 'cancelled' } }] },
    }),
  },
  'POST /workspaces/{id}/package': {
    id: 'createPackage',
    role: 'administrator',
    summary: 'Save a workspace as a package',
    params: { id: workspaceId },
    body: PackageTarget,
    answers: { 202: dataOf(Job) },
    docs: () => ({
      description:
        'A job of the workspace writes one file with its attributes, classes, views, channels, import profiles, values and files, or with `schema_only` without values and files. Keys, history, jobs and the trash are not in it.',
      body: {
        examples: {
          whole: { file: '/home/ann/furniture-package.zip' },
          schema: { file: '/home/ann/furniture-package-schema.zip', schema_only: true },
        },
      },
      answers: {
        202: [
          'The job.',
          {
            data: {
              ...startedJob('package', { kind: 'workspace', file: 'furniture-package.zip' }),
              id: exampleExportId,
            },
          },
        ],
      },
    }),
  },
  'GET /workspaces/{id}/file': {
    id: 'getWorkspaceFile',
    role: 'administrator',
    summary: 'Tell whether the file of a workspace is where it was',
    params: { id: workspaceId },
    answers: { 200: dataOf(FileState) },
    docs: () => ({
      description:
        'A file that was moved, deleted or replaced while it is open takes no more writes; what was saved until then can be copied into a new file.',
      answers: {
        200: [
          'Whether it is, and where a copy may go if it is not.',
          {
            data: {
              file: exampleWorkspace.file,
              in_place: false,
              suggested_copy: { folder: '/home/ann', name: 'furniture saved.vitrine' },
            },
          },
        ],
      },
    }),
  },
  'POST /workspaces/{id}/check': {
    id: 'checkWorkspace',
    role: 'owner',
    summary: 'Check a workspace for damage',
    params: { id: workspaceId },
    answers: { 200: dataOf(Check) },
    docs: () => ({ answers: { 200: ['What was found.', { data: { ok: true, findings: [] } }] } }),
  },
  'POST /workspaces/{id}/backup': {
    id: 'backUpWorkspace',
    role: 'administrator',
    summary: 'Copy a workspace into a new file',
    params: { id: workspaceId },
    body: BackupTarget,
    answers: { 200: dataOf(Type.Object({ file: Type.String() })) },
    docs: () => ({
      body: { examples: { file: { file: '/home/ann/furniture-backup.vitrine' } } },
      answers: {
        200: ['Where the copy lies.', { data: { file: '/home/ann/furniture-backup.vitrine' } }],
      },
      conflicts: 'There is a file of this name, or the workspace is damaged.',
    }),
  },
  'POST /workspaces/{id}/move': {
    id: 'moveWorkspace',
    role: 'administrator',
    summary: 'Take a workspace to another cluster, or back into its file',
    params: { id: workspaceId },
    body: Move,
    answers: { 200: dataOf(Moved) },
    docs: () => ({
      description:
        'For a server that was started with a file of clusters, which says afterwards where the workspace lives. Reads go on meanwhile, and writes wait. Without nodes the file is all there is.',
      body: { examples: { cluster: { nodes: exampleNodes }, file: { nodes: [] } } },
      answers: { 200: ['Where it lives now.', { data: { database: 'Furniture', nodes: exampleNodes } }] },
      conflicts:
        'The cluster is not empty or does not answer, or the server knows no clusters. The workspace stays where it is.',
    }),
  },
} satisfies AppRouteTable
