import type { ReadCatalog } from '../../connections/reader.ts'
import { type RowBatch, refusal, type ImportRow } from '../read/file-rows.ts'
import { realpath, opendir, type FileHandle, open } from 'node:fs/promises'
import { join, relative, sep, extname, basename } from 'node:path'
import { type Dir, constants } from 'node:fs'
import { message, type Message, SentenceError } from '#shared/messages/message.ts'
import { type ImportRequest, type ImportState, pictureColumns } from '../plan/import-state.ts'
import { detectFileKind } from '../../files/file-kinds.ts'

interface PictureStore {
  readonly read: ReadCatalog
  keepPicture(file: { bytes: Uint8Array; media_type: string; extension: string }): Promise<string>
}

/**
 * Replaces the file names in image columns by pictures of a folder; a cell whose picture is not available
 * is refused.
 */
export interface FolderPictures {
  fill(batch: RowBatch): Promise<RowBatch>
}

const maxPictureMb = 64

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

class NoPicture extends SentenceError {}

class PictureFiles {
  readonly #folder: string
  readonly #byPath = new Map<string, string>()
  readonly #byName = new Map<string, Set<string>>()

  constructor(folder: string, paths: readonly string[]) {
    this.#folder = folder
    for (const path of paths) this.#add(path)
  }

  /** Links are not followed, so nothing outside of the folder is read. */
  static async in(folder: string, signal: AbortSignal): Promise<PictureFiles> {
    return new PictureFiles(folder, await listPictureFiles(folder, signal))
  }

  /**
   * Finds the file of a cell: by its path, else by the longest matching end of the path, else by its name
   * anywhere.
   */
  find(cell: string): string {
    const parts = cell
      .trim()
      .toLowerCase()
      .split(/[\\/]+/)
    for (let start = 0; start < parts.length; start += 1) {
      const path = this.#byPath.get(parts.slice(start).join('/'))
      if (path !== undefined) return join(this.#folder, path)
    }
    const [path, ...others] = this.#byName.get(parts.at(-1) ?? '') ?? []
    if (path === undefined) throw new NoPicture(message('picture.not_in_folder'))
    if (others.length > 0)
      throw new NoPicture(
        `Several files below the folder of pictures have this name: ${[path, ...others].slice(0, 5).join(', ')}. Write the path of one.`,
      )
    return join(this.#folder, path)
  }

  #add(path: string): void {
    const folded = path.split(sep).join('/').toLowerCase()
    for (const key of [folded, folded.slice(0, folded.length - extname(folded).length)]) {
      if (!this.#byPath.has(key)) this.#byPath.set(key, path)
      const name = basename(key)
      this.#byName.set(name, (this.#byName.get(name) ?? new Set()).add(path))
    }
  }
}

export async function openPictures(
  folder: string | undefined,
  { type, columns }: Pick<ImportRequest, 'type'> & Pick<ImportState, 'columns'>,
  store: PictureStore,
  signal: AbortSignal,
): Promise<FolderPictures | undefined> {
  if (folder === undefined) return undefined
  const pictured = store.read((db) => pictureColumns(db, type, columns))
  if (pictured.length === 0) return undefined
  const files = await PictureFiles.in(folder, signal)
  const references = new Map<string, string>()

  async function pictureOf(cell: string): Promise<string> {
    if (isReference(cell)) return cell
    const path = files.find(cell)
    const reference = references.get(path) ?? (await keep(path, store))
    references.set(path, reference)
    return reference
  }

  async function fillRow(row: ImportRow): Promise<ImportRow> {
    const cells = [...row.cells]
    const refused = new Map(row.refused)
    for (const { index } of pictured) {
      const value = cells[index] ?? ''
      if (value.trim() === '') continue
      try {
        cells[index] = await pictureOf(value)
      } catch (error) {
        if (!(error instanceof NoPicture)) throw error
        refused.set(index, error.sentence)
      }
    }
    return { ...row, cells, ...(refused.size > 0 && { refused }) }
  }

  return {
    async fill(batch) {
      const rows: ImportRow[] = []
      for (const row of batch.rows) rows.push(await fillRow(row))
      return { ...batch, rows }
    },
  }
}

function isReference(cell: string): boolean {
  return /^(https?:|files\/)/.test(cell.trim())
}

async function keep(path: string, store: PictureStore): Promise<string> {
  // Neither the file nor a folder above it has become a link since the folder was listed.
  const isAsListed = (await realpath(path).catch(() => undefined)) === path
  const file = isAsListed ? await openPlainFile(path) : undefined
  if (file === undefined) throw new NoPicture('This picture cannot be read.')
  await using opened = file
  const bytes = await readPicture(opened)
  const kind = detectFileKind(bytes)
  if (!kind?.media_type.startsWith('image/')) throw new NoPicture(message('picture.file_is_no_picture'))
  return store.keepPicture({ bytes, ...kind })
}

/** Undefined where the file cannot be opened; a pipe does not block, and a link is not followed. */
function openPlainFile(path: string): Promise<FileHandle | undefined> {
  const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW } = constants
  // Windows has neither flag.
  return open(path, O_RDONLY | (O_NONBLOCK ?? 0) | (O_NOFOLLOW ?? 0)).catch(() => undefined)
}

async function readPicture(file: FileHandle): Promise<Uint8Array> {
  const found = await file.stat()
  if (!found.isFile()) throw new NoPicture(message('picture.file_is_no_picture'))
  if (found.size > maxPictureMb * 1024 * 1024)
    throw new NoPicture(message('picture.file_too_large', { size: maxPictureMb }))
  const bytes = new Uint8Array(found.size)
  const { bytesRead } = await file.read(bytes, 0, found.size, 0)
  return bytes.subarray(0, bytesRead)
}
