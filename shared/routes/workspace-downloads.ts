import { Type } from 'typebox'
import { Uuid } from '../schemas/entities.ts'
import { WorkspaceDownload } from '../schemas/team.ts'
import { dataOf, type AppRouteTable } from './route.ts'
import { exampleOpeningId } from './examples.ts'
import { required } from './parameters.ts'
import { workspaceId } from './workspaces.ts'

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
