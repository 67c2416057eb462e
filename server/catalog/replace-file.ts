import { lstatSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { conflict } from './errors.ts'

/**
 * Whether there is a file of that name. Throws conflict for what is no regular file, such as a device, a pipe, a folder or a link: nothing
 * may take its place.
 */
export function isFileThere(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found && !found.isFile())
    throw conflict(
      `${path} is no regular file (${kindOf(found)}), and nothing is put in its place. Name another file.`,
    )
  return found !== undefined
}

/** Gives a finished file the name of another, which it replaces. Throws conflict where that is no regular file. */
export async function replaceFile(finished: string, path: string): Promise<void> {
  isFileThere(path)
  await rename(finished, path)
}

function kindOf(found: NonNullable<ReturnType<typeof lstatSync>>): string {
  if (found.isDirectory()) return 'a folder'
  if (found.isSymbolicLink()) return 'a link'
  return found.isFIFO() || found.isSocket() ? 'a pipe' : 'a device'
}
