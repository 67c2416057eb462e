/** How long a document or a recording is: its pages, or its seconds. Nothing of it is decoded. */

export interface FileLengths {
  readonly pages: number | null
  /** In seconds. */
  readonly duration: number | null
}

const unknown: FileLengths = { pages: null, duration: null }
const maxPages = 2000

export async function readLengths(bytes: Uint8Array, extension: string): Promise<FileLengths> {
  try {
    if (extension === 'pdf') return { ...unknown, pages: await countPages(bytes) }
    if (extension === 'mp4' || extension === 'mov') return { ...unknown, duration: movieSeconds(bytes) }
    if (extension === 'mp3') return { ...unknown, duration: soundSeconds(bytes) }
    return unknown
  } catch {
    // A damaged document is kept as it is: nobody reads it here.
    return unknown
  }
}

/** Of longer documents nothing is told. */
async function countPages(bytes: Uint8Array): Promise<number | null> {
  const { getDocumentProxy } = await import('unpdf')
  // The reader detaches the buffer, so it gets a copy.
  const pdf = await getDocumentProxy(Uint8Array.from(bytes))
  const { numPages: pages } = pdf
  await pdf.loadingTask.destroy()
  return pages > 0 && pages <= maxPages ? pages : null
}

const maxBoxes = 1000

/** The duration in the header of a movie (ISO 14496-12). */
function movieSeconds(bytes: Uint8Array): number | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const movie = findBox(view, 'moov', { start: 0, end: view.byteLength })
  const header = movie && findBox(view, 'mvhd', movie)
  if (!header || header.end - header.start < 32) return null
  const isLong = view.getUint8(header.start) === 1
  const scale = view.getUint32(header.start + (isLong ? 20 : 12))
  const length = isLong ? Number(view.getBigUint64(header.start + 24)) : view.getUint32(header.start + 16)
  return scale > 0 ? toTenths(length / scale) : null
}

interface Span {
  readonly start: number
  readonly end: number
}

function findBox(view: DataView, name: string, { start, end }: Span): Span | undefined {
  let at = start
  for (let count = 0; count < maxBoxes && at + 8 <= end; count += 1) {
    const short = view.getUint32(at)
    const isLong = short === 1 && at + 16 <= end
    const size = isLong ? Number(view.getBigUint64(at + 8)) : short === 0 ? end - at : short
    if (size < 8 || at + size > end) return undefined
    const type = String.fromCodePoint(...[4, 5, 6, 7].map((offset) => view.getUint8(at + offset)))
    if (type === name) return { start: at + (isLong ? 16 : 8), end: at + size }
    at += size
  }
  return undefined
}

const kilobits = {
  first: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  second: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
}
const rates = [44_100, 48_000, 32_000]

/** The duration of an MP3: by the number of frames that it tells, else by the bit rate of its first one. */
function soundSeconds(bytes: Uint8Array): number | null {
  const start = firstFrame(bytes)
  const { rate, bits, samples } = readFrame(bytes.subarray(start))
  if (rate === 0 || bits === 0) return null
  const frames = countFrames(bytes.subarray(start, start + searched))
  return toTenths(frames === undefined ? (bytes.length - start) / (bits * 125) : (frames * samples) / rate)
}

/** The rates of a frame, 0 where it has none that is known. */
function readFrame([, second = 0, third = 0]: Uint8Array) {
  const version = (second >> 3) & 3
  const isFirst = version === 3
  const slower = isFirst ? 1 : version === 2 ? 2 : 4
  const rate = (rates[(third >> 2) & 3] ?? 0) / slower
  const bits = (isFirst ? kilobits.first : kilobits.second)[third >> 4] ?? 0
  return { rate, bits, samples: isFirst ? 1152 : 576 }
}

const searched = 128

/** Where the sound begins: behind a tag, whose length has seven bits a byte. */
function firstFrame(bytes: Uint8Array): number {
  const isTagged = Buffer.from(bytes.subarray(0, 3)).toString('latin1') === 'ID3'
  const [, , , , , , a = 0, b = 0, c = 0, d = 0] = bytes
  return isTagged ? 10 + ((a << 21) | (b << 14) | (c << 7) | d) : 0
}

/** The number of frames in the header of Xing or LAME. */
function countFrames(frame: Uint8Array): number | undefined {
  const at = Buffer.from(frame)
    .toString('latin1')
    .search(/Xing|Info/)
  if (at < 0 || at + 12 > frame.length) return undefined
  const view = new DataView(frame.buffer, frame.byteOffset + at, 12)
  return (view.getUint32(4) & 1) === 1 ? view.getUint32(8) : undefined
}

function toTenths(seconds: number): number | null {
  return Number.isFinite(seconds) && seconds >= 0 ? Math.round(seconds * 10) / 10 : null
}
