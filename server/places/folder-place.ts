import { existsSync } from 'node:fs'
import { access, constants, copyFile, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { message } from '#shared/messages/message.ts'
import { markOf } from '../catalog/feeds/place-file.ts'
import {
  byAge,
  type FetchedFile,
  type FileOutcome,
  isPartOf,
  isPassedOver,
  matchesPattern,
  maxPlaceBytes,
  maxPlaceFiles,
  onlyWritten,
  type Place,
  type PlaceAccess,
  PlaceFault,
  type PlaceFile,
  type PlaceOptions,
  splitName,
} from './place.ts'
import { tooLarge } from './store-file.ts'

/** A folder of this computer. */
export class FolderPlace implements Place {
  readonly #root: string
  readonly #moves: boolean
  readonly #options: PlaceOptions

  constructor({ settings }: PlaceAccess<'folder'>, options: PlaceOptions) {
    this.#root = settings.path
    this.#moves = settings.move
    this.#options = options
  }

  async check(): Promise<void> {
    await asPlace(async () => {
      if (!(await stat(this.#root)).isDirectory()) throw notThere()
      await this.#requireRights()
    })
  }

  async list(pattern: string): Promise<PlaceFile[]> {
    const { folder, last } = splitName(pattern)
    const entries = await asPlace(async () => {
      const found = await readdir(join(this.#root, folder), { withFileTypes: true })
      await this.#requireRights()
      return found
    })
    const names = entries
      .filter((entry) => entry.isFile() && !isPassedOver(entry.name) && matchesPattern(entry.name, last))
      .map((entry) => folder + entry.name)
    if (names.length > maxPlaceFiles) throw tooMany()
    const files: PlaceFile[] = []
    for (const name of names) {
      const file = await this.#look(name)
      if (file) files.push(file)
    }
    const written = await onlyWritten(files, (name) => this.#look(name), this.#options)
    return written.sort(byAge)
  }

  async fetch(name: string, target: string): Promise<FetchedFile> {
    return asPlace(async () => {
      const { size } = await stat(join(this.#root, name))
      if (size > (this.#options.maxBytes ?? maxPlaceBytes)) throw tooLarge()
      await copyFile(join(this.#root, name), target, constants.COPYFILE_FICLONE)
      return { size, etag: null, modified: null }
    })
  }

  async put(name: string, source: string, run: string): Promise<void> {
    const target = join(this.#root, name)
    const part = `${target}.part-${run}`
    await asPlace(async () => {
      await mkdir(dirname(target), { recursive: true })
      const others = await readdir(dirname(target))
      for (const other of others.filter((each) => isPartOf(basename(target), each)))
        await rm(join(dirname(target), other), { force: true })
      try {
        await copyFile(source, part)
        await rename(part, target)
      } finally {
        await rm(part, { force: true })
      }
    })
  }

  async settle(name: string, { mark, ...outcome }: FileOutcome): Promise<boolean> {
    if (!this.#moves) return false
    const from = join(this.#root, name)
    const found = await this.#look(name)
    if (!found || (mark !== undefined && markOf(found) !== mark)) return true
    const { folder, last } = splitName(name)
    await asPlace(() => putAside(from, { folder: join(this.#root, folder), name: last }, outcome))
    return true
  }

  close(): Promise<void> {
    return Promise.resolve()
  }

  /** A file that cannot be moved away would lie there as if it were new. */
  async #requireRights(): Promise<void> {
    await access(this.#root, constants.R_OK | constants.X_OK | (this.#moves ? constants.W_OK : 0))
  }

  async #look(name: string): Promise<PlaceFile | undefined> {
    const found = await stat(join(this.#root, name)).catch(() => undefined)
    return found && { name, size: found.size, changedAt: found.mtimeMs, etag: null }
  }
}

/** Moves a file to `done` or `failed` of a folder, with the reason or the refused rows beside it. */
export async function putAside(
  from: string,
  { folder, name }: { readonly folder: string; readonly name: string },
  { isGood, errorRows, reason }: FileOutcome,
): Promise<void> {
  const into = join(folder, isGood ? 'done' : 'failed')
  await mkdir(into, { recursive: true })
  const target = freePath(into, name)
  // The file itself is moved last: until then this step is repeated with the same name.
  if (!isGood && errorRows !== undefined) await copyFile(errorRows, `${stemOf(target)}.errors.csv`)
  else if (!isGood) await writeFile(`${stemOf(target)}.error.txt`, `${reason}\n`)
  await rename(from, target)
}

export function tooMany(): PlaceFault {
  return new PlaceFault('refused', message('connection.too_many_files', { count: maxPlaceFiles }))
}

function notThere(): PlaceFault {
  return new PlaceFault('not_found', message('connection.folder_not_found'))
}

async function asPlace<Value>(act: () => Promise<Value>): Promise<Value> {
  try {
    return await act()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const fault = faults[code]
    throw fault === undefined ? error : fault()
  }
}

const faults: Readonly<Record<string, () => PlaceFault>> = {
  ENOENT: notThere,
  ENOTDIR: notThere,
  EACCES: () => new PlaceFault('refused', message('folder.use_refused')),
  EPERM: () => new PlaceFault('refused', message('folder.use_refused')),
  EROFS: () => new PlaceFault('refused', message('folder.use_refused')),
  ENOSPC: () => new PlaceFault('full', message('connection.full')),
  EDQUOT: () => new PlaceFault('full', message('connection.full')),
}

export function stemOf(path: string): string {
  return path.slice(0, path.length - extname(path).length)
}

/** A path in a folder that nothing has yet. */
export function freePath(folder: string, name: string): string {
  const extension = extname(name)
  const stem = basename(name, extension)
  for (let count = 1; ; count += 1) {
    const path = join(folder, `${stem}${count === 1 ? '' : ` ${count}`}${extension}`)
    if (!existsSync(path)) return path
  }
}
