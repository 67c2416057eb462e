import { copyFile, link, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseUuid } from '#shared/entities.ts'
import type { FileFormat, ImportUpload } from '#shared/imports.ts'
import { notFound } from '../catalog/errors.ts'
import { detectFormat } from './import-files/detect-format.ts'
import { readHead } from './import-files/read-head.ts'

/** Where a file that was sent for a look lies until it is imported or a day has passed. */
export function uploadPath(uploadsDir: string, id: string): string {
  return join(uploadsDir, `${id}.upload`)
}

const keptForMs = 24 * 3600 * 1000
const headLength = 64 * 1024

interface StoredUpload extends ImportUpload {
  /** The workspace that it was sent to. */
  readonly workspace: string
}

/** Notes an uploaded file; throws `validation_failed` where nobody could read it. Those of yesterday go. */
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

/** The upload of that id, which was sent to that workspace; 404 where there is none. */
export async function findUpload(uploadsDir: string, id: string, workspace: string): Promise<ImportUpload> {
  const uuid = parseUuid(id)
  const text = uuid && (await readFile(`${uploadPath(uploadsDir, uuid)}.json`, 'utf8').catch(() => undefined))
  const stored: StoredUpload | undefined = text === undefined ? undefined : JSON.parse(text)
  if (stored?.workspace !== workspace) throw notFound(`The uploaded file ${id}, which is kept for a day,`)
  const { workspace: _of, ...upload } = stored
  return upload
}

/** Lends an upload to a job: it gets a name of its own, and the job may remove it. */
export async function lendUpload(uploadsDir: string, id: string, jobId: string): Promise<void> {
  const file = join(uploadsDir, jobId)
  await mkdir(uploadsDir, { recursive: true, mode: 0o700 })
  await link(uploadPath(uploadsDir, id), file).catch(() => copyFile(uploadPath(uploadsDir, id), file))
}

/** Removes an upload with everything that was made of it. */
export async function removeUpload(uploadsDir: string, id: string): Promise<void> {
  for (const name of await readdir(uploadsDir))
    if (name.startsWith(`${id}.upload`)) await rm(join(uploadsDir, name), { force: true })
}

async function removeOldUploads(uploadsDir: string): Promise<void> {
  const before = Date.now() - keptForMs
  for (const name of await readdir(uploadsDir)) {
    if (!name.includes('.upload')) continue
    const found = await stat(join(uploadsDir, name)).catch(() => undefined)
    if (found && found.mtimeMs < before) await rm(join(uploadsDir, name), { force: true })
  }
}
