import { detectFileKind } from '../../catalog/files/file-kinds.ts'
import { type NewFile, pathOf } from '../../catalog/files/stored-files.ts'
import type { Picture } from '../../providers/model-call.ts'
import { markPicture, markVideo } from './source-type.ts'

/** A file with the path that is its value. */
export interface MadeFile extends NewFile {
  readonly path: string
}

// What a picture may unpack to, in pixels.
const maxPixels = 100_000_000

/** A picture as it is kept: with what made it written into it. Undefined where the bytes are no picture, or a broken one. */
export async function toPictureFile(
  { bytes }: Pick<Picture, 'bytes'>,
  model: string,
): Promise<MadeFile | undefined> {
  const { default: sharp } = await import('sharp')
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: maxPixels }).metadata()
    // Decodes the whole picture: a valid header does not mean that the rest is sound.
    await sharp(bytes, { limitInputPixels: maxPixels }).resize(8).raw().toBuffer()
    const size = { width, height }
    const { extension } = detectFileKind(bytes) ?? { extension: '' }
    const marked = markPicture(bytes, { extension, model, size })
    if (marked) return toFile(marked)
    const png = await sharp(bytes, { limitInputPixels: maxPixels }).png().toBuffer()
    return toFile(markPicture(png, { extension: 'png', model, size }) ?? png)
  } catch {
    return undefined
  }
}

/** A video as it is kept, marked in the same way; undefined where the bytes are no video. */
export function toVideoFile({ bytes }: Pick<Picture, 'bytes'>, model: string): MadeFile | undefined {
  const kind = detectFileKind(bytes)
  if (!kind?.media_type.startsWith('video/')) return undefined
  // WebM has no boxes.
  return toFile(kind.extension === 'webm' ? bytes : markVideo(bytes, model))
}

function toFile(bytes: Uint8Array): MadeFile | undefined {
  const kind = detectFileKind(bytes)
  return kind && { bytes, ...kind, path: pathOf({ bytes, ...kind }) }
}
