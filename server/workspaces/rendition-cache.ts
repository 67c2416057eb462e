/**
 * Made renditions on disk, in a folder that may be deleted at any time: what is missing is made again. The
 * least recently used ones go before the bound would be exceeded.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export const defaultCacheBytes = 2 * 1024 * 1024 * 1024
const maxFiles = 500_000
// A file system writes a time with each use otherwise.
const touchAfterMs = 60 * 60 * 1000
const unfinished = '.new'

export interface RenditionName {
  readonly workspace: string
  readonly hash: string
  readonly key: string
  readonly extension: string
}

interface CachedFile {
  readonly size: number
  usedAt: number
}

export class RenditionCache {
  readonly #folder: string
  readonly #maxBytes: number
  readonly #now: () => number
  /** From the least to the most recently used. */
  readonly #files = new Map<string, CachedFile>()
  #size = 0
  #reserved = 0
  #loading: Promise<void> | undefined

  constructor({ folder, maxBytes, now = Date.now }: CacheOptions) {
    this.#folder = folder
    this.#maxBytes = maxBytes
    this.#now = now
  }

  get size(): number {
    return this.#size
  }

  async read(name: RenditionName): Promise<Buffer | undefined> {
    await this.#load()
    const path = pathOf(name)
    const known = this.#files.get(path)
    if (!known) return undefined
    const bytes = await readFile(join(this.#folder, path)).catch(() => undefined)
    if (bytes?.byteLength !== known.size) {
      this.#forget(path)
      return undefined
    }
    this.#use(path, known)
    return bytes
  }

  /** Keeps a rendition; a disk that is full keeps none, and the picture is shown all the same. */
  async write(name: RenditionName, bytes: Uint8Array): Promise<void> {
    await this.#load()
    const size = bytes.byteLength
    if (size > this.#maxBytes) return
    // Others are written meanwhile, and together they must not exceed the bound.
    this.#reserved += size
    try {
      await this.#makeRoom()
      const hasRoom = this.#size + this.#reserved <= this.#maxBytes
      if (hasRoom && (await this.#put(pathOf(name), bytes))) this.#size += size
    } finally {
      this.#reserved -= size
    }
  }

  /** Runs on the path of a file that has these bytes, which is removed afterwards. */
  async lend<T>(bytes: Uint8Array, run: (path: string) => Promise<T>): Promise<T> {
    await this.#load()
    const path = join(this.#folder, `${randomUUID()}${unfinished}`)
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 })
      await writeFile(path, bytes, { mode: 0o600, flag: 'wx' })
      return await run(path)
    } finally {
      await rm(path, { force: true }).catch(() => undefined)
    }
  }

  /** Writes a file that becomes the most recently used one; false where the disk does not take it. */
  async #put(path: string, bytes: Uint8Array): Promise<boolean> {
    const file = join(this.#folder, path)
    const made = `${file}.${randomUUID()}${unfinished}`
    try {
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      await writeFile(made, bytes, { mode: 0o600, flag: 'wx' })
      await rename(made, file)
    } catch {
      await rm(made, { force: true }).catch(() => undefined)
      return false
    }
    this.#forget(path)
    this.#files.set(path, { size: bytes.byteLength, usedAt: this.#now() })
    return true
  }

  #use(path: string, file: CachedFile): void {
    this.#files.delete(path)
    this.#files.set(path, file)
    const now = this.#now()
    if (now - file.usedAt < touchAfterMs) return
    file.usedAt = now
    void utimes(join(this.#folder, path), now / 1000, now / 1000).catch(() => undefined)
  }

  async #makeRoom(): Promise<void> {
    for (const [path] of this.#files) {
      if (this.#size + this.#reserved <= this.#maxBytes && this.#files.size < maxFiles) return
      this.#forget(path)
      await rm(join(this.#folder, path), { force: true }).catch(() => undefined)
    }
  }

  #forget(path: string): void {
    this.#size -= this.#files.get(path)?.size ?? 0
    this.#files.delete(path)
  }

  #load(): Promise<void> {
    return (this.#loading ??= this.#readFolder())
  }

  /** Finds what an earlier run has kept; what it has not finished is removed. */
  async #readFolder(): Promise<void> {
    const entries = await readdir(this.#folder, { recursive: true, withFileTypes: true }).catch(() => [])
    const found: (CachedFile & { readonly path: string })[] = []
    for (const entry of entries) {
      if (!entry.isFile()) continue
      const file = join(entry.parentPath, entry.name)
      const { size, mtimeMs } = (await stat(file).catch(() => undefined)) ?? { size: -1, mtimeMs: 0 }
      if (size < 0) continue
      if (entry.name.endsWith(unfinished)) await rm(file, { force: true }).catch(() => undefined)
      else found.push({ path: file.slice(this.#folder.length + 1), size, usedAt: mtimeMs })
    }
    for (const { path, size, usedAt } of found.toSorted((one, other) => one.usedAt - other.usedAt)) {
      this.#files.set(path, { size, usedAt })
      this.#size += size
    }
    await this.#makeRoom()
  }
}

interface CacheOptions {
  readonly folder: string
  readonly maxBytes: number
  readonly now?: () => number
}

function pathOf({ workspace, hash, key, extension }: RenditionName): string {
  return join(workspace, hash.slice(0, 2), `${hash}-${key}.${extension}`)
}
