import { ReadCache } from '#shared/read-cache.ts'
import type { NewFile } from '../catalog/files/stored-files.ts'

/** What is smaller is sent as it is. */
const smallBytes = 24 * 1024
// As for the pictures that are compared: what is larger is no picture of a product.
const maxPixels = 100_000_000
const longestSeconds = 5
const maxWaiting = 400
const cacheBytes = 16 * 1024 * 1024
const scalable: readonly string[] = ['image/png', 'image/jpeg', 'image/webp', 'image/avif']

type StoredFile = NewFile & { readonly hash: string }

/** Pictures in the size of their place on the screen, made when asked for, one after the other, and kept in a bounded cache. */
export class Thumbnails {
  readonly #made = new ReadCache<string, StoredFile>({
    maxSize: cacheBytes,
    sizeOf: ({ bytes }) => bytes.length,
  })
  #waiting = 0
  #last: Promise<unknown> = Promise.resolve()

  /** One that was made before, by the address of its picture in the app. */
  find(address: string, side: number): StoredFile | undefined {
    return this.#made.get(`${address} ${side}`)
  }

  /** The picture within a square of `side` pixels; the file itself where it is small, is no such picture, or too many wait. */
  async make(address: string, side: number, file: StoredFile, isWanted: () => boolean): Promise<StoredFile> {
    if (file.bytes.length <= smallBytes || !scalable.includes(file.media_type)) return file
    if (this.#waiting >= maxWaiting) return file
    this.#waiting += 1
    const made = this.#last.then(async () => (isWanted() ? await scale(file, side) : undefined))
    this.#last = made
    const bytes = await made.finally(() => (this.#waiting -= 1))
    if (!bytes) return file
    const thumbnail = { ...file, bytes, extension: 'webp', media_type: 'image/webp' }
    this.#made.add(`${address} ${side}`, thumbnail)
    return thumbnail
  }
}

/** Undefined for what cannot be read as a picture within the bounds. */
async function scale({ bytes }: StoredFile, side: number): Promise<Buffer | undefined> {
  const { default: sharp } = await import('sharp')
  try {
    return await sharp(bytes, { limitInputPixels: maxPixels })
      .rotate()
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: longestSeconds })
      .webp({ quality: 80, effort: 1 })
      .toBuffer()
  } catch {
    return undefined
  }
}
