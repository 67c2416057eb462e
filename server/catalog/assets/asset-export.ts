import { type FileNamePart, fileNameParts, maxExportedFiles, type NewAssetExport } from '#shared/exports.ts'
import { toEntityType } from '#shared/entities.ts'
import type { EditStep } from '#shared/renditions.ts'
import { message } from '#shared/messages/message.ts'
import { isOneOf } from '#shared/text.ts'
import { type Attribute, attributesOf } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { parseJson } from '../../store/database/json.ts'
import { type EntityRow, listEntityRows } from '../../store/tables/entities.ts'
import { listReferences, listReferrers } from '../../store/tables/references.ts'
import { editStepsKey, parseEditSteps } from '../attributes/edit-steps.ts'
import { pictureAttribute } from '../attributes/image-attributes.ts'
import { entitiesJson } from '../entities/entity-json.ts'
import { readStored, readValue, type Values } from '../entities/current-values.ts'
import { conflict, Faults } from '../errors.ts'
import { type AssetExportRequest, planList } from '../exports/plan-export.ts'
import { holdsFile } from '../files/linked-files.ts'
import { refersToImages } from './held-pictures.ts'
import { fillNamePattern, keysOfPattern, checkNamePattern } from '../exports/name-pattern.ts'
import type { FieldError } from '#shared/errors.ts'
import { findView, parseSelection } from '../exports/parse-export.ts'
import { findRecipeLook } from '../renditions/plan-rendition.ts'

/** The files of an archive of pictures with their names: each picture under the name of every product that uses it. */

/** A file of the archive; its name may still be that of another one. */
export interface ListedFile {
  /** `files/…`, `linked/…` or an address. */
  readonly value: string
  readonly steps: readonly EditStep[]
  readonly label: string
  readonly nameWith: (extension: string) => string
}

export interface ListedFiles {
  readonly files: readonly ListedFile[]
  readonly notFound: number
}

/** Lists what an export of pictures writes, in the order of what was asked for. */
export function listFiles(db: ReadableDb, request: AssetExportRequest): ListedFiles {
  const faults = new Faults()
  const list = planList(db, request, faults)
  faults.throwIfAny()
  const { ids, notFound } = list()
  const lister = new FileLister(db, request)
  if (request.type === 'product') lister.addProducts(ids)
  else lister.addImages(ids, { isAll: isWhole(request) })
  return { files: lister.files, notFound }
}

function isWhole({ clauses, tree, q, ids }: AssetExportRequest): boolean {
  return clauses.length === 0 && tree === undefined && q === undefined && ids === undefined
}

const atOnce = 500

interface Picture {
  readonly value: string
  readonly image: EntityRow | undefined
}

class FileLister {
  readonly files: ListedFile[] = []
  readonly #db: ReadableDb
  readonly #pattern: string
  readonly #holders: readonly Attribute[]
  readonly #picture: Attribute | undefined
  readonly #keys: readonly string[]
  readonly #seen = new Set<string>()

  constructor(db: ReadableDb, { pattern, attribute }: AssetExportRequest) {
    this.#db = db
    this.#pattern = pattern
    this.#picture = pictureAttribute(db)
    const holders = attributesOf(db, 'product').list.filter(holdsPictures)
    this.#holders = attribute === undefined ? holders : holders.filter(({ key }) => key === attribute)
    this.#keys = keysOfPattern(pattern).filter((key) => !isOneOf(fileNameParts, key))
  }

  /** The pictures of products, and with `only` none but these images. */
  addProducts(products: readonly number[], only?: ReadonlySet<number>): void {
    for (let start = 0; start < products.length; start += atOnce)
      this.#addSome(products.slice(start, start + atOnce), only)
  }

