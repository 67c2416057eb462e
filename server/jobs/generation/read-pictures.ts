import type { ContextImage } from '../../catalog/generation/generation-context.ts'
import type { ReadCatalog } from '../../catalog/connections/reader.ts'
import { readFile } from '../../catalog/files/stored-files.ts'
import type { Picture } from '../../providers/model-call.ts'

const maxSide = 1024
// What a picture may unpack to, in pixels.
const maxPixels = 100_000_000

const stored = /^files\/([0-9a-f]{64})\./

/** The pictures that the workspace holds, at most 1,024 pixels a side; one that is elsewhere or cannot be read is left out. */
export async function readPictures(read: ReadCatalog, images: readonly ContextImage[]): Promise<Picture[]> {
  const pictures: Picture[] = []
  for (const { place } of images) {
    const [, hash] = stored.exec(place) ?? []
    const file = hash === undefined ? undefined : read((db) => readFile(db, { hash }))
    const picture = file && (await scale(file.bytes))
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
