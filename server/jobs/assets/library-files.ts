/** The files of a linked library on disk: which are there, and the hashes of their bytes. */
import { createHash } from 'node:crypto'
import { constants, type Dirent } from 'node:fs'
import { lstat, open, opendir, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { emptyFacts, type InspectedFile } from '../../catalog/assets/file-facts.ts'
import { detectFileKind, fileHeadLength } from '../../catalog/files/file-kinds.ts'
import { isPathBelow, maxLinkedDepth } from '#shared/files.ts'
import { message, SentenceError } from '#shared/messages/message.ts'

export const maxLinkedBytes = 4 * 1024 ** 3
export const maxLibraryFiles = 250_000
// Folders, and files that are left out, cost time too.
const maxEntries = 1_000_000

export interface LibraryListing {
  /** Relative paths with / between the steps, sorted. */
  readonly paths: readonly string[]
  /** Files whose names no value can hold. */
  readonly leftOut: number
  /** Folders that could not be read, with / at the end: nothing is known of the files below. */
  readonly unreadable: readonly string[]
}

/**
 * Lists the files below a folder; hidden ones and links are passed over. Undefined where the folder is not
 * there. Throws where it holds more files than a library may, and when aborted.
 */
export async function listLibraryFiles(
  root: string,
  signal: AbortSignal,
): Promise<LibraryListing | undefined> {
  if ((await realpath(root).catch(() => undefined)) !== root) return undefined
  const lister = new FileLister(signal)
  const waiting = ['']
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const isTooDeep = folder.split('/').length > maxLinkedDepth
    const opened = isTooDeep ? undefined : await opendir(join(root, folder)).catch(() => undefined)
    if (opened) for await (const entry of opened) waiting.push(...lister.add(folder, entry))
    else if (folder === '') return undefined
    else lister.unreadable.push(folder)
  }
  lister.paths.sort()
  return lister
}

class FileLister implements LibraryListing {
  readonly paths: string[] = []
  readonly unreadable: string[] = []
  leftOut = 0
  readonly #signal: AbortSignal
  #entries = 0

  constructor(signal: AbortSignal) {
    this.#signal = signal
  }

  /** Takes an entry of a folder and returns the folder that it is, if it is one. */
  add(folder: string, entry: Dirent): string[] {
    this.#signal.throwIfAborted()
    this.#entries += 1
    if (this.#entries > maxEntries || this.paths.length >= maxLibraryFiles)
      throw new SentenceError(message('library.too_many_files', { count: maxLibraryFiles }))
    if (entry.name.startsWith('.')) return []
    const path = `${folder}${entry.name}`
    if (entry.isDirectory()) return [`${path}/`]
    if (!entry.isFile()) return []
    if (isPathBelow(path)) this.paths.push(path)
    else this.leftOut += 1
    return []
  }
}

/**
 * The path of a linked file; undefined where it does not stay below its folder, by its name or by a link
 * on the way.
 */
export async function resolveLinkedPath(root: string, path: string): Promise<string | undefined> {
  if (!isPathBelow(path)) return undefined
  const whole = join(root, ...path.split('/'))
  const real = await realpath(whole).catch(() => undefined)
  const isBelow = whole.startsWith(root.endsWith(sep) ? root : root + sep)
  return isBelow && real === whole ? whole : undefined
}

/** Opens a plain file without following a link; undefined where there is none. */
export async function openLinkedFile(path: string) {
  const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW } = constants
  // Windows has neither flag.
  const flags = O_RDONLY | (O_NONBLOCK ?? 0) | (O_NOFOLLOW ?? 0)
  const handle = await open(path, flags).catch(() => undefined)
  if (!handle) return undefined
  const found = await handle.stat()
  if (found.isFile()) return { handle, size: found.size, modifiedAt: toMicroseconds(found.mtimeMs) }
  await handle.close()
  return undefined
}

function toMicroseconds(milliseconds: number): number {
  return Math.round(milliseconds * 1000)
}

export interface HashedFile {
  readonly hash: string
  readonly size: number
  /** In microseconds since 1970, as the file system says. */
  readonly modifiedAt: number
}

/**
 * The hash of a file, which is read only where its size or time is another than that of `known`. Undefined
 * where it cannot be read, `too_large` beyond 4 GiB.
 */
export async function hashLinkedFile(
  path: string,
  known: HashedFile | undefined,
  signal: AbortSignal,
): Promise<HashedFile | 'too_large' | undefined> {
  const opened = await openLinkedFile(path)
  if (!opened) return undefined
  await using handle = opened.handle
  const { size, modifiedAt } = opened
  if (known?.size === size && known.modifiedAt === modifiedAt) return known
  if (size > maxLinkedBytes) return 'too_large'
  const hash = createHash('sha256')
  try {
    for await (const chunk of handle.createReadStream({ autoClose: false, end: Math.max(0, size - 1) })) {
      signal.throwIfAborted()
      hash.update(chunk)
    }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
  return { hash: hash.digest('hex'), size, modifiedAt }
}

/** A file that is too large to be looked into: its hash and what its beginning says that it is. */
export async function describeLarge(path: string, signal: AbortSignal): Promise<InspectedFile> {
  const found = await hashLinkedFile(path, undefined, signal)
  const opened = typeof found === 'object' ? await openLinkedFile(path) : undefined
  if (typeof found !== 'object' || !opened) return { fault: found === 'too_large' ? found : 'unreadable' }
  await using handle = opened.handle
  const { buffer, bytesRead } = await handle.read(new Uint8Array(fileHeadLength), 0, fileHeadLength, 0)
  const kind = detectFileKind(buffer.subarray(0, bytesRead))
  const { hash, size } = found
  return kind ? { ...emptyFacts, ...kind, hash, size } : { fault: 'unknown_kind', hash, size }
}

/** A text that is another one whenever a file below a folder has come, gone or changed. */
export async function stampLibrary(root: string, signal: AbortSignal): Promise<string | undefined> {
  const listing = await listLibraryFiles(root, signal)
  if (!listing) return undefined
  const hash = createHash('sha256')
  for (const path of listing.paths) {
    signal.throwIfAborted()
    const found = await lstat(join(root, path)).catch(() => undefined)
    hash.update(`${path}\0${found?.size}\0${found?.mtimeMs}\0`)
  }
  return hash.digest('hex')
}
