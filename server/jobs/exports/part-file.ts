import { type FileHandle, open, rm, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CatalogError } from '../../catalog/errors.ts'
import { replaceFile } from '../../catalog/storage-fault.ts'
import { message } from '#shared/messages/message.ts'
import { exportDays } from '#shared/exports.ts'

const dayMs = 86_400_000

export function expiryFrom(now: number): Date {
  return new Date(now + exportDays * dayMs)
}

export async function removeExpiredFiles(folder: string, now: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = join(folder, name)
    const found = await stat(file).catch(() => undefined)
    if (found && now - found.mtimeMs > exportDays * dayMs) await rm(file, { force: true })
  }
}

/** A file in the making: it gets its name once it is complete and on disk. */
export class PartFile {
  readonly #path: string
  readonly #handle: FileHandle
  #size = 0

  static async create(path: string): Promise<PartFile> {
    return new PartFile(path, await open(partOf(path), 'w', 0o600))
  }

  private constructor(path: string, handle: FileHandle) {
    this.#path = path
    this.#handle = handle
  }

  get size(): number {
    return this.#size
  }

  async append(bytes: Uint8Array): Promise<void> {
    await this.#write(bytes, this.#size)
    this.#size += bytes.length
  }

  async overwrite(bytes: Uint8Array, position: number): Promise<void> {
    await this.#write(bytes, position)
  }

  async commit(): Promise<void> {
    await this.#handle.sync()
    await this.#handle.close()
    await replaceFile(partOf(this.#path), this.#path)
    await syncFolder(dirname(this.#path))
  }

  async discard(): Promise<void> {
    await this.#handle.close().catch(() => undefined)
    await rm(partOf(this.#path), { force: true })
  }

  async #write(bytes: Uint8Array, position: number): Promise<void> {
    let written = 0
    try {
      while (written < bytes.length) {
        const { bytesWritten } = await this.#handle.write(
          bytes,
          written,
          bytes.length - written,
          position + written,
        )
        written += bytesWritten
      }
    } catch (error) {
      throw isDiskFull(error) ? diskFull() : error
    }
  }
}

function partOf(path: string): string {
  return `${path}.part`
}

function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
}

function diskFull(): CatalogError {
  return new CatalogError('conflict', message('export.disk_full'))
}

/** A rename is safe once its folder is on disk; Windows has no such thing as a folder to sync. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => undefined)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}
