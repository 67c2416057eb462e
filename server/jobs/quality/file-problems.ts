import { type FileProblem, fileProblems, type QualityCheck } from '#shared/quality.ts'
import { isOneOf, foldText } from '#shared/text.ts'
import {
  readChannelLooks,
  readImageFacts,
  listUnseenFiles,
  type ChannelLook,
  type ImageFacts,
} from '../../catalog/assets/image-facts.ts'
import {
  ProductPictures,
  findNearlySame,
  findUnused,
  listImagesWithFile,
} from '../../catalog/assets/used-images.ts'
import { attributesOfRule } from '../../catalog/quality/store-checks.ts'
import type { Rule } from '../../catalog/quality/known-rules.ts'
import { type JobContext, ParserLimitExceeded } from '../job-context.ts'
import { type InspectedFile, isFaulty } from '../../catalog/assets/file-facts.ts'
import { readFile } from '../../catalog/files/stored-files.ts'
import { sizeAfter } from '../pictures/edit-pixels.ts'

const aspectTolerance = 0.01

/** Whether sides have an aspect such as `4:3`, within one percent; any have one that is no aspect. */
export function hasAspect(
  { width, height }: { readonly width: number; readonly height: number },
  aspect: string | undefined,
): boolean {
  const [across = 0, down = 0] = (aspect ?? '').split(':').map(Number)
  if (aspect === undefined || down === 0 || height === 0) return true
  const wanted = across / down
  return Math.abs(width / height - wanted) <= wanted * aspectTolerance
}

/** Looks for what is wrong with files: of images by what their files are, of products by what they show. */

export type FailedAttributes = readonly { readonly attribute: number; readonly ids: readonly number[] }[]

const lookedAtOnce = 1000

export class FileProblems {
  readonly #context: JobContext
  #nearlySame: ReadonlySet<number> | undefined

  constructor(context: JobContext) {
    this.#context = context
  }

  /** The entities of a batch with the problem that a rule looks for, by the attribute that shows it. */
  async findFailing(rule: Rule, batch: readonly number[]): Promise<FailedAttributes> {
    const { problem } = rule.check
    const attributes = this.#context.read((db) => attributesOfRule(db, rule))
    if (!isOneOf<string>(fileProblems, problem ?? '') || attributes.length === 0) return []
    const known = problem as FileProblem
    if (known === 'twice' || known === 'one_picture') {
      const products = this.#context.read((db) => new ProductPictures(db, attributes, batch))
      return attributes.map(({ id }) => ({
        attribute: id,
        ids: known === 'twice' ? products.showingTwice(id) : products.showingOne(id),
      }))
    }
    if (rule.entity_type !== 'image') return []
    const ids = await this.#findImages(known, rule, batch)
    return attributes.slice(0, 1).map(({ id }) => ({ attribute: id, ids }))
  }

  async #findImages(problem: FileProblem, { check }: Rule, batch: readonly number[]): Promise<number[]> {
    const { read } = this.#context
    if (problem === 'unused') return read((db) => findUnused(db, batch))
    if (problem === 'nearly_same') return this.#findNearlySame(batch)
    await lookAtFiles(this.#context, batch)
    const test = pictureProblems[problem]
    const looks = read(readChannelLooks)
    const images = read((db) => readImageFacts(db, batch))
    return images.flatMap((image) => (test?.(image, { check, looks }) ? [image.id] : []))
  }

  async #findNearlySame(batch: readonly number[]): Promise<number[]> {
    const found = (this.#nearlySame ??= await this.#compareAll())
    return batch.filter((id) => found.has(id))
  }

  async #compareAll(): Promise<ReadonlySet<number>> {
    const { read } = this.#context
    const all = read(listImagesWithFile)
    for (let from = 0; from < all.length; from += lookedAtOnce)
      await lookAtFiles(this.#context, all.slice(from, from + lookedAtOnce))
    return read(findNearlySame)
  }
}

const damaged = { fault: 'damaged' } as const

// Pictures of products have some megabytes.
const inspectedAtOnce = 8
const secondsPerFile = 12

/** Looks at the stored files of images that nobody has looked at yet, and keeps what their bytes say. */
async function lookAtFiles(context: JobContext, ids: readonly number[]): Promise<void> {
  const hashes = context.read((db) => listUnseenFiles(db, ids))
  for (let from = 0; from < hashes.length && !context.signal.aborted; from += inspectedAtOnce) {
    const some = hashes.slice(from, from + inspectedAtOnce)
    const inspected = await inspect(context, some)
    for (const [at, hash] of some.entries())
      await context.call('keepFileDetails', { hash, inspected: inspected[at] ?? damaged })
  }
}

