import { createHash } from 'node:crypto'
import type BetterSqlite3 from 'better-sqlite3'
import { plainText } from '#shared/html-to-text.ts'
import { foldText, textLength, withoutMarks } from '#shared/text.ts'
import { textOrder } from '#shared/text-order.ts'

export function registerComputedFunctions(sqlite: BetterSqlite3.Database): void {
  const options = { deterministic: true }
  sqlite.function('fold_text', options, (text: string | null) => (text === null ? null : foldText(text)))
  sqlite.function('text_order', options, (text: string | null) => (text === null ? null : textOrder(text)))
  sqlite.function('natural_order', options, (text: string | null) =>
    text === null ? null : textOrder(text, 'natural'),
  )
  sqlite.function('without_marks', options, (text: string | null) =>
    text === null ? null : withoutMarks(text),
  )
  sqlite.function('plain_text', options, (text: string | null) => (text === null ? null : plainText(text)))
  sqlite.function('text_length', options, (text: string | null) => (text === null ? null : textLength(text)))
  sqlite.function('bounded_text', options, boundedText)
  sqlite.function('picture_side', options, pictureSide)
  sqlite.function('picture_width', options, (bytes: Uint8Array | null) => pictureSize(bytes)?.[0] ?? null)
  sqlite.function('picture_height', options, (bytes: Uint8Array | null) => pictureSize(bytes)?.[1] ?? null)
  sqlite.function('number_text', options, (value: number | null) => (value === null ? null : String(value)))
}

/** Most programs write less than this before the size of a JPEG. */
export const lookedAt = 131_072

type Size = readonly [width: number, height: number]

export function pictureSide(bytes: Uint8Array | null): number | null {
  const size = pictureSize(bytes)
  return size ? Math.min(...size) : null
}

function pictureSize(bytes: Uint8Array | null): Size | undefined {
  if (bytes === null) return undefined
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const size = readers.find(({ starts }) => starts(buffer))?.read(buffer)
  return size && Math.min(...size) > 0 ? size : undefined
}

interface Reader {
  readonly starts: (file: Buffer) => boolean
  readonly read: (file: Buffer) => Size | undefined
}

const readers: readonly Reader[] = [
  {
    starts: (file) => file.length >= 24 && file.readUInt32BE(0) === 0x89504e47,
    read: (file) => [file.readUInt32BE(16), file.readUInt32BE(20)],
  },
  {
    starts: (file) => file.length >= 10 && file.toString('latin1', 0, 3) === 'GIF',
    read: (file) => [file.readUInt16LE(6), file.readUInt16LE(8)],
  },
  {
    starts: (file) => file.length >= 30 && file.toString('latin1', 8, 12) === 'WEBP',
    read: readWebp,
  },
  { starts: (file) => file.length >= 4 && file.readUInt16BE(0) === 0xffd8, read: readJpeg },
]

function readWebp(file: Buffer): Size | undefined {
  const kind = file.toString('latin1', 12, 16)
  if (kind === 'VP8 ') return [file.readUInt16LE(26) & 0x3fff, file.readUInt16LE(28) & 0x3fff]
  if (kind === 'VP8X') return [file.readUIntLE(24, 3) + 1, file.readUIntLE(27, 3) + 1]
  if (kind !== 'VP8L') return undefined
  const bits = file.readUInt32LE(21)
  return [(bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1]
}

function readJpeg(file: Buffer): Size | undefined {
  for (let at = 2; at + 9 <= file.length && file[at] === 0xff;) {
    const marker = file.readUInt8(at + 1)
    if (isFrame(marker)) return [file.readUInt16BE(at + 7), file.readUInt16BE(at + 5)]
    // Fill bytes may occur between segments.
    at += marker === 0xff ? 1 : 2 + Math.max(2, file.readUInt16BE(at + 2))
  }
  return undefined
}

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

const maxBoundedLength = 1_000

/** A short text unchanged, a longer one cut with a hash, so that lists of any length can be compared. */
function boundedText(text: string | null): string | null {
  if (text === null || text.length <= maxBoundedLength) return text
  return text.slice(0, maxBoundedLength) + createHash('sha256').update(text).digest('base64url')
}
