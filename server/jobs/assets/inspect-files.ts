import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Metadata, Sharp } from 'sharp'
import { detectFileKind, type FileKind } from '../../catalog/files/file-kinds.ts'
import { emptyFacts, type FileFacts, type InspectedFile } from '../../catalog/assets/file-facts.ts'
import { signatureOf, signatureSide } from '../../catalog/duplicates/picture-signature.ts'
import { withoutLongTexts } from '../pictures/jpeg-segments.ts'
import { type PhotoshopPreview, previewOf, hasTooManyFrames } from '../pictures/open-picture.ts'
import { readPictureTexts } from './picture-texts.ts'

/** Files to look at: by a path, or by their bytes where the workspace stores them. */
export type FileToInspect = { readonly path: string } | { readonly bytes: Uint8Array }

export const maxStoredBytes = 64 * 1024 * 1024
const maxPixels = 100_000_000
const maxSecondsPerFile = 10

/**
 * Looks at files, two at once: their hash, kind and size, and of pictures what they show. Runs in a
 * process of its own, since a file may break its decoder.
 */
export async function inspectFiles({
  files,
}: {
  readonly files: readonly FileToInspect[]
}): Promise<InspectedFile[]> {
  const inspected: InspectedFile[] = []
  const waiting = files.entries()
  const work = async (): Promise<void> => {
    for (const [index, file] of waiting) inspected[index] = await inspectFile(file)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return inspected
}

// A decoder uses one core and some tens of megabytes.
const atOnce = 2

async function inspectFile(file: FileToInspect): Promise<InspectedFile> {
  const bytes = 'bytes' in file ? file.bytes : await readBounded(file.path)
  if (typeof bytes === 'string') return { fault: bytes }
  if (bytes.byteLength === 0) return { fault: 'empty' }
  const kind = detectFileKind(bytes)
  const hash = createHash('sha256').update(bytes).digest('hex')
  const facts = { hash, size: bytes.byteLength }
  if (kind === undefined) return { fault: 'unknown_kind', ...facts }
  if (kind.media_type.startsWith('image/')) return inspectPicture(bytes, { ...facts, ...kind })
  return { ...emptyFacts, ...facts, ...kind, ...(await readLengths(bytes, kind.extension)) }
}

/** Reads a plain file within the bound; a link and a pipe are no files. */
export async function readBounded(path: string): Promise<Uint8Array | 'unreadable' | 'too_large'> {
  const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW } = constants
  // Windows has neither flag.
  const handle = await open(path, O_RDONLY | (O_NONBLOCK ?? 0) | (O_NOFOLLOW ?? 0)).catch(() => undefined)
  if (handle === undefined) return 'unreadable'
  await using opened = handle
  const found = await opened.stat()
  if (!found.isFile()) return 'unreadable'
  if (found.size > maxStoredBytes) return 'too_large'
  const bytes = new Uint8Array(found.size)
  const { bytesRead } = await opened.read(bytes, 0, found.size, 0)
  return bytes.subarray(0, bytesRead)
}

type Identity = FileKind & { readonly hash: string; readonly size: number }

const options = { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true } as const

async function inspectPicture(bytes: Uint8Array, facts: Identity): Promise<InspectedFile> {
  const photoshop = previewOf(bytes)
  try {
    const shown = photoshop ? photoshop.jpeg : withoutLongTexts(bytes)
    const seen = shown && (await inspectPixels(shown))
    if (typeof seen === 'string') return { fault: seen, ...facts }
    return { ...emptyFacts, ...facts, ...seen, ...sizeOf(photoshop) }
  } catch (error) {
    const isTooLarge = error instanceof Error && /pixel limit/i.test(error.message)
    return { fault: isTooLarge ? 'too_many_pixels' : 'damaged', ...facts }
  }
}

