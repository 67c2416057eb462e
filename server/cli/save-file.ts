import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CommandError } from './command.ts'

/** Writes a file that is there when it is whole and not before; one of that name is replaced. */
export async function saveFile(source: Readable, target: string): Promise<void> {
  const part = `${target}.part`
  try {
    await pipeline(source, createWriteStream(part))
    await rename(part, target)
  } catch (error) {
    await rm(part, { force: true })
    const reason = error instanceof Error ? error.message : String(error)
    throw new CommandError(`${target} cannot be written: ${reason}.`, { cause: error })
  }
}
