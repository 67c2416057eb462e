/** Looks for what is wrong with files: of images by what their files are, of products by what they show. */
import type { FileProblem } from '#shared/quality.ts'
import { fileProblems } from '#shared/quality.ts'
import { isOneOf } from '#shared/text.ts'
import { readChannelLooks, readImageFacts } from '../../catalog/assets/image-facts.ts'
import { ProductPictures } from '../../catalog/assets/product-pictures.ts'
import { findNearlySame, findUnused, listImagesWithFile } from '../../catalog/assets/used-images.ts'
import { attributesOfRule } from '../../catalog/quality/store-checks.ts'
import type { Rule } from '../../catalog/quality/known-rules.ts'
import type { JobContext } from '../job-context.ts'
import { lookAtFiles } from './look-at-files.ts'
import { pictureProblems } from './picture-problems.ts'

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
