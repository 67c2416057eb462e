const maxTextBytes = 4 * 1024 * 1024

/**
 * The bytes of a JPEG without what its segments of texts hold beyond 4 MB: the decoder copies all of them
 * several times before it reads a pixel. Every other file is as it was.
 */
export function withoutLongTexts(bytes: Uint8Array): Uint8Array {
  if (!startsAsJpeg(bytes) || bytes.length <= maxTextBytes) return bytes
  const pieces: Uint8Array[] = []
  let [from, texts] = [0, 0]
  for (const { start, end, isText } of segmentsOf(bytes)) {
    if (!isText) continue
    texts += end - start
    if (texts <= maxTextBytes) continue
    pieces.push(bytes.subarray(from, start))
    from = end
  }
  return from === 0 ? bytes : Buffer.concat([...pieces, bytes.subarray(from)])
}

interface Segment {
  readonly start: number
  readonly end: number
  readonly isText: boolean
}

const [fill, firstMark, comment] = [0xff, 0xc0, 0xfe]
/** The start of the pixels, and the end of the picture. */
const last: readonly number[] = [0xda, 0xd9]

function startsAsJpeg(bytes: Uint8Array): boolean {
  return bytes[0] === fill && bytes[1] === 0xd8
}

/** The segments before the pixels. */
function* segmentsOf(bytes: Uint8Array): Generator<Segment> {
  for (let start = 2; start + 4 <= bytes.length && bytes[start] === fill;) {
    const mark = bytes[start + 1] ?? 0
    if (mark < firstMark || last.includes(mark)) return
    // Fill bytes may stand before a mark.
    const end = mark === fill ? start + 1 : start + 2 + lengthAt(bytes, start + 2)
    if (mark !== fill) yield { start, end, isText: mark === comment || (mark > 0xe0 && mark <= 0xef) }
    start = end
  }
}

function lengthAt(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0)
}
