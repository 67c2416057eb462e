import type { QualityCheck } from '#shared/quality.ts'
import { CatalogError } from '../../catalog/errors.ts'
import { readStoredPicture } from '../../catalog/generation/stored-picture.ts'
import type { JobContext } from '../job-context.ts'
import type { LinkChecker } from './links.ts'

interface PictureFacts {
  readonly width: number
  readonly height: number
  readonly bytes: number
  readonly format: string
}

// Sides may differ by a pixel where a program has rounded.
const aspectTolerance = 0.01
const maxPixels = 268_000_000

/** Looks at pictures that lie in the workspace or at an address, each once in a job. */
export class PictureChecker {
  readonly #context: JobContext
  readonly #links: LinkChecker
  readonly #facts = new Map<string, PictureFacts | undefined>()

  constructor(context: JobContext, links: LinkChecker) {
    this.#context = context
    this.#links = links
  }

  /** Whether a picture is not as it should be, or none. */
  async fails(address: string, check: QualityCheck): Promise<boolean> {
    if (!this.#facts.has(address)) this.#facts.set(address, await this.#look(address))
    const facts = this.#facts.get(address)
    return facts === undefined || !meets(facts, check)
  }

  async #look(address: string): Promise<PictureFacts | undefined> {
    const bytes = this.#context.read((db) => readStoredPicture(db, address)) ?? (await this.#fetch(address))
    if (!bytes) return undefined
    const { default: sharp } = await import('sharp')
    try {
      const { width, height, format } = await sharp(bytes, { limitInputPixels: maxPixels }).metadata()
      return { width, height, bytes: bytes.length, format }
    } catch {
      // What sharp cannot read is no picture.
      return undefined
    }
  }

  async #fetch(address: string): Promise<Uint8Array | undefined> {
    if (!/^https?:/.test(address)) return undefined
    try {
      return (await this.#links.fetch(address)).bytes
    } catch (error) {
      this.#context.signal.throwIfAborted()
      if (!(error instanceof CatalogError)) throw error
      return undefined
    }
  }
}

function meets(facts: PictureFacts, check: QualityCheck): boolean {
  const { min_width: width = 0, min_height: height = 0, max_bytes: bytes = Infinity, formats, aspect } = check
  const isLarge = facts.width >= width && facts.height >= height
  return isLarge && facts.bytes <= bytes && hasFormat(facts, formats) && hasAspect(facts, aspect)
}

function hasFormat({ format }: PictureFacts, formats: readonly string[] | undefined): boolean {
  return formats === undefined || formats.some((wanted) => nameOf(wanted) === nameOf(format))
}

function nameOf(format: string): string {
  const name = format
    .trim()
    .toLowerCase()
    .replace(/^(image\/|\.)/, '')
  return name === 'jpg' ? 'jpeg' : name
}

function hasAspect({ width, height }: PictureFacts, aspect: string | undefined): boolean {
  const [across = 0, down = 0] = (aspect ?? '').split(':').map(Number)
  if (aspect === undefined || down === 0 || height === 0) return true
  const wanted = across / down
  return Math.abs(width / height - wanted) <= wanted * aspectTolerance
}
