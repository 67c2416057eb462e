import { Uuid } from '../schemas/entities.ts'
import { Job } from '../schemas/jobs.ts'
import { NewWatchedFolder, WatchedFolderPatch, WatchedFolder } from '../schemas/watched-folders.ts'
import { dataOf, listOf, type AppRouteTable, type AnswerDocs } from './route.ts'
import { exampleProfileId, exampleWatchedFolderId, exampleWorkspaceId } from './examples.ts'
import { required } from './parameters.ts'

const watchedFolderId = required(Uuid, 'The id of the watched folder.', exampleWatchedFolderId)

const exampleWatchedFolder = {
  id: exampleWatchedFolderId,
  workspace_id: exampleWorkspaceId,
  folder: '/home/ann/prices',
  profile_id: exampleProfileId,
  is_on: true,
  problem: null,
  waiting: [],
}

const one = (description: string): AnswerDocs => [description, { data: exampleWatchedFolder }]

export const watchedFolderRoutes = {
  'GET /watched-folders': {
    id: 'listWatchedFolders',
    role: 'manager',
    summary: 'List watched folders',
    answers: { 200: listOf(WatchedFolder) },
    docs: () => ({
      description: 'Those of the workspace, oldest first.',
      answers: { 200: ['The watched folders.', { data: [exampleWatchedFolder] }] },
    }),
  },
  'POST /watched-folders': {
    id: 'watchFolder',
    audit: { action: 'folder_watched' },
    role: 'administrator',
    summary: 'Watch a folder',
    body: NewWatchedFolder,
    answers: { 201: dataOf(WatchedFolder) },
    docs: () => ({
      description: `Files that are put into the folder are imported by the profile, each once, when nothing has changed about them for two seconds. Then
they are moved to \`done\` in it, or to \`failed\` where rows or the whole failed, beside a file of these rows or of the reason. Files that are
being imported lie in \`importing\`. This goes on whenever Vitrine runs.`,
      body: { examples: { prices: { folder: '/home/ann/prices', profile: exampleProfileId } } },
      answers: { 201: one('The watched folder.') },
    }),
  },
  'PATCH /watched-folders/{id}': {
    id: 'changeWatchedFolder',
    audit: { action: 'watched_folder_changed', details: { fields: 'body' } },
    role: 'administrator',
    summary: 'Change a watched folder',
    params: { id: watchedFolderId },
    body: WatchedFolderPatch,
    answers: { 200: dataOf(WatchedFolder) },
    docs: () => ({
      description:
        'Turned off, no file is taken from it; files that were taken already are imported all the same.',
      body: { examples: { off: { is_on: false }, profile: { profile: exampleProfileId } } },
      answers: { 200: one('The watched folder as it is now.') },
    }),
  },
  'GET /watched-folders/{id}/jobs': {
    id: 'listWatchedFolderJobs',
    role: 'manager',
    summary: 'List the imports from a watched folder',
    params: { id: watchedFolderId },
    answers: { 200: listOf(Job) },
    docs: () => ({
      description: 'The jobs of the newest ten files, newest first.',
      answers: { 200: ['The jobs.', { data: [] }] },
    }),
  },
  'DELETE /watched-folders/{id}': {
    id: 'unwatchFolder',
    audit: { action: 'folder_unwatched' },
    role: 'administrator',
    summary: 'Watch a folder no longer',
    params: { id: watchedFolderId },
    answers: { 200: dataOf(WatchedFolder) },
    docs: () => ({
      description: 'Its files stay where they are.',
      answers: { 200: one('The folder that was watched.') },
    }),
  },
} satisfies AppRouteTable
