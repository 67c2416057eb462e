/** Paths that a person chose for a job. They lie beside the uploads, in no workspace file: whoever makes such a file could choose others. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseUuid } from '#shared/entities.ts'

/** What a person may choose: the folder of pictures of an import, the file that a package is saved to. */
export interface ChosenPaths {
  readonly images_folder?: string | undefined
  readonly package_file?: string | undefined
}

interface StoredPaths extends ChosenPaths {
  readonly workspace: string
}

interface ChosenFor {
  readonly workspace: string
  readonly job: string
}

/** Keeps the paths until the job has ended, whatever is restarted meanwhile. */
export async function keepChosenPaths(
  uploadsDir: string,
  { workspace, job }: ChosenFor,
  paths: ChosenPaths,
): Promise<void> {
  const stored: StoredPaths = { workspace, ...paths }
  await mkdir(uploadsDir, { recursive: true, mode: 0o700 })
  await writeFile(fileOf(uploadsDir, job), JSON.stringify(stored), { mode: 0o600, flag: 'wx' })
}

/** The paths that were chosen for a job of this workspace; none where nothing is known of it. */
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

/** Its name begins with the id of the job, by which it is removed when the job ends. */
function fileOf(uploadsDir: string, job: string): string {
  return join(uploadsDir, `${job}.chosen.json`)
}
