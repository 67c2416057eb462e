import { WatchedFolder } from '#shared/schemas/watched-folders.ts'
import { Uuid } from '#shared/schemas/entities.ts'
import { Job } from '#shared/schemas/jobs.ts'
import { dataOf, listOf } from '../answer-schemas.ts'
import { exampleProfileId, exampleWatchedFolderId, exampleWorkspaceId } from '../examples.ts'
import type { OperationTable, ParameterDocs } from '../operation-docs.ts'
import { workspaceParameter } from './owner.ts'

const tag = 'Owner'

const watchedFolderId: ParameterDocs = {
  name: 'id',
  in: 'path',
  description: 'The id of the watched folder.',
  schema: Uuid,
  example: exampleWatchedFolderId,
}

const exampleWatchedFolder = {
  id: exampleWatchedFolderId,
  workspace_id: exampleWorkspaceId,
  folder: '/home/ann/prices',
  profile_id: exampleProfileId,
  is_on: true,
  problem: null,
}

const one = (description: string) => ({
  description,
  schema: dataOf(WatchedFolder),
  example: { data: exampleWatchedFolder },
})

export const watchedFolderDocs: OperationTable = {
  'GET /watched-folders': {
    id: 'listWatchedFolders',
    tag,
    description: 'Those of the workspace, oldest first.',
    parameters: [workspaceParameter],
    answers: {
      200: {
        description: 'The watched folders.',
        schema: listOf(WatchedFolder),
        example: { data: [exampleWatchedFolder] },
      },
    },
  },
  'POST /watched-folders': {
    id: 'watchFolder',
    tag,
    description: `Files that are put into the folder are imported by the profile, each once, when nothing has changed about them for two seconds. Then
they are moved to \`done\` in it, or to \`failed\` where rows or the whole failed, beside a file of these rows or of the reason. Files that are
being imported lie in \`importing\`. This goes on whenever Vitrine runs.`,
    parameters: [workspaceParameter],
    body: { examples: { prices: { folder: '/home/ann/prices', profile: exampleProfileId } } },
    answers: { 201: one('The watched folder.') },
    issues: ['required'],
  },
  'PATCH /watched-folders/:id': {
    id: 'changeWatchedFolder',
    tag,
    description:
      'Turned off, no file is taken from it; files that were taken already are imported all the same.',
    parameters: [workspaceParameter, watchedFolderId],
    body: { examples: { off: { is_on: false }, profile: { profile: exampleProfileId } } },
    answers: { 200: one('The watched folder as it is now.') },
  },
  'GET /watched-folders/:id/jobs': {
    id: 'listWatchedFolderJobs',
    tag,
    description: 'The jobs of the newest ten files, newest first.',
    parameters: [workspaceParameter, watchedFolderId],
    answers: { 200: { description: 'The jobs.', schema: listOf(Job), example: { data: [] } } },
  },
  'DELETE /watched-folders/:id': {
    id: 'unwatchFolder',
    tag,
    description: 'Its files stay where they are.',
    parameters: [workspaceParameter, watchedFolderId],
    answers: { 200: one('The folder that was watched.') },
  },
}
