import { type Dir, constants } from 'node:fs'
import { type FileHandle, open, opendir, realpath } from 'node:fs/promises'
import { basename, extname, join, relative, sep } from 'node:path'
import { message, type Message, SentenceError } from '#shared/messages/message.ts'
import { refusal } from './file-rows.ts'

/** The files among which cells name pictures: those of a folder, or those beside a table in a ZIP. */
export interface PictureSource {
  /** Their paths below the folder, with / between the steps. */
  readonly paths: readonly string[]
  /** The bytes of a file. Rejects with NoPicture where it cannot be read or is too large. */
  read(path: string): Promise<Uint8Array>
}

/** Why a cell gets no picture: its sentence is told of the cell. */
export class NoPicture extends SentenceError {}

export const maxPictureMb = 64

interface WalkLimits {
  readonly entries: number
  readonly depth: number
  readonly milliseconds: number
}

export const walkLimits: WalkLimits = { entries: 200_000, depth: 20, milliseconds: 30_000 }

/**
 * The files of a folder and its subfolders, as sorted relative paths. Symbolic links are not followed.
 * Rejects with a refusal where the folder cannot be read, has been replaced since its check or holds too
 * much, and when aborted.
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

async function openFolder(path: string, root: string): Promise<Dir | []> {
  try {
    return await opendir(path)
  } catch {
    if (path === root) throw unreadable(root)
    return []
  }
}

function limitedBy(folder: string, signal: AbortSignal, limits: WalkLimits): (depth: number) => void {
  const ends = performance.now() + limits.milliseconds
  let seen = 0
  return (depth) => {
    signal.throwIfAborted()
    seen += 1
    if (seen > limits.entries)
      throw tooMuch(folder, message('picture.too_many_files', { count: limits.entries }))
    if (depth > limits.depth)
      throw tooMuch(folder, message('picture.nested_too_deep', { depth: limits.depth }))
    if (performance.now() > ends)
      throw tooMuch(folder, message('picture.too_slow_to_list', { seconds: limits.milliseconds / 1000 }))
  }
}

function unreadable(folder: string) {
  return refusal(message('picture.folder_not_readable', { folder }))
}

function tooMuch(folder: string, what: Message) {
  return refusal(message('picture.folder_too_large', { folder, what }))
}

/** The files of a folder and its subfolders. Rejects as `listPictureFiles` does. */
export async function openPictureFolder(folder: string, signal: AbortSignal): Promise<PictureSource> {
  const paths = await listPictureFiles(folder, signal)
  return {
    paths: paths.map((path) => path.split(sep).join('/')),
    read: (path) => readPictureFile(join(folder, ...path.split('/'))),
  }
}

async function readPictureFile(path: string): Promise<Uint8Array> {
  // Neither the file nor a folder above it has become a link since the folder was listed.
  const isAsListed = (await realpath(path).catch(() => undefined)) === path
  const file = isAsListed ? await openPlainFile(path) : undefined
  if (file === undefined) throw new NoPicture(message('picture.not_readable'))
  await using opened = file
  return await readBytes(opened)
}

/** Undefined where the file cannot be opened; a pipe does not block, and a link is not followed. */
function openPlainFile(path: string): Promise<FileHandle | undefined> {
  const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW } = constants
  // Windows has neither flag.
  return open(path, O_RDONLY | (O_NONBLOCK ?? 0) | (O_NOFOLLOW ?? 0)).catch(() => undefined)
}

async function readBytes(file: FileHandle): Promise<Uint8Array> {
  const found = await file.stat()
  if (!found.isFile()) throw new NoPicture(message('picture.file_is_no_picture'))
  if (found.size > maxPictureMb * 1024 * 1024)
    throw new NoPicture(message('picture.file_too_large', { size: maxPictureMb }))
  const bytes = new Uint8Array(found.size)
  const { bytesRead } = await file.read(bytes, 0, found.size, 0)
  return bytes.subarray(0, bytesRead)
}

/** Finds the files that cells name, whatever the case, with or without the ending. */
export class PictureFinder {
  readonly #byPath = new Map<string, string>()
  readonly #byName = new Map<string, Set<string>>()

  constructor({ paths }: Pick<PictureSource, 'paths'>) {
    for (const path of paths) this.#add(path)
  }

  /**
   * Finds the file of a cell: by its path, else by the longest matching end of the path, else by its name
   * anywhere. Throws NoPicture where there is none, or more than one.
   */
  find(cell: string): string {
    const [path, ...others] = this.#matches(cell)
    if (path === undefined) throw new NoPicture(message('picture.not_in_folder'))
    if (others.length > 0) {
      const paths = [path, ...others].slice(0, 5).join(', ')
      throw new NoPicture(message('picture.name_ambiguous', { paths }))
    }
    return path
  }

  has(cell: string): boolean {
    return this.#matches(cell).length > 0
  }

  #matches(cell: string): string[] {
    const parts = foldPath(cell.trim()).split(/[\\/]+/)
    for (let start = 0; start < parts.length; start += 1) {
      const path = this.#byPath.get(parts.slice(start).join('/'))
      if (path !== undefined) return [path]
    }
    return [...(this.#byName.get(parts.at(-1) ?? '') ?? [])]
  }

  #add(path: string): void {
    const folded = foldPath(path)
    for (const key of [folded, folded.slice(0, folded.length - extname(folded).length)]) {
      if (!this.#byPath.has(key)) this.#byPath.set(key, path)
      const name = basename(key)
      this.#byName.set(name, (this.#byName.get(name) ?? new Set()).add(path))
    }
  }
}

/** Names of files from a Mac have their accents apart from the letters. */
function foldPath(path: string): string {
  return path.normalize('NFC').toLowerCase()
}
