/**
 * Writes rows of a plan: the files, the images that are made of them and the links of the products, all
 * under one edit. A product is written whole in one transaction.
 *
 *     CH-100_1.jpg, CH-100_2.jpg → two images, gallery_images: [...there before, the first, the second]
 */
import type { AssetMode } from '#shared/assets.ts'
import { isFileList, toLinked } from '#shared/files.ts'
import { message, type Sentence } from '#shared/messages/message.ts'
import { foldText } from '#shared/text.ts'
import { parseJson } from '../../store/database/json.ts'
import { findExtension } from '../../store/tables/files.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { type Attribute, attributesOf, isReference } from '../../store/tables/attributes.ts'
import { type EntityRow, findEntity, listEntityRows } from '../../store/tables/entities.ts'
import { saveJobProgress } from '../../store/tables/jobs.ts'
import { listTargets } from '../../store/tables/references.ts'
import { findByComparable } from '../../store/tables/values.ts'
import { assertAtCheckpoint } from '../edits/edit-outcome.ts'
import { createFrom } from '../entities/create-entity.ts'
import { shownValues } from '../entities/current-values.ts'
import { parseWrites } from '../entities/parse-writes.ts'
import { updateFrom } from '../entities/update-entity.ts'
import { CatalogError, conflict, Faults } from '../errors.ts'
import type { WriteContext } from '../events/record-event.ts'
import { detectFileKind } from '../files/file-kinds.ts'
import { ensureImageAttributes, pictureAttribute } from '../attributes/image-attributes.ts'
import { filesIn } from '../files/linked-files.ts'
import { addFile, toPath } from '../files/stored-files.ts'
import { type FoundFile, storeLinkedFiles } from './library-scan.ts'
import type { StoredPlan } from './plan-files.ts'

/** How the files of a match are written. */
export interface PlacingRules {
  readonly attribute: string
  readonly as: AssetMode
  readonly alt_text?: string | undefined
  readonly create_images: boolean
}

export interface PlacedFile {
  /** The number of the row in the plan. */
  readonly row: number
  readonly plan: StoredPlan
  /** The bytes; without them the workspace stores the file, or a library holds it. */
  readonly bytes?: Uint8Array
  /** The file of a linked library as it is now, which is not copied. */
  readonly linked?: FoundFile & { readonly library: string }
}

export interface ProductFiles {
  readonly product: number
  readonly files: readonly PlacedFile[]
}

export interface RowConflict {
  readonly index: number
  readonly note: Sentence
}

export interface ApplyState {
  /** How many products are done, of how many files in all. */
  readonly position: number
  readonly total: number
  readonly applied: number
  readonly conflicts: readonly RowConflict[]
}

export interface ApplyChunk {
  readonly jobId: string
  readonly rules: PlacingRules
  readonly context: Omit<WriteContext, 'job_id'>
  readonly checkpoint: ApplyState | undefined
  readonly total: number
  readonly products: readonly ProductFiles[]
  readonly conflicts: readonly RowConflict[]
}

/** Writes the files of some products with the checkpoint of the job. */
export function applyMatchChunk(
  tx: WritableDb,
  { jobId, rules, context, checkpoint, total, products, conflicts }: ApplyChunk,
): { readonly state: ApplyState; readonly isCancelled: boolean } {
  assertAtCheckpoint(tx, jobId, checkpoint)
  const before = checkpoint ?? { position: 0, total, applied: 0, conflicts: [] }
  const found: RowConflict[] = [...conflicts]
  let applied = 0
  for (const product of products) {
    const refused = placeOrRefuse(tx, product, rules, { ...context, job_id: jobId })
    found.push(...refused)
    applied += product.files.length - refused.length
  }
  const state: ApplyState = {
    position: before.position + products.length,
    total,
    applied: before.applied + applied,
    conflicts: [...before.conflicts, ...found],
  }
  const current = state.applied + state.conflicts.length
  return { state, ...saveJobProgress(tx, jobId, { current, total, checkpoint: state }) }
}

function placeOrRefuse(
  tx: WritableDb,
  { product, files }: ProductFiles,
  rules: PlacingRules,
  context: WriteContext,
): RowConflict[] {
  const refuse = (note: Sentence) => files.map(({ row }) => ({ index: row, note }))
  const [row] = listEntityRows(tx, [product])
  if (!row) return refuse(message('asset.changed_meanwhile'))
  try {
    return tx.nested(() => new ProductPictures(tx, row, rules, context).place(files))
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error
    return refuse(error.sentence)
  }
}

class ProductPictures {
  readonly #tx: WritableDb
  readonly #row: EntityRow
  readonly #rules: PlacingRules
  readonly #context: WriteContext
  readonly #target: Attribute

  constructor(tx: WritableDb, row: EntityRow, rules: PlacingRules, context: WriteContext) {
    this.#tx = tx
    this.#row = row
    this.#rules = rules
    this.#context = context
    const target = attributesOf(tx, 'product').byKey.get(rules.attribute)
    if (!target) throw conflict(message('asset.changed_meanwhile'))
    this.#target = target
  }

