import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { message } from '#shared/messages/message.ts'
import { maxPlaceBytes, PlaceFault, type PlaceOptions } from './place.ts'

export function tooLarge(): PlaceFault {
  return new PlaceFault('refused', message('connection.file_too_large', { count: 2 }))
}

/** Passes on what comes, up to a size. */
export function upTo(maxBytes: number): Transform {
  let size = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      if (size > maxBytes) done(tooLarge())
      else done(null, chunk)
    },
  })
}

/** Writes what a place sends into a file and returns its size; leaves nothing where it does not come whole. */
export async function storeFile(
  body: Readable,
  target: string,
  { maxBytes = maxPlaceBytes, signal }: Pick<PlaceOptions, 'maxBytes' | 'signal'>,
): Promise<number> {
  const file = createWriteStream(target, { mode: 0o600 })
  try {
    await pipeline(body, upTo(maxBytes), file, { signal })
    return file.bytesWritten
  } catch (error) {
    await rm(target, { force: true })
    throw error
  }
}
