import type { Dir } from 'node:fs'
import { opendir, realpath } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { refusal } from './file-rows.ts'

/** How much of a folder is looked at. */
export interface WalkLimits {
  /** Files and folders together. */
  readonly entries: number
  readonly depth: number
  readonly milliseconds: number
}

export const walkLimits: WalkLimits = { entries: 200_000, depth: 20, milliseconds: 30_000 }

/**
 * The files of a folder and of those below it, as sorted paths relative to it. Symbolic links are not followed. Rejects with a
 * refusal where the folder cannot be read, is not the one that was checked any more or holds too much, and where it is aborted.
 */
export async function listPictureFiles(
  folder: string,
  signal: AbortSignal,
  limits: WalkLimits = walkLimits,
): Promise<string[]> {
  if ((await realpath(folder).catch(() => undefined)) !== folder) throw unreadable(folder)
  const look = limitedBy(folder, signal, limits)
  const files: string[] = []
  const waiting = [{ path: folder, depth: 1 }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { path, depth } = next
    for await (const entry of await openFolder(path, folder)) {
      look(depth)
      const found = join(path, entry.name)
      if (entry.isFile()) files.push(relative(folder, found))
      else if (entry.isDirectory()) waiting.push({ path: found, depth: depth + 1 })
    }
  }
  return files.sort()
}

/** A folder below that nobody may look into holds nothing for this import. */
async function openFolder(path: string, root: string): Promise<Dir | []> {
  try {
    return await opendir(path)
  } catch {
    if (path === root) throw unreadable(root)
    return []
  }
}

/** Counts what is looked at; throws beyond a limit, and where the job is cancelled. */
function limitedBy(folder: string, signal: AbortSignal, limits: WalkLimits): (depth: number) => void {
  const ends = performance.now() + limits.milliseconds
  let seen = 0
  return (depth) => {
    signal.throwIfAborted()
    seen += 1
    if (seen > limits.entries)
      throw tooMuch(folder, `more than ${limits.entries.toLocaleString('en')} files and folders`)
    if (depth > limits.depth) throw tooMuch(folder, `folders nested more than ${limits.depth} deep`)
    if (performance.now() > ends)
      throw tooMuch(folder, `more than can be listed in ${limits.milliseconds / 1000} seconds`)
  }
}

function unreadable(folder: string) {
  return refusal(`The folder of pictures ${folder} cannot be read.`)
}

function tooMuch(folder: string, what: string) {
  return refusal(`The folder of pictures ${folder} holds ${what}. Name a smaller folder.`)
}
