import type { Metadata, Sharp } from 'sharp'

export const maxPixels = 100_000_000
const maxFrames = 500
const maxPages = 2000
export const maxSeconds = 10

/** The decoders of libvips for the kinds of pictures that a workspace stores; all others are closed. */
const decoders = [
  'VipsForeignLoadJpeg',
  'VipsForeignLoadPng',
  'VipsForeignLoadWebp',
  'VipsForeignLoadNsgif',
  'VipsForeignLoadHeif',
  'VipsForeignLoadSvg',
  'VipsForeignLoadTiff',
]

/** The settings hold for the process: blocking anew would fail pictures that are decoded at that moment. */
let library: ReturnType<typeof loadLibrary> | undefined

async function loadLibrary() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: decoders })
  return sharp
}

/** Opens the first frame of a picture for sharp, of a Photoshop file its preview; a file that its decoder complains of throws. */
export async function openPicture(bytes: Uint8Array): Promise<Sharp> {
  library ??= loadLibrary()
  const sharp = await library
  return sharp(decodable(bytes), {
    limitInputPixels: maxPixels,
    failOn: 'error',
    sequentialRead: true,
  }).timeout({
    seconds: maxSeconds,
  })
}

/** The bytes that a decoder reads: a Photoshop file carries a preview for programs that cannot read it. */
export function decodable(bytes: Uint8Array): Uint8Array {
  return previewOf(bytes)?.jpeg ?? bytes
}

/** Whether a picture has more frames than are decoded; what a TIFF has several of are pages. */
export function hasTooManyFrames({ format, pages = 1 }: Pick<Metadata, 'format' | 'pages'>): boolean {
  return pages > (format === 'tiff' ? maxPages : maxFrames)
}

/** Reads the size and the embedded preview of a Photoshop file (Adobe, Photoshop File Formats). */

export interface PhotoshopPreview {
  readonly width: number
  readonly height: number
  /** A JPEG of at most 160 pixels; undefined where the file has none. */
  readonly jpeg: Uint8Array | undefined
}

const headerLength = 26
const jpegPreview = 1036
const jpegFormat = 1
const thumbnailHeader = 28
const maxResources = 2000

export function previewOf(bytes: Uint8Array): PhotoshopPreview | undefined {
  if (Buffer.from(bytes.subarray(0, 4)).toString('latin1') !== '8BPS' || bytes.length < headerLength + 8)
    return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return { height: view.getUint32(14), width: view.getUint32(18), jpeg: findPreview(bytes, view) }
}

function findPreview(bytes: Uint8Array, view: DataView): Uint8Array | undefined {
  const resources = headerLength + 4 + view.getUint32(headerLength)
  if (resources + 4 > bytes.length) return undefined
  const end = Math.min(bytes.length, resources + 4 + view.getUint32(resources))
  let at = resources + 4
  for (let count = 0; count < maxResources && at + 12 <= end; count += 1) {
    const id = view.getUint16(at + 4)
    // A name has its length before it, and an even number of bytes with it.
    const sizeAt = at + 6 + even(1 + (bytes[at + 6] ?? 0))
    if (sizeAt + 4 > end) return undefined
    const [start, size] = [sizeAt + 4, view.getUint32(sizeAt)]
    if (start + size > end) return undefined
    if (id === jpegPreview && size > thumbnailHeader && view.getUint32(start) === jpegFormat)
      return bytes.subarray(start + thumbnailHeader, start + size)
    at = start + even(size)
  }
  return undefined
}

function even(length: number): number {
  return length + (length % 2)
}
