import { randomUUID } from 'node:crypto'
import { mkdir, realpath, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { listPictureFiles } from '../catalog/imports/read/picture-files.ts'
import type { SentFile } from './assets/match-folder.ts'
import { uploadPath } from './job-files.ts'

function folderOf(uploadsDir: string, id: string): string {
  return `${uploadPath(uploadsDir, id)}.pictures`
}

/** The folder of the pictures that were sent for an uploaded file; undefined where none were. */
export async function findUploadPictures(uploadsDir: string, id: string): Promise<string | undefined> {
  return realpath(folderOf(uploadsDir, id)).catch(() => undefined)
}

/** Makes an empty folder that receives files; the caller removes it. */
export async function makeReceivingFolder(uploadsDir: string, id: string): Promise<string> {
  const folder = `${uploadPath(uploadsDir, id)}.receiving-${randomUUID()}`
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return folder
}

/**
 * Adds received files to the pictures of an uploaded file, by their names without folders; one of the same
 * name is replaced. Resolves to how many there are. They are kept as long as the uploaded file.
 */
export async function addUploadPictures(
  uploadsDir: string,
  id: string,
  { folder, files }: { readonly folder: string; readonly files: readonly SentFile[] },
): Promise<number> {
  const target = folderOf(uploadsDir, id)
  await mkdir(target, { recursive: true, mode: 0o700 })
  for (const { part, name } of files) await rename(join(folder, part), join(target, toFileName(name)))
  return (await listPictureFiles(await realpath(target), AbortSignal.timeout(30_000))).length
}

export async function removeReceivingFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
}

const maxNameLength = 200

/** A name that every file system takes; the end stays, as cells name it. */
function toFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  // oxlint-disable-next-line no-control-regex -- control characters are no part of a name
  const plain = last.replaceAll(/[\u0000-\u001f<>:"|?*]/g, '_').slice(-maxNameLength)
  return /^\.*$/.test(plain) ? `_${plain}` : plain
}
