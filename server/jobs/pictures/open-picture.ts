import type { Metadata, Sharp } from 'sharp'
import { previewOf } from './photoshop-preview.ts'

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

/** Opens the first frame of a picture for sharp, of a Photoshop file its preview; a file that its decoder complains of throws. */
export async function openPicture(bytes: Uint8Array): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: decoders })
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
