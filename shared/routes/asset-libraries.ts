import { Type } from 'typebox'
import { AssetLibrary, AssetLibraryPatch, MissingFile, NewAssetLibrary } from '../schemas/asset-libraries.ts'
import { UnplacedFile } from '../schemas/assets.ts'
import { Uuid } from '../schemas/entities.ts'
import { Job } from '../schemas/jobs.ts'
import {
  exampleHash,
  exampleLibraryId,
  examplePagination,
  startedJob,
  exampleProfileId,
  exampleWatchedFolderId,
  exampleWorkspaceId,
} from './examples.ts'
import { optional, paging, pagingPlaces, required } from './parameters.ts'
import { type AnswerDocs, type AppRouteTable, dataOf, listOf, pageOf } from './route.ts'
import { NewWatchedFolder, WatchedFolderPatch, WatchedFolder } from '../schemas/watched-folders.ts'

const libraryId = required(Uuid, 'The id of the library.', exampleLibraryId)

const exampleLibrary = {
  id: exampleLibraryId,
  name: 'Photos',
  path: '/home/ann/photos',
  is_on: true,
  is_away: false,
  files: 20_000,
  missing: 0,
  last_scan: '2026-11-29T12:00:00.000Z',
}

const one = (description: string): AnswerDocs => [description, { data: exampleLibrary }]

export const assetLibraryRoutes = {
  'GET /asset-libraries': {
    id: 'listAssetLibraries',
    role: 'manager',
    summary: 'List linked libraries',
    answers: { 200: listOf(AssetLibrary) },
    docs: () => ({
      description: 'The folders whose files the workspace links and does not copy, oldest first.',
      answers: { 200: ['The libraries.', { data: [exampleLibrary] }] },
    }),
  },
  'POST /asset-libraries': {
    id: 'createAssetLibrary',
    audit: { action: 'library_linked' },
    role: 'administrator',
    summary: 'Link a folder of files',
    body: NewAssetLibrary,
    answers: { 201: dataOf(AssetLibrary) },
    docs: () => ({
      description:
        'Values of images and videos may name files of the folder from then on, as `linked/<library>/<relative path>`. The first scan begins at once.',
      body: { examples: { photos: { name: 'Photos', path: '/home/ann/photos' } } },
      answers: { 201: one('The library.') },
      conflicts: 'Another library has this name.',
    }),
  },
  'PATCH /asset-libraries/{id}': {
    id: 'changeAssetLibrary',
    audit: { action: 'library_changed', details: { fields: 'body' } },
    role: 'administrator',
    summary: 'Change a linked library',
    params: { id: libraryId },
    body: AssetLibraryPatch,
    answers: { 200: dataOf(AssetLibrary) },
    docs: () => ({
      description:
        'Another `path` says where the same files lie now. Turned off, a library is scanned on demand only; its files can be read all the same.',
      body: { examples: { elsewhere: { path: '/media/photos' }, off: { is_on: false } } },
      answers: { 200: one('The library as it is now.') },
      conflicts: 'Another library has this name.',
    }),
  },
  'DELETE /asset-libraries/{id}': {
    id: 'deleteAssetLibrary',
    audit: { action: 'library_unlinked' },
    role: 'administrator',
    summary: 'Link a folder no longer',
    params: { id: libraryId },
    answers: { 200: dataOf(AssetLibrary) },
    docs: () => ({
      description: 'Its files stay where they are.',
      answers: { 200: one('The library that was linked.') },
      conflicts: 'Values name files of the library.',
    }),
  },
  'POST /asset-libraries/{id}/scan': {
    id: 'scanAssetLibrary',
    role: 'administrator',
    summary: 'Scan a linked library',
    params: { id: libraryId },
    answers: { 202: dataOf(Job) },
    docs: () => ({
      description:
        'Finds new, changed, moved and missing files. Values that name a moved file are rewritten as one edit. A scan that runs already is answered again.',
      answers: {
        202: [
          'The job.',
          { data: startedJob('library_scan', { library: exampleLibraryId }) },
          { location: true },
        ],
      },
    }),
  },
  'GET /asset-libraries/{id}/missing': {
    id: 'listMissingFiles',
    role: 'manager',
    summary: 'List missing files of a linked library',
    params: { id: libraryId },
    query: paging,
    answers: { 200: pageOf(MissingFile) },
    issues: pagingPlaces,
    docs: () => ({
      description: 'Files that values name and that the last scan did not find, by their paths.',
      answers: {
        200: [
          'A page of files.',
          {
            data: [
              {
                path: 'chairs/CH-100.jpg',
                value: `linked/${exampleLibraryId}/chairs/CH-100.jpg`,
                moved_to: null,
              },
            ],
            pagination: examplePagination,
          },
        ],
      },
    }),
  },
  'GET /unplaced-files': {
    id: 'listUnplacedFiles',
    role: 'viewer',
    summary: 'List files that no match has placed',
    query: {
      ...paging,
      name: optional(Type.String(), 'Only the files of exactly this name.', 'team photo.jpg'),
    },
    answers: { 200: pageOf(UnplacedFile) },
    issues: pagingPlaces,
    docs: () => ({
      description:
        'Files that came with a match, found no product when it was applied and are stored for 30 days, by their names. `path` places one as a value.',
      answers: {
        200: [
          'A page of files.',
          {
            data: [
              {
                hash: exampleHash,
                name: 'team photo.jpg',
                path: `files/${exampleHash}.jpg`,
                media_type: 'image/jpeg',
                size: 812_345,
                created_at: '2026-11-29T12:00:00.000Z',
              },
            ],
            pagination: examplePagination,
          },
        ],
      },
    }),
  },
} satisfies AppRouteTable

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

const oneFolder = (description: string): AnswerDocs => [description, { data: exampleWatchedFolder }]

export const watchedFolderRoutes = {
  'GET /watched-folders': {
    id: 'listWatchedFolders',
    role: 'manager',
    summary: 'List watched folders',
    answers: { 200: listOf(WatchedFolder) },
    docs: () => ({
      description: 'The feeds of the workspace that run when a file comes to a folder, oldest first.',
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
they are moved to \`done\` in it, or to \`failed\` where rows or the whole failed, beside a file of these rows or of the reason. This goes on
whenever Vitrine runs. A watched folder is a connection that moves its files and a feed that runs when a file comes, without a shield.`,
      body: { examples: { prices: { folder: '/home/ann/prices', profile: exampleProfileId } } },
      answers: { 201: oneFolder('The watched folder.') },
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
        'Turned off, no file is taken from it; one that is being imported is imported all the same.',
      body: { examples: { off: { is_on: false }, profile: { profile: exampleProfileId } } },
      answers: { 200: oneFolder('The watched folder as it is now.') },
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
      description: 'Its feed is deleted, and its connection where nothing else uses it; its files stay.',
      answers: { 200: oneFolder('The folder that was watched.') },
    }),
  },
} satisfies AppRouteTable
