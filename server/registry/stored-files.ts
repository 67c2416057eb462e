import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, posix, relative, sep, win32 } from 'node:path'

/**
 * How vitrine.db names a file: by its way from the data folder where it lies below it, so that the folder can be moved, copied and
 * restored; else whole.
 */
export function toStoredFile(dataFolder: string, file: string): string {
  return toWay(dataFolder, file) ?? file
}

/** Where a file lies that vitrine.db names. */
export function fromStoredFile(dataFolder: string, stored: string): string {
  return isWhole(stored) ? stored : join(dataFolder, ...stored.split('/'))
}

/**
 * How a file is to be named that an earlier version has named whole, in a data folder that may have been moved or copied since: the file
 * that has come along is meant, and not the one that it was copied from.
 */
export function relateStoredFile(dataFolder: string, stored: string, others: ReadonlySet<string>): string {
  if (!isWhole(stored)) return stored
  const way = toWay(dataFolder, stored)
  if (way !== undefined && existsSync(stored)) return way
  const file = stored.replaceAll('\\', '/')
  const cameAlong = posix.join(workspacesFolder, posix.basename(file))
  const isFromDataFolder = posix.basename(posix.dirname(file)) === workspacesFolder
  const isThere = existsSync(fromStoredFile(dataFolder, cameAlong))
  if (isFromDataFolder && isThere && !others.has(cameAlong)) return cameAlong
  return way ?? stored
}

/** Where a data folder has the files of the workspaces that were made in it. */
export const workspacesFolder = 'workspaces'

function toWay(dataFolder: string, file: string): string | undefined {
  const way = relative(dataFolder, join(dirname(file), basename(file)))
  return way === '' || way.startsWith('..') || isAbsolute(way) ? undefined : way.split(sep).join('/')
}

function isWhole(stored: string): boolean {
  return posix.isAbsolute(stored) || win32.isAbsolute(stored)
}

/** Writes a file that appears complete or not at all, and never with wider rights than those of its owner. */
export function writePrivate(file: string, text: string): void {
  const partial = `${file}.partial`
  rmSync(partial, { force: true })
  writeFileSync(partial, text, { mode: 0o600, flag: 'wx' })
  renameSync(partial, file)
}
