/** What a process that was ended left of copies that it had not finished. */
import { readdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { workspacesFolder } from '../registry/stored-files.ts'

/** Where a package is made into a workspace before anybody sees it. */
export const unpackedEnding = '.unpacked'

/** Where a backup is made ready that takes the place of its workspace. */
export const restoredEnding = '.restored'

// A workspace in the making has the number of its process behind `partial`, and SQLite puts files of its own beside each.
const unfinished = /\.(?:restored|partial(?:-\d+)?)(?:-(?:wal|shm|journal))?$/

/**
 * Removes what is left of backups, restores, packages and new workspaces that were not finished, in a data folder that nobody else has open.
 * Nothing of it belongs to a job, which keeps its files elsewhere and goes on with them.
 */
export function removeUnfinished(dataFolder: string, files: readonly string[]): void {
  const workspaces = join(dataFolder, workspacesFolder)
  removeFrom(workspaces, (name) => unfinished.test(name) || name.includes(unpackedEnding))
  const backups = join(dataFolder, 'backups')
  for (const id of namesIn(backups)) removeFrom(join(backups, id), (name) => unfinished.test(name))
  // A workspace that was opened from elsewhere has them beside it.
  for (const file of files.filter((each) => dirname(each) !== workspaces))
    removeFrom(dirname(file), (name) => name.startsWith(`${basename(file)}.`) && unfinished.test(name))
}

/** Removes what is left of one package that was not opened to its end, the side files of SQLite included. */
export function removeUnpacked(folder: string, part: string): void {
  removeFrom(folder, (name) => name.includes(part))
}

function removeFrom(folder: string, isLeft: (name: string) => boolean): void {
  for (const name of namesIn(folder).filter(isLeft)) {
    const path = join(folder, name)
    if (statSync(path, { throwIfNoEntry: false })?.isFile()) rmSync(path, { force: true })
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
