import type { AssetStatus } from '#shared/assets.ts'
import { isFileList } from '#shared/files.ts'
import { message, type Sentence } from '#shared/messages/message.ts'
import { compareTexts } from '#shared/text-order.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { type Attribute, attributesOf } from '../../store/tables/attributes.ts'
import type { PlanRow } from '../../store/tables/assets.ts'
import type { AssetMatchInput } from './check-match.ts'
import { type FileFacts, type FileFault, type InspectedFile, isFaulty } from './file-facts.ts'
import { type HeldPictures, readHeldPictures } from './held-pictures.ts'

/** A file with what its bytes say and the products that the rules found. */
export interface MatchedFile {
  readonly name: string
  /** The folded name with its extension, and the number of a copy. */
  readonly base: string
  readonly copy: number | undefined
  /** Where the bytes are in the folder of the match; null for a file that the workspace stores. */
  readonly path: string | null
  /** The value that names a file of a linked library, which is not copied. */
  readonly linked?: string | undefined
  readonly inspected: InspectedFile
  readonly rule: number | null
  readonly products: readonly number[]
  readonly near: readonly number[]
  readonly n: number | undefined
  readonly view: string | undefined
  /** The position of the view in the list of views. */
  readonly order: number | undefined
}

/** The members that a row of a plan stores beside its status and its product. */
export interface StoredPlan {
  readonly name: string
  readonly path: string | null
  readonly linked?: string | undefined
  readonly hash: string | null
  readonly size: number
  readonly width: number | null
  readonly height: number | null
  readonly rule: number | null
  readonly position: number | null
  readonly candidates: readonly number[]
  readonly note: Sentence | null
  readonly n: number | null
  readonly view: string | null
  /** The id of the image whose file is replaced. */
  readonly image: string | null
}

export type AssetRow = PlanRow<StoredPlan> & { readonly status: AssetStatus }

interface Decision {
  readonly status: AssetStatus
  readonly note?: Sentence
  readonly product?: number | undefined
  readonly candidates?: readonly number[]
  readonly image?: string
  readonly position?: number | null
}

/**
 * Decides what happens to each file, in their order: the status, the product and the position among its
 * pictures (specification, Pictures §2.4 and §12).
 */
export function planFiles(
  db: ReadableDb,
  input: Pick<AssetMatchInput, 'attribute' | 'as' | 'min_width' | 'min_height'>,
  files: readonly MatchedFile[],
): AssetRow[] {
  const target = attributesOf(db, 'product').byKey.get(input.attribute)
  if (target === undefined) throw new Error(`The attribute ${input.attribute} is gone.`)
  const found = new Set(files.flatMap(({ products }) => (products.length === 1 ? products : [])))
  const plan = new MatchPlan(target, input, readHeldPictures(db, [...found], target))
  const decisions = files.map((file, index) => plan.decide(file, index))
  const positions = plan.positions(files, decisions)
  return files.map((file, index) => toRow(file, index, { ...decisions[index], ...positions.get(index) }))
}

const faultNotes: Readonly<Record<FileFault, () => Sentence>> = {
  unreadable: () => message('asset.unreadable'),
  too_large: () => message('asset.too_large'),
  empty: () => message('asset.empty'),
  unknown_kind: () => message('asset.unknown_kind'),
  too_many_pixels: () => message('asset.too_many_pixels'),
  too_many_frames: () => message('asset.too_many_frames'),
  damaged: () => message('asset.damaged'),
}

class MatchPlan {
  readonly #target: Attribute
  readonly #input: Pick<AssetMatchInput, 'as' | 'min_width' | 'min_height'>
  readonly #held: ReadonlyMap<number, HeldPictures>
  readonly #firstByHash = new Map<string, { readonly row: number; readonly name: string }>()
  readonly #replaced = new Set<string>()

  constructor(
    target: Attribute,
    input: Pick<AssetMatchInput, 'as' | 'min_width' | 'min_height'>,
    held: ReadonlyMap<number, HeldPictures>,
  ) {
    this.#target = target
    this.#input = input
    this.#held = held
  }

