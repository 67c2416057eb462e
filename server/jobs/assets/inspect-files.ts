import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Metadata, Sharp } from 'sharp'
import { detectFileKind, type FileKind } from '../../catalog/files/file-kinds.ts'
import { emptyFacts, type FileFacts, type InspectedFile } from '../../catalog/assets/file-facts.ts'
import { signatureOf, signatureSide } from '../../catalog/duplicates/picture-signature.ts'
import { withoutLongTexts } from '../pictures/jpeg-segments.ts'
import { hasTooManyFrames } from '../pictures/open-picture.ts'
import { type PhotoshopPreview, previewOf } from '../pictures/photoshop-preview.ts'
import { readLengths } from './file-lengths.ts'
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

/** What a TIFF has several of are pages, and of others frames. */
function countsOf({ format, pages = 1 }: Metadata): Pick<FileFacts, 'frames' | 'pages'> {
  return format === 'tiff' ? { frames: 1, pages } : { frames: pages, pages: null }
}

/** What the file says of its own size, where a smaller preview is shown in its place. */
function sizeOf(preview: PhotoshopPreview | undefined) {
  return preview && { width: preview.width, height: preview.height }
}

/** Of HEIC files sharp decodes those that hold AV1; those of phones keep their sides and show nothing. */
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