  /** Images by the products that use them, and behind them those that none does. */
  addImages(images: readonly number[], { isAll }: { readonly isAll: boolean }): void {
    const only = new Set(images)
    if (isAll) this.addProducts(this.#allHolders())
    else this.addProducts(this.#usersOf(images), only)
    for (let start = 0; start < images.length; start += atOnce)
      for (const image of listEntityRows(this.#db, images.slice(start, start + atOnce))) {
        const value = this.#valueOf(image)
        if (value !== undefined && !this.#seen.has(value)) this.#add({ value, image }, undefined, 0)
      }
  }

  #usersOf(images: readonly number[]): number[] {
    const users = new Set<number>()
    for (let start = 0; start < images.length; start += atOnce)
      for (const [source] of listReferrers(this.#db, images.slice(start, start + atOnce))) users.add(source)
    return this.#productsAmong([...users])
  }

  #productsAmong(ids: readonly number[]): number[] {
    const products: number[] = []
    for (let start = 0; start < ids.length; start += atOnce)
      for (const { id, type } of listEntityRows(this.#db, ids.slice(start, start + atOnce)))
        if (toEntityType(type) === 'product') products.push(id)
    return products
  }

  #allHolders(): number[] {
    const faults = new Faults()
    const list = planList(this.#db, { type: 'product', clauses: [], join: 'and', sort: [] }, faults)
    return [...list().ids]
  }

  #addSome(products: readonly number[], only: ReadonlySet<number> | undefined): void {
    const held = this.#picturesOf(products)
    const known = held.size === 0 ? [] : listEntityRows(this.#db, [...held.keys()])
    const texts = this.#textsOf(known)
    for (const row of known) {
      const pictures = held.get(row.id) ?? []
      const numbers = new Map<string, number>()
      for (const picture of pictures) {
        if (numbers.has(picture.value)) continue
        numbers.set(picture.value, numbers.size + 1)
        if (only && !(picture.image && only.has(picture.image.id))) continue
        this.#add(picture, texts.get(row.id), numbers.size)
      }
    }
  }

  /** The pictures of each product, in the order of its attributes and of their lists. */
  #picturesOf(products: readonly number[]): Map<number, Picture[]> {
    const byAttribute = Map.groupBy(
      listReferences(this.#db, products),
      ([source, attribute]) => `${source} ${attribute}`,
    )
    const targets = [...byAttribute.values()]
      .flat()
      .flatMap(([, attribute, target]) => (this.#holders.some(({ id }) => id === attribute) ? [target] : []))
    const images = new Map(listEntityRows(this.#db, [...new Set(targets)]).map((row) => [row.id, row]))
    const found = new Map<number, Picture[]>()
    for (const row of listEntityRows(this.#db, products)) {
      const pictures = this.#holders.flatMap((attribute) => {
        const own = attribute.traits.shape === 'scalar' ? readText(row, attribute) : undefined
        if (own !== undefined) return [{ value: own, image: undefined }]
        return (byAttribute.get(`${row.id} ${attribute.id}`) ?? []).flatMap(([, , target]) => {
          const image = images.get(target)
          const value = image && this.#valueOf(image)
          return value === undefined ? [] : [{ value, image }]
        })
      })
      if (pictures.length > 0) found.set(row.id, pictures)
    }
    return found
  }

  #valueOf(image: EntityRow): string | undefined {
    return this.#picture && readText(image, this.#picture)
  }

  #textsOf(rows: readonly EntityRow[]): Map<number, Values> {
    if (this.#keys.length === 0 || rows.length === 0) return new Map()
    const json = entitiesJson(this.#db, rows, new Set(this.#keys))
    return new Map(json.map((each, at) => [rows[at]?.id ?? 0, parseJson(each).attributes]))
  }

  #add(picture: Picture, product: Values | undefined, n: number): void {
    if (this.files.length >= maxExportedFiles)
      throw conflict(message('asset.too_many_exported', { count: maxExportedFiles }))
    const { value, image } = picture
    this.#seen.add(value)
    const label = labelOf(value, image)
    const textOf = this.#textsFor(picture, product, n)
    // Without any value of its own a name would be a number only.
    const isNamed = this.#keys.length === 0 || this.#keys.some((key) => textOf(key) !== '')
    const pattern = isNamed ? this.#pattern : '{name}.{ext}'
    const nameWith = (extension: string) => fillNamePattern(pattern, textOf, { fallback: label, extension })
    this.files.push({ value, steps: stepsOf(image), label, nameWith })
  }

  /** The values that the parts of a pattern stand for: facts of the file, its product or its image. */
  #textsFor({ value, image }: Picture, product: Values | undefined, n: number): (key: string) => string {
    const own: Readonly<Record<Exclude<FileNamePart, 'ext'>, string>> = {
      n: n > 0 ? String(n) : '',
      name: labelOf(value, image),
      hash: /^files\/([0-9a-f]{8})/.exec(value)?.[1] ?? '',
    }
    const values = image && this.#keys.length > 0 ? readStored(image).document : {}
    return (key) => {
      if (Object.hasOwn(own, key)) return own[key as keyof typeof own]
      return toText(product && Object.hasOwn(product, key) ? product[key] : readValue(values, key))
    }
  }
}

function stepsOf(image: EntityRow | undefined): readonly EditStep[] {
  return (image && parseEditSteps(readValue(readStored(image).document, editStepsKey))) ?? []
}

function holdsPictures(attribute: Attribute): boolean {
  const { extras, traits } = attribute
  return refersToImages(attribute)
    ? traits.shape !== 'inverse'
    : extras.constraints.kind !== 'file' && holdsFile(attribute)
}

function readText(row: EntityRow, { key }: Attribute): string | undefined {
  const value = readValue(readStored(row).document, key)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The name of a picture without its extension: that of its image, or the last step of its value. */
function labelOf(value: string, image: EntityRow | undefined): string {
  const name = image?.label ?? value.split('/').at(-1) ?? ''
  return name.replace(/\.[A-Za-z0-9]{1,5}$/, '')
}

function toText(value: unknown): string {
  if (Array.isArray(value)) return toText(value[0])
  if (typeof value === 'object' && value !== null && 'label' in value) return toText(value.label)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

const types = ['image', 'product'] as const

/** Reads the body of `POST /asset-exports`; throws all of its faults together. */
export function checkAssetExport(
  db: ReadableDb,
  body: Partial<NewAssetExport>,
  structural: readonly FieldError[],
): AssetExportRequest {
  const faults = new Faults(structural)
  const sent = body.type ?? 'image'
  const type = isOneOf(types, sent) ? sent : faults.add('type', 'invalid_value', types, sent)
  const view = type && findView(db, type, body.view, faults)
  const selection = parseSelection(body, type, view, faults)
  if (type) planList(db, selection, faults)
  const { attribute, recipe } = body
  if (attribute !== undefined) checkAttribute(db, attribute, faults)
  if (recipe !== undefined && !findRecipeLook(db, recipe)) faults.add('recipe', 'invalid_value')
  const pattern = checkNamePattern(db, body.pattern, faults)
  faults.throwIfAny()
  return { ...selection, format: 'zip', attribute, recipe, pattern }
}

function checkAttribute(db: ReadableDb, key: string, faults: Faults): void {
  const { byKey } = attributesOf(db, 'product')
  const attribute = byKey.get(key)
  if (!attribute) faults.addUnknown('attribute', 'not_a_defined_attribute', key, [...byKey.keys()])
  else if (!holdsFile(attribute) && !refersToImages(attribute))
    faults.add('attribute', 'not_a_reference_attribute')
}