async function inspectPixels(
  bytes: Uint8Array,
): Promise<Partial<FileFacts> | 'too_many_pixels' | 'too_many_frames'> {
  const { default: sharp } = await import('sharp')
  const metadata = await sharp(bytes, options).metadata()
  if (metadata.width * metadata.height > maxPixels) return 'too_many_pixels'
  if (hasTooManyFrames(metadata)) return 'too_many_frames'
  if (!canDecode(metadata)) return sidesOf(metadata)
  const { pixels, signature } = await look(sharp(bytes, options), metadata)
  const { digital_source_type = null, ...texts } = readPictureTexts(metadata)
  return {
    ...sidesOf(metadata),
    ...countsOf(metadata),
    alpha: metadata.hasAlpha,
    color_space: colorSpaceOf(metadata),
    orientation: metadata.orientation ?? 1,
    phash: Buffer.from(signature.subarray(0, 8)).toString('hex').padEnd(16, '0'),
    signature: Buffer.from(signature).toString('base64'),
    dominant_color: dominantColor(pixels),
    digital_source_type,
    texts,
  }
}

/** The pictures of a TIFF are its pages; those of other files are frames. */
function countsOf({ format, pages = 1 }: Metadata): Pick<FileFacts, 'frames' | 'pages'> {
  return format === 'tiff' ? { frames: 1, pages } : { frames: pages, pages: null }
}

/** The size that the file states, where a smaller preview is shown in its place. */
function sizeOf(preview: PhotoshopPreview | undefined) {
  return preview && { width: preview.width, height: preview.height }
}

/** Sharp decodes only HEIC files that hold AV1; those of phones have known sides and no preview. */
function canDecode({ format, compression }: Metadata): boolean {
  return format !== 'heif' || compression === 'av1'
}

/** Wide colours are told by the name of the profile; what libvips calls 16 bit is the same space. */
function colorSpaceOf({ space, icc }: Metadata): string {
  const profile = icc?.toString('latin1').replaceAll('\0', '') ?? ''
  if (/display p3|dci-p3/i.test(profile)) return 'p3'
  if (/adobe rgb/i.test(profile)) return 'adobe-rgb'
  return { rgb: 'srgb', rgb16: 'srgb', grey16: 'b-w' }[space as string] ?? space
}

/** The sides as the picture is shown: a camera held upright turns them. */
function sidesOf({ width, height, orientation = 1 }: Metadata): { width: number; height: number } {
  return orientation >= 5 ? { width: height, height: width } : { width, height }
}

async function look(
  picture: Sharp,
  metadata: Metadata,
): Promise<{ pixels: Uint8Array; signature: Uint8Array }> {
  const { width, height } = sidesOf(metadata)
  const pixels = await picture
    .rotate()
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .resize(signatureSide, signatureSide, { fit: 'fill' })
    .removeAlpha()
    .timeout({ seconds: maxSecondsPerFile })
    .raw()
    .toBuffer()
  return { pixels, signature: signatureOf(pixels, width / height) }
}

const shades = 8

/** The most frequent colour of a picture by eighths of each channel, as `#rrggbb`. */
function dominantColor(pixels: Uint8Array): string {
  const step = 256 / shades
  const cells = new Map<number, { count: number; sums: [number, number, number] }>()
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(at, at + 3)
    const cell =
      (Math.floor(red / step) * shades + Math.floor(green / step)) * shades + Math.floor(blue / step)
    const known = cells.get(cell) ?? { count: 0, sums: [0, 0, 0] }
    known.count += 1
    known.sums = [known.sums[0] + red, known.sums[1] + green, known.sums[2] + blue]
    cells.set(cell, known)
  }
  const most = [...cells.values()].reduce((one, other) => (other.count > one.count ? other : one))
  return `#${most.sums
    .map((sum) =>
      Math.round(sum / most.count)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

/** How long a document or a recording is: its pages, or its seconds. Nothing of it is decoded. */

export interface FileLengths {
  readonly pages: number | null
  /** In seconds. */
  readonly duration: number | null
}

const unknown: FileLengths = { pages: null, duration: null }
const maxPages = 2000

async function readLengths(bytes: Uint8Array, extension: string): Promise<FileLengths> {
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

/** The pages of a document; null for one that is longer than ours may be. */
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