/** Looks at files together; where one of them breaks its process, at each by itself. */
async function inspect(context: JobContext, hashes: readonly string[]): Promise<InspectedFile[]> {
  const files = hashes.map((hash) => ({
    bytes: context.read((db) => readFile(db, { hash }))?.bytes ?? new Uint8Array(),
  }))
  const timeoutMs = files.length * secondsPerFile * 1000
  try {
    return await context.parseApart('inspectFiles', { files }, { signal: context.signal, timeoutMs })
  } catch (error) {
    if (!(error instanceof ParserLimitExceeded)) throw error
    if (hashes.length === 1) return [damaged]
    const each: InspectedFile[] = []
    for (const hash of hashes) each.push(...(await inspect(context, [hash])))
    return each
  }
}

/** The measures of pictures: the bounds of the rule, and the recipes of the enabled channels. */
export interface PictureBounds {
  readonly check: QualityCheck
  readonly looks: readonly ChannelLook[]
}

type Test = (image: ImageFacts, wanted: PictureBounds) => boolean

const pictureProblems: Readonly<Partial<Record<FileProblem, Test>>> = {
  damaged: isDamaged,
  missing_file: ({ isMissing }) => isMissing,
  too_small: isTooSmall,
  wrong_aspect: hasWrongAspect,
  turned: ({ facts }) => (facts?.orientation ?? 1) !== 1,
  not_srgb: ({ facts }) => !showsRight.has(facts?.color_space ?? 'srgb'),
  too_large: ({ facts }, { check, looks }) =>
    (facts?.size ?? 0) >
    Math.min(check.max_bytes ?? Infinity, ...looks.map(({ max_bytes: most }) => most ?? Infinity)),
  transparent: ({ facts }, { looks }) => facts?.alpha === true && looks.some(asksForWhite),
  alt_text_is_name: ({ altText, name, place }) => altText !== undefined && isName(altText, name ?? place),
}

/** A file of a library that cannot be read now may be whole. */
function isDamaged({ facts }: ImageFacts): boolean {
  return facts !== undefined && isFaulty(facts as InspectedFile) && facts.fault !== 'unreadable'
}

/** Grey pictures look the same in sRGB. */
const showsRight: ReadonlySet<string> = new Set(['srgb', 'b-w', 'grey'])

function sizeOf({ facts, steps }: ImageFacts) {
  const { width, height } = facts ?? {}
  if (typeof width !== 'number' || typeof height !== 'number') return undefined
  const size = sizeAfter(steps, { width, height })
  return { width: Math.round(size.width), height: Math.round(size.height) }
}

/** Whether a picture would have to be enlarged; drawings have no pixels. */
function isTooSmall(image: ImageFacts, { check, looks }: PictureBounds): boolean {
  const size = sizeOf(image)
  if (!size || image.facts?.media_type === 'image/svg+xml') return false
  const { width, height } = size
  if (width < (check.min_width ?? 0) || height < (check.min_height ?? 0)) return true
  return looks.some((look) => {
    const short = [
      ...(look.width === null ? [] : [width < look.width]),
      ...(look.height === null ? [] : [height < look.height]),
    ]
    return look.fit === 'cover' ? short.includes(true) : short.length > 0 && !short.includes(false)
  })
}

/** Only recipes that cut a picture to their shape ask for one. */
function hasWrongAspect(image: ImageFacts, { check, looks }: PictureBounds): boolean {
  const size = sizeOf(image)
  if (!size) return false
  const cut = looks.flatMap(({ fit, width, height }) =>
    fit === 'cover' && width !== null && height !== null ? [`${width}:${height}`] : [],
  )
  const shapes = check.aspect === undefined ? cut : [check.aspect]
  return shapes.some((aspect) => !hasAspect(size, aspect))
}

const white = '#ffffff'

function asksForWhite({ background, fit, format }: ChannelLook): boolean {
  return background === white || (background === null && (fit === 'pad' || format === 'jpeg'))
}

function isName(altText: string, file: string | undefined): boolean {
  if (file === undefined) return false
  const name = foldText(file.split('/').at(-1) ?? '')
  const plain = (text: string) => text.replaceAll(/[\s_.-]+/g, ' ').trim()
  const text = plain(foldText(altText))
  return text === plain(name) || text === plain(name.replace(/\.[a-z0-9]{1,5}$/, ''))
}
