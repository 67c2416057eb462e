import type { Readable, Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { unusable } from './unusable.ts'

/** What the body of a response is unpacked with; sent as Accept-Encoding. */
export const acceptedEncodings = 'gzip, deflate, br'

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

export interface PackedBody {
  readonly body: Readable
  /** As the Content-Encoding and Content-Length headers tell it. */
  readonly encoding: string | undefined
  readonly length: string | undefined
}

/** The bytes of a response, unpacked. Stops at `maxBytes`, however small the packed bytes are. */
export async function collectBody({ body, encoding, length }: PackedBody, maxBytes: number): Promise<Buffer> {
  try {
    if (Number(length) > maxBytes) throw tooLarge(maxBytes)
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of unpacked(body, encoding) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBytes) throw tooLarge(maxBytes)
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } finally {
    // What is left unread is not wanted: its end must not count as a failure.
    body.on('error', () => undefined).destroy()
  }
}

function unpacked(body: Readable, header: string | undefined): Readable {
  const encoding = header?.trim().toLowerCase() || 'identity'
  if (encoding === 'identity') return body
  const decoder = Object.hasOwn(decoders, encoding) ? decoders[encoding]?.() : undefined
  if (!decoder) throw unusable(`The page comes in an encoding that is not known: ${encoding}.`)
  body.on('error', (error) => decoder.destroy(error))
  return body.pipe(decoder)
}

function tooLarge(maxBytes: number): Error {
  return unusable(
    `The page is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB. Send a smaller part of it as a file or text.`,
  )
}
