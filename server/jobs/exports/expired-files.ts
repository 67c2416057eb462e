import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { exportDays } from '#shared/exports.ts'

const dayMs = 86_400_000

/** When the file of an export that ends now expires. */
export function expiryFrom(now: number): Date {
  return new Date(now + exportDays * dayMs)
}

/** Removes what exports have left in a folder longer ago than files are kept, unfinished ones too. */
export async function removeExpiredFiles(folder: string, now: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = join(folder, name)
    const found = await stat(file).catch(() => undefined)
    if (found && now - found.mtimeMs > exportDays * dayMs) await rm(file, { force: true })
  }
}
