import type { ContextImage } from '../../catalog/generation/generation-context.ts'
import type { ReadCatalog } from '../../catalog/connections/reader.ts'
import { readStoredPicture } from '../../catalog/generation/stored-picture.ts'
import type { Picture } from '../../providers/model-call.ts'

const maxSide = 1024
// What a picture may unpack to, in pixels.
const maxPixels = 100_000_000

/** The pictures that the workspace holds, at most 1,024 pixels a side; one that is elsewhere or cannot be read is left out. */
export async function readPictures(read: ReadCatalog, images: readonly ContextImage[]): Promise<Picture[]> {
  const pictures: Picture[] = []
  for (const { place } of images) {
    const bytes = read((db) => readStoredPicture(db, place))
    if (bytes) pictures.push(...(await scalePictures([bytes])))
  }
  return pictures
}

/** The files as models are shown them; what is no picture is left out. */
export async function scalePictures(files: readonly Uint8Array[]): Promise<Picture[]> {
  const pictures: Picture[] = []
  for (const bytes of files) {
    const picture = await scale(bytes)
    if (picture) pictures.push(picture)
  }
  return pictures
}

async function scale(bytes: Uint8Array): Promise<Picture | undefined> {
  const { default: sharp } = await import('sharp')
  try {
    const picture = sharp(bytes, { limitInputPixels: maxPixels }).rotate()
    const scaled = picture.resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
    return { bytes: await scaled.jpeg({ quality: 85 }).toBuffer(), mediaType: 'image/jpeg' }
  } catch {
    return undefined
  }
}
