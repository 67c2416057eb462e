/**
 * The files of a match outside of the workspace: those that came with its request lie in a folder of the data
 * folder, or it names a folder of this computer. The workspace file never names a path.
 */
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseUuid } from '#shared/entities.ts'
import { message } from '#shared/messages/message.ts'
import { conflict } from '../../catalog/errors.ts'
import type { ChosenPaths } from '../job-files.ts'

/** A file that came with a request: its name in the folder of the match, and as sent. */
export interface SentFile {
  readonly part: string
  readonly name: string
}

interface MatchSource {
  readonly workspace: string
  readonly paths: ChosenPaths
}

const retentionMs = 7 * 24 * 60 * 60 * 1000
const [sourceName, sentName] = ['source.json', 'sent.json']

/** The folder of the files of a match, below the data folder. */
export function matchFolder(dataDir: string, jobId: string): string {
  const id = parseUuid(jobId)
  if (id === undefined) throw conflict(message('job.id_not_valid'))
  return join(dataDir, 'asset-matches', id)
}

/** Makes the folder of a match, and removes those that are older than seven days. */
export async function makeMatchFolder(dataDir: string, jobId: string): Promise<string> {
  const folder = matchFolder(dataDir, jobId)
  await removeOldMatches(dirname(folder))
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return folder
}

/** Keeps where the files of a match lie, for the job that applies its plan. */
export async function keepMatchSource(folder: string, source: MatchSource): Promise<void> {
  await writeFile(join(folder, sourceName), JSON.stringify(source), { mode: 0o600, flag: 'wx' })
}

/** Where the files of a match lie; nothing where the workspace stores them, or they were removed. */
export async function findMatchSource(
  dataDir: string,
  match: { readonly workspace: string; readonly jobId: string },
): Promise<ChosenPaths> {
  if (parseUuid(match.jobId) === undefined) return {}
  const text = await readFile(join(matchFolder(dataDir, match.jobId), sourceName), 'utf8').catch(
    () => undefined,
  )
  const source: MatchSource | undefined = text === undefined ? undefined : JSON.parse(text)
  return source?.workspace === match.workspace ? source.paths : {}
}

export async function keepSentFiles(folder: string, files: readonly SentFile[]): Promise<void> {
  await writeFile(join(folder, sentName), JSON.stringify(files), { mode: 0o600, flag: 'wx' })
}

export async function readSentFiles(folder: string): Promise<readonly SentFile[]> {
  return JSON.parse(await readFile(join(folder, sentName), 'utf8'))
}

export async function removeMatchFiles(dataDir: string, jobId: string): Promise<void> {
  await rm(matchFolder(dataDir, jobId), { recursive: true, force: true })
}

async function removeOldMatches(matches: string): Promise<void> {
  for (const name of await readdir(matches).catch(() => [])) {
    const found = await stat(join(matches, name)).catch(() => undefined)
    if (found && parseUuid(name) !== undefined && Date.now() - found.mtimeMs > retentionMs)
      await rm(join(matches, name), { recursive: true, force: true })
  }
}