  place(files: readonly PlacedFile[]): RowConflict[] {
    const conflicts: RowConflict[] = []
    const added: { readonly value: string; readonly position: number | null }[] = []
    for (const file of files) {
      const path = this.#store(file)
      if (file.plan.image !== null) this.#replaceFile(file.plan.image, path)
      else if (!isReference(this.#target)) added.push({ value: path, position: file.plan.position })
      else {
        const image = this.#findImage(path, file.plan) ?? this.#createImage(path, file.plan)
        if (image === undefined) conflicts.push({ index: file.row, note: message('asset.no_image_of_name') })
        else added.push({ value: image, position: file.plan.position })
      }
    }
    if (added.length > 0) this.#link(added)
    return conflicts
  }

  #store({ bytes, linked, plan }: PlacedFile): string {
    if (linked !== undefined) {
      const { library, ...file } = linked
      storeLinkedFiles(this.#tx, { library, files: [file] })
      return toLinked({ library, path: file.path })
    }
    if (bytes !== undefined) {
      const kind = detectFileKind(bytes)
      if (kind === undefined) throw conflict(message('asset.unknown_kind'))
      return addFile(this.#tx, { bytes, ...kind }).path
    }
    const extension = plan.hash === null ? undefined : findExtension(this.#tx, plan.hash)
    if (plan.hash === null || extension === undefined) throw conflict(message('asset.file_changed'))
    return toPath(plan.hash, extension)
  }

  /** The image keeps its texts and everything that refers to it; its former file is in its history. */
  #replaceFile(image: string, path: string): void {
    const row = findEntity(this.#tx, 'image', image)
    const picture = pictureAttribute(this.#tx)
    if (!row || !picture) throw conflict(message('asset.changed_meanwhile'))
    this.#update('image', row, { [picture.key]: path })
  }

  #findImage(path: string, { name }: StoredPlan): string | undefined {
    const picture = pictureAttribute(this.#tx)
    const { primary } = attributesOf(this.#tx, 'image')
    const byFile = picture ? findByComparable(this.#tx, picture.id, foldText(path), 1) : []
    const byName =
      primary && !this.#rules.create_images
        ? findByComparable(this.#tx, primary.id, foldText(baseName(name)), 2)
        : []
    const [id] = byFile.length > 0 ? byFile : byName.length === 1 ? byName : []
    return id === undefined ? undefined : listEntityRows(this.#tx, [id])[0]?.uuid
  }

  #createImage(path: string, plan: StoredPlan): string | undefined {
    const { create_images: creates, alt_text: pattern } = this.#rules
    if (!creates) return undefined
    const attributes = ensureImageAttributes(this.#tx, { hasAlt: pattern !== undefined }, this.#context)
    const { byKey } = attributesOf(this.#tx, 'image')
    const values = {
      [attributes.name.key]: baseName(plan.name),
      [attributes.picture.key]: path,
      ...(pattern !== undefined && attributes.alt && { [attributes.alt.key]: this.#fill(pattern, plan) }),
      ...(plan.view !== null && byKey.get('view')?.traits.family === 'text' && { view: plan.view }),
    }
    const faults = new Faults()
    const writes = parseWrites(attributesOf(this.#tx, 'image'), values, faults)
    const request = { type: 'image', parent: undefined, writes, given: values } as const
    return createFrom(this.#tx, request, faults, this.#context).uuid
  }

  /** `{product_name}, picture {n}`: the number and view of the file, and values of the product. */
  #fill(pattern: string, { n, position, view }: StoredPlan): string {
    const keys = [...pattern.matchAll(/\{([a-z0-9_]+)\}/g)].map(([, key = '']) => key)
    const known = keys.filter((key) => attributesOf(this.#tx, 'product').byKey.has(key))
    const values = shownValues(this.#tx, this.#row, known)
    const own: Readonly<Record<string, unknown>> = { n: position ?? n ?? '', view: view ?? '' }
    return pattern
      .replaceAll(/\{([a-z0-9_]+)\}/g, (_, key: string) =>
        toText(Object.hasOwn(own, key) ? own[key] : values[key]),
      )
      .trim()
  }

  #link(added: readonly { readonly value: string; readonly position: number | null }[]): void {
    const { key, traits, extras } = this.#target
    if (traits.shape !== 'reference_list' && !isFileList(extras.constraints)) {
      this.#update('product', this.#row, { [key]: added[0]?.value ?? null })
      return
    }
    const present = this.#rules.as === 'replace' ? [] : this.#present()
    const list = present.filter((one) => !added.some(({ value }) => value === one))
    for (const { value, position } of added.toSorted(byPosition))
      list.splice(position === null ? list.length : position - 1, 0, value)
    this.#update('product', this.#row, { [key]: list })
  }

  /** The ids of the images, or the files, that the list has before. */
  #present(): string[] {
    const target = this.#target
    if (isReference(target)) return listTargets(this.#tx, this.#row.id, target.id).map(({ uuid }) => uuid)
    const values = parseJson(this.#row.attributes)
    return Object.hasOwn(values, target.key) ? filesIn(target, values[target.key]).map(String) : []
  }

  #update(type: 'product' | 'image', row: EntityRow, values: Readonly<Record<string, unknown>>): void {
    const faults = new Faults()
    const writes = parseWrites(attributesOf(this.#tx, type), values, faults)
    updateFrom(this.#tx, row, { type, parent: undefined, writes }, faults, this.#context)
  }
}

interface ListMember {
  readonly position: number | null
}

function byPosition(one: ListMember, other: ListMember): number {
  return (one.position ?? Infinity) - (other.position ?? Infinity) || 0
}

export function baseName(name: string): string {
  return name.split(/[\\/]/).at(-1) ?? name
}

function toText(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'label' in value) return toText(value.label)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
