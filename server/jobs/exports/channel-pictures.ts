import { createHash } from 'node:crypto'
import type { ProductGroup, ChannelProduct } from '../../catalog/channel-files/channel-product.ts'
import type { CatalogReadTransaction } from '../../catalog/connections/reader.ts'
import { fillNamePattern, FreeNames } from '../../catalog/exports/name-pattern.ts'
import { readFile } from '../../catalog/files/stored-files.ts'
import { type EditStep, type RenditionLook, renditionFormats } from '#shared/renditions.ts'
import type { PartFile } from './part-file.ts'
import { ZipWriter } from './zip-writer.ts'

/** Makes the rendition of a picture; undefined where none can be made of its bytes. */
export type MakeRendition = (order: PictureOrder) => Promise<Uint8Array | undefined>

interface PictureOrder {
  readonly bytes: Uint8Array
  readonly look: RenditionLook
  readonly steps: readonly EditStep[]
}

/** The parts that an archive of pictures needs. */
export interface PictureMaker {
  readonly make: MakeRendition
  /** Reads the file of a linked library that has these bytes; undefined where it is not there. */
  readonly readLinked: (hash: string) => Promise<Uint8Array | undefined>
}

const stored = /^([0-9a-f]{64})\.(\w+)$/
const pictures: readonly string[] = ['png', 'jpg', 'gif', 'webp', 'avif', 'svg']

export interface PictureStyle {
  readonly look: RenditionLook | undefined
  readonly pattern: string | undefined
  /** The changes of the picture of a hash. */
  readonly stepsOf: (hash: string) => readonly EditStep[]
}

interface StoredPicture {
  readonly hash: string
  readonly extension: string
}

/**
 * The stored pictures that the file of a channel names below an address, for the archive beside it. With a
 * recipe each goes by the SKU of the first product that shows it, a number and the beginning of its hash, or
 * by a pattern that was asked for.
 */
export class ChannelPictures {
  readonly #files = new Map<string, string>()
  readonly #names = new Map<string, string>()
  readonly #address: string | undefined
  readonly #look: RenditionLook | undefined
  readonly #pattern: string | undefined
  readonly #stepsOf: PictureStyle['stepsOf']
  /** The changes of renamed pictures, as they were when their names were made. */
  readonly #steps = new Map<string, readonly EditStep[]>()
  readonly #free = new FreeNames()

  /** `address` is undefined if the channel's file has no addresses of stored pictures. */
  constructor(address: string | undefined, { look, pattern, stepsOf }: PictureStyle) {
    this.#address = address
    this.#look = look
    this.#pattern = pattern
    this.#stepsOf = stepsOf
  }

  get size(): number {
    return this.#files.size
  }

  /** Gives the pictures of a group the names of their renditions, in all values that name them. */
  rename({ root, items }: ProductGroup): void {
    const address = this.#address
    if (address === undefined || (this.#look === undefined && this.#pattern === undefined)) return
    for (const product of new Set([root, ...items])) {
      let count = 0
      for (const [target, texts] of product.values) {
        const renamed = texts.map((text) => {
          const [, hash = '', extension = ''] = this.#partsOf(text) ?? []
          if (!pictures.includes(extension)) return text
          const name = this.#names.get(hash) ?? this.#nameOf(product, (count += 1), { hash, extension })
          this.#names.set(hash, name)
          return `${address}${name}`
        })
        product.values.set(target, renamed)
      }
    }
  }

  collect(values: Iterable<readonly string[]>): void {
    const address = this.#address
    if (address === undefined) return
    const renamed = new Map([...this.#names].map(([hash, name]) => [`${address}${name}`, hash]))
    for (const text of [...values].flat()) {
      const hash = this.#partsOf(text)?.[1] ?? renamed.get(text)
      if (hash !== undefined) this.#files.set(text.slice(address.length), hash)
    }
  }

  /** Writes the archive; a picture of which no rendition can be made is left out. */
  async write(
    db: CatalogReadTransaction['db'],
    part: PartFile,
    { make, readLinked }: PictureMaker,
  ): Promise<void> {
    const zip = new ZipWriter(part)
    for (const [name, hash] of this.#files) {
      const whole = readFile(db, { hash })?.bytes ?? (await readLinked(hash))
      const look = this.#names.get(hash) === name ? this.#look : undefined
      const steps = this.#steps.get(hash) ?? []
      const bytes = whole && look ? await make({ bytes: whole, look, steps }) : whole
      if (!bytes) continue
      const entry = await zip.begin(name)
      await entry.write(Buffer.from(bytes))
      await entry.end()
    }
    await zip.end()
  }

  #nameOf(product: ChannelProduct, n: number, { hash, extension }: StoredPicture): string {
    const end = this.#look ? renditionFormats[this.#look.format].extension : extension
    const steps = this.#look ? this.#stepsOf(hash) : []
    if (steps.length > 0) this.#steps.set(hash, steps)
    const start = startOf(hash, steps)
    if (this.#pattern === undefined) return nameOf(product, n, start, end)
    const own: Readonly<Record<string, string>> = { n: String(n), name: start, hash: start }
    const valueOf = (key: string) => own[key] ?? product.texts.get(key)?.[0] ?? ''
    const wanted = fillNamePattern(this.#pattern, valueOf, { fallback: hash, extension: end })
    return this.#free.take(wanted)
  }

  #partsOf(text: string): RegExpExecArray | undefined {
    const address = this.#address
    if (address === undefined || !text.startsWith(address)) return undefined
    return stored.exec(text.slice(address.length)) ?? undefined
  }
}

/** The part of a picture's name that follows from its content: other steps give another name. */
function startOf(hash: string, steps: readonly EditStep[]): string {
  const own = steps.length === 0 ? hash : hashText(hash + JSON.stringify(steps))
  return own.slice(0, 8)
}

function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function nameOf(
  { texts, label, id }: ChannelProduct,
  number: number,
  start: string,
  extension: string,
): string {
  const sku = texts.get('sku')?.[0] ?? label ?? id
  const safe = sku
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}_.]+/gu, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '')
  return `${safe.slice(0, 100) || id}-${number}-${start}.${extension}`
}
