/**
 * A reader of ZIP files for the office formats: the directory at the end of the file, then single parts by name. What a
 * part unpacks to is limited while it is unpacked, whatever the directory says of its size.
 */
import { Readable } from 'node:stream'
import { createInflateRaw, inflateRawSync } from 'node:zlib'
import { unusable } from '../../fetch/unusable.ts'

export interface ZipFile {
  readonly names: readonly string[]
  /** The unpacked bytes of a part; undefined where there is none of that name. */
  read(name: string): Buffer | undefined
  /** The same bit by bit, for what is looked through and not kept: without a limit. */
  stream(name: string): Readable | undefined
}

interface Part {
  readonly method: number
  readonly packed: number
  readonly unpacked: number
  readonly offset: number
}

const maxParts = 20_000
const maxUnpackedBytes = 256 * 1024 * 1024
const endMark = 0x0605_4b50
const partMark = 0x0201_4b50
const localMark = 0x0403_4b50
const endBytes = 22
const maxCommentBytes = 65_535

/**
 * Opens a ZIP file that lies in memory. Throws a sentence where it is damaged, encrypted or unpacks to more than the most
 * that is given.
 */
export function openZip(bytes: Buffer, mostBytes = maxUnpackedBytes): ZipFile {
  const parts = readDirectory(bytes)
  const total = [...parts.values()].reduce((sum, { unpacked }) => sum + unpacked, 0)
  if (total > mostBytes) throw tooLarge()
  return {
    names: [...parts.keys()],
    read(name) {
      const part = parts.get(name)
      return part && unpack(bytes, part)
    },
    stream(name) {
      const part = parts.get(name)
      if (!part) return undefined
      const content = Readable.from([packedBytes(bytes, part)])
      return part.method === 0 ? content : content.pipe(createInflateRaw())
    },
  }
}

function readDirectory(bytes: Buffer): Map<string, Part> {
  const end = findEnd(bytes)
  const count = bytes.readUInt16LE(end + 10)
  if (count > maxParts) throw tooLarge()
  const parts = new Map<string, Part>()
  let place = bytes.readUInt32LE(end + 16)
  for (let index = 0; index < count; index += 1) {
    if (place + 46 > bytes.length || bytes.readUInt32LE(place) !== partMark) throw damaged()
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((at) =>
      bytes.readUInt16LE(place + at),
    ) as [number, number, number]
    if ((bytes.readUInt16LE(place + 8) & 1) === 1)
      throw unusable('The file is protected by a password. Save it without one and send it again.')
    parts.set(bytes.toString('utf8', place + 46, place + 46 + nameBytes), {
      method: bytes.readUInt16LE(place + 10),
      packed: bytes.readUInt32LE(place + 20),
      unpacked: bytes.readUInt32LE(place + 24),
      offset: bytes.readUInt32LE(place + 42),
    })
    place += 46 + nameBytes + extraBytes + commentBytes
  }
  return parts
}

function findEnd(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - endBytes - maxCommentBytes)
  for (let place = bytes.length - endBytes; place >= first; place -= 1)
    if (bytes.readUInt32LE(place) === endMark) return place
  throw damaged()
}

function packedBytes(bytes: Buffer, { method, packed, offset }: Part): Buffer {
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== localMark) throw damaged()
  if (method !== 0 && method !== 8) throw damaged()
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
  return bytes.subarray(start, start + packed)
}

function unpack(bytes: Buffer, part: Part): Buffer {
  const content = packedBytes(bytes, part)
  if (part.method === 0) return content
  try {
    return inflateRawSync(content, { maxOutputLength: Math.max(1, part.unpacked) })
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge() : damaged()
  }
}

function tooLarge(): Error {
  return unusable('The file unpacks to more than 256 MB, or to more than it says. It is not read.')
}

function damaged(): Error {
  return unusable('The file is damaged: its parts cannot be found. Save it anew and send it again.')
}
