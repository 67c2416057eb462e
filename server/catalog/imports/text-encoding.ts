import type { TextEncoding } from '#shared/imports.ts'
import { message, type Sentence, sentences } from '#shared/messages/message.ts'

export type { TextEncoding }

/** Who says so: a mark at the beginning of the file, the user, or what the bytes look like. */
type Witness = 'mark' | 'user' | 'content'

export type FileNature =
  | { readonly kind: 'text'; readonly encoding: TextEncoding; readonly by: Witness }
  | { readonly kind: 'empty' }
  | { readonly kind: 'unreadable'; readonly reason: Sentence; readonly format?: 'json' | 'xml' }

const marks: readonly { bytes: readonly number[]; encoding: TextEncoding }[] = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
]

const signatures: readonly { bytes: readonly number[]; what: string }[] = [
  { bytes: [0x50, 0x4b, 0x03, 0x04], what: 'an Excel workbook or another zip archive' },
  { bytes: [0xd0, 0xcf, 0x11, 0xe0], what: 'an old Excel workbook' },
  { bytes: [0x25, 0x50, 0x44, 0x46], what: 'a PDF document' },
  { bytes: [0x89, 0x50, 0x4e, 0x47], what: 'a picture' },
  { bytes: [0xff, 0xd8, 0xff], what: 'a picture' },
  { bytes: [0x1f, 0x8b], what: 'a compressed file' },
  { bytes: [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65], what: 'a database file' },
]

const openings: readonly { pattern: RegExp; what: string; format?: 'json' | 'xml' }[] = [
  { pattern: /^\s*[[{]\s*("|[[{\]}]|$)/, what: 'JSON', format: 'json' },
  { pattern: /^\s*<\?xml/i, what: 'XML', format: 'xml' },
  { pattern: /^\s*<(!doctype|html)/i, what: 'a web page' },
]

const saveAsCsv = message('file.save_as_csv')

/**
 * Tells from the first bytes of a file whether it is text and how it is encoded: a mark decides, then what the user asked
 * for. `utf-8` by the content is a claim that only the whole file can prove.
 */
export function detectEncoding(head: Uint8Array, asked?: TextEncoding): FileNature {
  if (head.length === 0) return { kind: 'empty' }
  const mark = marks.find(({ bytes }) => startsWith(head, bytes))
  if (mark) return text(mark.encoding, 'mark')

  const signature = signatures.find(({ bytes }) => startsWith(head, bytes))
  if (signature) return unreadable(message('file.not_csv', { what: signature.what }))
  const start = Buffer.from(head.subarray(0, 200)).toString('latin1')
  const opening = openings.find(({ pattern }) => pattern.test(start))
  if (opening) {
    const nature = unreadable(message('file.not_csv', { what: opening.what }))
    return opening.format === undefined ? nature : { ...nature, format: opening.format }
  }
  if (asked) return text(asked, 'user')
  const wide = utf16WithoutMark(head)
  if (wide) return text(wide, 'content')
  return looksBinary(head) ? unreadable(message('file.not_a_text')) : text('utf-8', 'content')
}

function text(encoding: TextEncoding, by: Witness): FileNature {
  return { kind: 'text', encoding, by }
}

function unreadable(reason: Sentence): Extract<FileNature, { kind: 'unreadable' }> {
  return { kind: 'unreadable', reason: sentences(reason, saveAsCsv) }
}

function startsWith(head: Uint8Array, bytes: readonly number[]): boolean {
  return bytes.every((byte, index) => head[index] === byte)
}

// In UTF-16 text of most languages every other byte is zero, at one parity only.
function utf16WithoutMark(head: Uint8Array): TextEncoding | undefined {
  const zeros = [0, 0]
  for (let index = 0; index < head.length; index++) if (head[index] === 0) zeros[index % 2]! += 1
  const [even = 0, odd = 0] = zeros
  const half = head.length / 2
  if (odd > half * 0.4 && even < half * 0.05) return 'utf-16le'
  if (even > half * 0.4 && odd < half * 0.05) return 'utf-16be'
  return undefined
}

// A stray NUL byte spoils one row, which is reported; many control characters mean that this is no text at all.
function looksBinary(head: Uint8Array): boolean {
  let controls = 0
  for (const byte of head) if (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) controls += 1
  return controls > Math.max(2, head.length * 0.02)
}
