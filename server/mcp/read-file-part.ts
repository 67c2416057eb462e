import { open } from 'node:fs/promises'

/**
 * The bytes of a file that a model reads at once; programs fetch it whole. A character has up to four
 * bytes.
 */
export const bytesOfPart = { least: 4, most: 262_144 } as const

interface PartRange {
  readonly offset: number
  readonly length: number
  readonly mediaType: string
}

interface FilePart {
  readonly content?: string
  readonly content_base64?: string
  /** The start of the next part; null at the end of the file. */
  readonly next_offset: number | null
}

/**
 * Reads a part of a file: as many whole lines of text as fit, or as many characters where not even one
 * line does; other files in Base64.
 */
export async function readFilePart(
  path: string,
  { offset, length, mediaType }: PartRange,
): Promise<FilePart> {
  await using file = await open(path)
  const { bytesRead, buffer } = await file.read({ buffer: Buffer.alloc(length), position: offset })
  const { size } = await file.stat()
  const bytes = buffer.subarray(0, bytesRead)
  const isLast = offset + bytesRead >= size
  if (isBinary.test(mediaType))
    return { content_base64: bytes.toString('base64'), next_offset: isLast ? null : offset + bytesRead }
  const [, charset = 'utf-8'] = /charset=([\w-]+)/.exec(mediaType) ?? []
  const whole = isLast ? bytes.length : wholeLines(bytes) || wholeCharacters(bytes)
  return {
    content: new TextDecoder(charset, { ignoreBOM: true }).decode(bytes.subarray(0, whole)),
    next_offset: isLast ? null : offset + whole,
  }
}

const isBinary = /zip$|openxmlformats/

function wholeLines(bytes: Buffer): number {
  return bytes.lastIndexOf('\n') + 1
}

/** Ends before a character that may be incomplete: continuing bytes are 10xxxxxx in UTF-8. */
function wholeCharacters(bytes: Buffer): number {
  let end = bytes.length - 1
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--
  return end || bytes.length
}
