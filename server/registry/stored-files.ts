import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, posix, relative, sep, win32 } from 'node:path'

/**
 * Returns the name of a file in vitrine.db: the path relative to the data folder where it lies below it,
 * so that the folder can be moved, copied and restored; else the whole path.
 */
export function toStoredFile(dataFolder: string, file: string): string {
  return toWay(dataFolder, file) ?? file
}

export function fromStoredFile(dataFolder: string, stored: string): string {
  return isWhole(stored) ? stored : join(dataFolder, ...stored.split('/'))
}

/**
 * Returns the new name of a file that an earlier version stored with its whole path, in a data folder that
 * may have been moved or copied since: it means the file in the copied folder, not the original one.
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

export const workspacesFolder = 'workspaces'

function toWay(dataFolder: string, file: string): string | undefined {
  const way = relative(dataFolder, join(dirname(file), basename(file)))
  return way === '' || way.startsWith('..') || isAbsolute(way) ? undefined : way.split(sep).join('/')
}

function isWhole(stored: string): boolean {
  return posix.isAbsolute(stored) || win32.isAbsolute(stored)
}

/** Writes a file that appears complete or not at all, readable only by its owner. */
export function writePrivate(file: string, text: string): void {
  const partial = `${file}.partial`
  rmSync(partial, { force: true })
  writeFileSync(partial, text, { mode: 0o600, flag: 'wx' })
  renameSync(partial, file)
}
