import type { DataTypeTraits } from './attributes.ts'
import type { EntityType } from './entities.ts'
import { message, type Message } from './messages/message.ts'

const KiB = 1024
const MiB = 1024 * KiB

export const maxSourceTextBytes = 8 * MiB

/**
 * Returns the maximum size of an attribute's text in bytes of UTF-8, whatever its constraints: more for
 * long texts than for lines, and most for those of sources.
 */
export function maxValueBytes({ isLong }: Pick<DataTypeTraits, 'isLong'>, type: EntityType): number {
  if (!isLong) return 32 * KiB
  return type === 'source' ? maxSourceTextBytes : MiB
}

export const maxGroupLevels = 3

/** The maximum sides of thumbnails of stored pictures in pixels: for cells, tiles and previews. */
export const thumbnailSides = [96, 256, 640] as const

const encoder = new TextEncoder()

/** Describes a too large text in a sentence with both sizes; undefined where it is not too large. */
export function describeTooLarge(text: string, maxBytes: number): Message | undefined {
  // A unit of UTF-16 is three bytes of UTF-8 at most.
  if (text.length * 3 <= maxBytes) return undefined
  const bytes = encoder.encode(text).length
  if (bytes <= maxBytes) return undefined
  return message('value.text_too_long', { size: formatBytes(bytes), most: formatBytes(maxBytes) })
}

/**
 * Formats `40,000 bytes (39.1 KiB)`: with the exact number, since one byte too many would round to the
 * limit.
 */
function formatBytes(bytes: number): string {
  const [size, unit] = bytes < MiB ? [bytes / KiB, 'KiB'] : [bytes / MiB, 'MiB']
  return `${bytes.toLocaleString('en-US')} bytes (${Number(size.toFixed(1))} ${unit})`
}
