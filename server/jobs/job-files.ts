/**
 * The paths of files of a job: below the data folder, by the id of the job. A workspace file never names a
 * path.
 */
import {
  lstat,
  realpath,
  mkdir,
  readFile,
  writeFile,
  copyFile,
  link,
  readdir,
  rm,
  stat,
} from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import { parseUuid } from '#shared/entities.ts'
import { message } from '#shared/messages/message.ts'
import { conflict, notFound } from '../catalog/errors.ts'
import type { FileFormat, ImportUpload } from '#shared/imports.ts'
import { detectFormat, readHead } from '../catalog/imports/read/detect-format.ts'

export interface JobFolder {
  readonly dataDir: string
  readonly jobId: string
}

export function uploadedFile(job: JobFolder): string {
  return join(job.dataDir, 'uploads', idOf(job))
}

/** The file into which a dry run copies the workspace; after a crash the copy is removed with old uploads. */
export function rehearsalFile(job: JobFolder): string {
  return `${uploadedFile(job)}.upload.rehearsal`
}

export function exportsFolder({ dataDir }: Pick<JobFolder, 'dataDir'>): string {
  return join(dataDir, 'exports')
}

export function resultsFolder({ dataDir }: Pick<JobFolder, 'dataDir'>): string {
  return join(dataDir, 'results')
}

function idOf({ jobId }: JobFolder): string {
  const id = parseUuid(jobId)
  if (id === undefined) throw conflict(message('job.id_not_valid'))
  return id
}

/** Whether a path leads to a regular file in its folder: a link could lead out of it. False without one. */
export async function liesInFolder(path: string): Promise<boolean> {
  try {
    const found = await lstat(path)
    const [file, folder] = await Promise.all([realpath(path), realpath(dirname(path))])
    return found.isFile() && file === `${folder}${folder.endsWith(sep) ? '' : sep}${basename(path)}`
  } catch {
    return false
  }
}

/**
 * Paths that a person may choose: the folder of pictures of an import, the file of a package, the folder
 * of files to be matched, that of those that came with the request, that of a linked library, those of all
 * libraries by their ids, or the library whose files are to be matched.
 */
export interface ChosenPaths {
  readonly files_folder?: string | undefined
  readonly sent_folder?: string | undefined
  readonly images_folder?: string | undefined
  readonly package_file?: string | undefined
  readonly library_folder?: string | undefined
  readonly library_folders?: Readonly<Record<string, string>> | undefined
  readonly matched_library?: MatchedLibrary | undefined
}

/** The files of a linked library that a match looks at. */
export interface MatchedLibrary {
  readonly id: string
  readonly root: string
  /** The folder in the library with / at its end; empty for all of it. */
  readonly below: string
}

interface StoredPaths extends ChosenPaths {
  readonly workspace: string
}

interface ChosenFor {
  readonly workspace: string
  readonly job: string
}

/** Stores the paths until the job has ended, across restarts. */
export async function keepChosenPaths(
  uploadsDir: string,
  { workspace, job }: ChosenFor,
  paths: ChosenPaths,
): Promise<void> {
  const stored: StoredPaths = { workspace, ...paths }
  await mkdir(uploadsDir, { recursive: true, mode: 0o700 })
  await writeFile(fileOf(uploadsDir, job), JSON.stringify(stored), { mode: 0o600, flag: 'wx' })
}

/** Forgets the paths of a job that was not queued. */
export async function removeChosenPaths(uploadsDir: string, job: string): Promise<void> {
  await rm(fileOf(uploadsDir, job), { force: true })
}

export async function findChosenPaths(
  uploadsDir: string,
  { workspace, job }: ChosenFor,
): Promise<ChosenPaths> {
  const id = parseUuid(job)
  const text = id && (await readFile(fileOf(uploadsDir, id), 'utf8').catch(() => undefined))
  if (text === undefined) return {}
  const { workspace: of, ...paths }: StoredPaths = JSON.parse(text)
  return of === workspace ? paths : {}
}

function fileOf(uploadsDir: string, job: string): string {
  return join(uploadsDir, `${job}.chosen.json`)
}

/** The path of an upload until it is imported or a day has passed. */
export function uploadPath(uploadsDir: string, id: string): string {
  return join(uploadsDir, `${id}.upload`)
}

const retentionMs = 24 * 3600 * 1000
const headLength = 64 * 1024

interface StoredUpload extends ImportUpload {
  readonly workspace: string
}

/**
 * Notes an uploaded file and removes those older than a day; throws `validation_failed` for an unreadable
 * kind.
 */
export async function keepUpload(
  uploadsDir: string,
  { id, name, workspace }: { readonly id: string; readonly name: string; readonly workspace: string },
): Promise<ImportUpload> {
  await removeOldUploads(uploadsDir)
  const path = uploadPath(uploadsDir, id)
  const format: FileFormat = detectFormat(await readHead(path, headLength))
  const { size } = await stat(path)
  const upload: ImportUpload = { id, name, size, format }
  await writeFile(`${path}.json`, JSON.stringify({ ...upload, workspace }), { mode: 0o600 })
  return upload
}

export async function findUpload(uploadsDir: string, id: string, workspace: string): Promise<ImportUpload> {
  const uuid = parseUuid(id)
  const text = uuid && (await readFile(`${uploadPath(uploadsDir, uuid)}.json`, 'utf8').catch(() => undefined))
  const stored: StoredUpload | undefined = text === undefined ? undefined : JSON.parse(text)
  if (stored?.workspace !== workspace) throw notFound(`The uploaded file ${id}, which is kept for a day,`)
  const { workspace: _of, ...upload } = stored
  return upload
}

/** Lends an upload to a job under a name of its own, which the job may remove. */
export async function lendUpload(uploadsDir: string, id: string, jobId: string): Promise<void> {
  const file = join(uploadsDir, jobId)
  await mkdir(uploadsDir, { recursive: true, mode: 0o700 })
  await link(uploadPath(uploadsDir, id), file).catch(() => copyFile(uploadPath(uploadsDir, id), file))
}

/** Removes an upload. A job may still read the pictures that were sent for it: they go after a day. */
export async function removeUpload(uploadsDir: string, id: string): Promise<void> {
  for (const name of await readdir(uploadsDir)) {
    const isOfUpload = name.startsWith(`${id}.upload`) && !name.endsWith('.pictures')
    if (isOfUpload) await rm(join(uploadsDir, name), { recursive: true, force: true })
  }
}

async function removeOldUploads(uploadsDir: string): Promise<void> {
  const before = Date.now() - retentionMs
  for (const name of await readdir(uploadsDir)) {
    if (!name.includes('.upload')) continue
    const found = await stat(join(uploadsDir, name)).catch(() => undefined)
    if (found && found.mtimeMs < before) await rm(join(uploadsDir, name), { recursive: true, force: true })
  }
}