  decide(file: MatchedFile, index: number): Decision {
    const { inspected, products, near } = file
    if (isFaulty(inspected)) {
      const status = inspected.fault === 'unknown_kind' ? 'unmatched' : 'damaged'
      return { status, note: faultNotes[inspected.fault](), product: only(products) }
    }
    const first = this.#firstByHash.get(inspected.hash)
    if (first !== undefined)
      return { status: 'duplicate_of', note: message('asset.same_as', first), product: only(products) }
    // Rows are numbered from 1 for people.
    this.#firstByHash.set(inspected.hash, { row: index + 1, name: file.name })
    const product = only(products)
    if (product === undefined)
      return products.length > 1
        ? { status: 'ambiguous', candidates: products }
        : { status: 'unmatched', candidates: near }
    if (!this.#fitsTarget(inspected.media_type))
      return { status: 'unmatched', note: message('asset.other_kind'), candidates: products }
    return this.#decideAt(product, file, inspected)
  }

  #fitsTarget(mediaType: string): boolean {
    if (this.#target.extras.constraints.kind === 'file') return true
    return mediaType.startsWith(`${this.#target.traits.media ?? 'image'}/`)
  }

  #decideAt(product: number, { base }: MatchedFile, facts: FileFacts): Decision {
    const held = this.#held.get(product)
    if (held?.hashes.has(facts.hash)) return { status: 'already_there', product }
    const same = held?.byName.get(base)
    if (same && !this.#replaced.has(same.image)) {
      this.#replaced.add(same.image)
      return { status: 'replaces', product, image: same.image, position: same.position }
    }
    if (this.#takesNoMore && held !== undefined && held.count > 0)
      return { status: 'already_there', product, note: message('asset.has_pictures') }
    const small = this.#smallerThanAsked(facts)
    return small === undefined
      ? { status: 'matched', product }
      : { status: 'too_small', product, note: message('asset.too_small', small) }
  }

  /** Whether a product with a picture is left as it is. */
  get #takesNoMore(): boolean {
    const { as } = this.#input
    return as === 'fill_empty' || (as === 'append' && !this.#isList)
  }

  #smallerThanAsked({ width, height }: FileFacts): { width: number; height: number } | undefined {
    const { min_width: minWidth = 0, min_height: minHeight = 0 } = this.#input
    if (width === null || height === null) return undefined
    return width < minWidth || height < minHeight ? { width, height } : undefined
  }

  get #isList(): boolean {
    return this.#target.traits.shape === 'reference_list' || isFileList(this.#target.extras.constraints)
  }

  /** Numbers the matched files of each product; an attribute with one picture takes the first of them. */
  positions(files: readonly MatchedFile[], decisions: readonly Decision[]): Map<number, Partial<Decision>> {
    const matched = decisions.flatMap(({ status, product }, index) =>
      status === 'matched' && product !== undefined ? [{ index, product }] : [],
    )
    const positions = new Map<number, Partial<Decision>>()
    for (const [product, group] of Map.groupBy(matched, (one) => one.product)) {
      const before = this.#input.as === 'append' && this.#isList ? (this.#held.get(product)?.count ?? 0) : 0
      const ordered = group
        .flatMap(({ index }) => ({ index, file: files[index] as MatchedFile }))
        .toSorted((one, other) => compareFiles(one.file, other.file) || one.index - other.index)
        .map(({ index }) => index)
      ordered.forEach((index, place) => {
        if (this.#isList || place === 0) positions.set(index, { position: before + place + 1 })
        else positions.set(index, { status: 'unmatched', note: sameProduct(ordered[0] ?? 0) })
      })
    }
    return positions
  }
}

function only(products: readonly number[]): number | undefined {
  return products.length === 1 ? products[0] : undefined
}

function sameProduct(first: number): Sentence {
  return message('asset.takes_one', { row: first + 1 })
}

/** By view, then by number, then by the number of the copy, then by name; files without one come first. */
function compareFiles(one: MatchedFile, other: MatchedFile): number {
  const numbers = [
    [one.order, other.order],
    [one.n, other.n],
    [one.copy, other.copy],
  ] as const
  const differing = numbers.find(([left, right]) => left !== right)
  if (differing === undefined) return compareTexts(one.name, other.name)
  const [left = -1, right = -1] = differing
  return left - right
}

const undecided: Required<Pick<Decision, 'status' | 'candidates'>> = { status: 'unmatched', candidates: [] }

function toRow(file: MatchedFile, position: number, decided: Partial<Decision>): AssetRow {
  const decision = { ...undecided, product: null, note: null, image: null, position: null, ...decided }
  const { status, candidates, note, image } = decision
  const product = decision.product ?? null
  const isFound = product !== null || candidates.length > 0
  const { hash = null, size = 0, ...sides } = { width: null, height: null, ...file.inspected }
  return {
    position,
    status,
    product,
    plan: {
      name: file.name,
      path: file.path,
      ...(file.linked !== undefined && { linked: file.linked }),
      hash,
      size,
      width: sides.width,
      height: sides.height,
      rule: isFound ? file.rule : null,
      position: decision.position,
      candidates,
      note,
      n: file.n ?? null,
      view: file.view ?? null,
      image,
    },
  }
}
