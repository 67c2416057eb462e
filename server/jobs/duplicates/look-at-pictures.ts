import type { Collected } from '../../catalog/duplicates/collected.ts'
import { hashOfPicture, usersOfPictures } from '../../catalog/duplicates/find-by-picture.ts'
import { signatureOf, signatureSide } from '../../catalog/duplicates/picture-signature.ts'
import { knownSignatures } from '../../catalog/duplicates/known-groups.ts'
import { readFile } from '../../catalog/files/stored-files.ts'
import type { JobContext } from '../job-context.ts'
import { stopIfClosing } from '../run-chunks.ts'

const atOnce = 50
// As for models: what is larger is no picture of a product.
const maxPixels = 100_000_000

/** What the stored pictures of the entities look like, by the hash of the file; each file is looked at once and then known. */
export async function lookAtPictures(context: JobContext, all: Collected): Promise<Map<string, Uint8Array>> {
  const { call, read, signal } = context
  const hashes = [
    ...new Set([...usersOfPictures(all).keys()].flatMap((picture) => hashOfPicture(picture) ?? [])),
  ]
  const known = read((db) => knownSignatures(db, hashes))
  const missing = hashes.filter((hash) => !known.has(hash))
  for (let start = 0; start < missing.length && !signal.aborted; start += atOnce) {
    const signatures: [string, Uint8Array][] = []
    for (const hash of missing.slice(start, start + atOnce)) {
      const file = read((db) => readFile(db, { hash }))
      if (file) signatures.push([hash, await lookAt(file.bytes)])
    }
    await call('storePictureSignatures', { signatures })
    for (const [hash, signature] of signatures) known.set(hash, signature)
    stopIfClosing(context)
  }
  return known
}

async function lookAt(bytes: Uint8Array): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp')
  try {
    const picture = sharp(bytes, { limitInputPixels: maxPixels }).rotate()
    const { width, height } = await picture.metadata()
    const scaled = picture.flatten({ background: '#fff' }).toColourspace('srgb')
    const pixels = await scaled
      .resize(signatureSide, signatureSide, { fit: 'fill' })
      .removeAlpha()
      .raw()
      .toBuffer()
    return signatureOf(pixels, width / height)
  } catch {
    return new Uint8Array()
  }
}
