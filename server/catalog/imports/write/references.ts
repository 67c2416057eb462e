import { type Sentence, type Message, message } from '#shared/messages/message.ts'
import { type EntityType, parseUuid, pluralOf } from '#shared/entities.ts'
import { viewFor } from '../../../store/computed/hidden-attributes.ts'
import type { WritableDb } from '../../../store/database/database.ts'
import type { WriteContext } from '../../events/record-event.ts'
import { foldText } from '#shared/text.ts'
import { readPicture, type NamedPicture } from '../recognise/cell-values.ts'
import { type Attribute, attributesOf } from '../../../store/tables/attributes.ts'
import { ensureValueIndex } from '../../../store/tables/indexes.ts'
import { findByComparable } from '../../../store/tables/values.ts'
import { type AliasRow, findEntityAlias } from '../../../store/tables/aliases.ts'
import { type EntityRow, getEntityRow, findEntity } from '../../../store/tables/entities.ts'
import { defineAttribute } from '../../attributes/define-attribute.ts'
import { Faults, CatalogError } from '../../errors.ts'
import { parseWrites } from '../../entities/parse-writes.ts'
import { createFrom } from '../../entities/create-entity.ts'
import { ensureImageAttributes, pictureAttribute } from '../../attributes/image-attributes.ts'
import { ownValues } from '../../entities/current-values.ts'
import { findFetched, type HeldPicture, putWanted, putHeld } from '../../../store/tables/pictures.ts'
import { toPath } from '../../files/stored-files.ts'
import { type PictureMode, fetchesPictures } from '#shared/imports.ts'

/**
 * The result for a cell that names an entity: an id, or the reason without one. `isMissing` where no
 * entity has that name.
 */
type ReferenceMatch =
  | { readonly id: string; readonly alias?: AliasRow | undefined }
  | { readonly isMissing: true }
  | { readonly isMissing: false; readonly sentence: Sentence }

export interface ReferenceLookup {
  readonly type: EntityType
  readonly by: string | undefined
  readonly path: string | undefined
}

const maxNamesakes = 100

/**
 * Finds the entities that cells name by id, key or path, and creates those that may be created. Caches
 * them for one batch; `forget` after a rollback.
 */
export class ReferencedEntities {
  readonly #tx: WritableDb
  readonly #mayCreate: ReadonlySet<EntityType>
  readonly #context: WriteContext
  readonly #known = new Map<string, ReferenceMatch>()

  constructor(tx: WritableDb, mayCreate: ReadonlySet<EntityType>, context: WriteContext) {
    this.#tx = tx
    this.#mayCreate = mayCreate
    this.#context = context
  }

  find(look: ReferenceLookup, text: string): ReferenceMatch {
    const id = parseUuid(text.trim())
    if (id) return { id }
    const name = JSON.stringify([look, foldText(text)])
    const known = this.#known.get(name)
    if (known) return known
    const found = this.#look(look, text)
    if ('id' in found) this.#known.set(name, found)
    return found
  }

  forget(): void {
    this.#known.clear()
  }

  #look(look: ReferenceLookup, text: string): ReferenceMatch {
    const picture = look.type === 'image' && look.by === undefined ? readPicture(text) : undefined
    if (picture) return this.#picture(picture)
    return look.path === undefined ? this.#step(look, text, undefined) : this.#walk(look, text)
  }

  #picture(picture: NamedPicture): ReferenceMatch {
    const known = findPicture(this.#tx, picture)
    if (known !== undefined) return { id: known }
    if (!this.#mayCreate.has('image')) return missing
    return this.#store('image', pictureValues(this.#tx, picture, this.#context), undefined, picture.address)
  }

  #walk(look: ReferenceLookup, text: string): ReferenceMatch {
    const steps = text
      .split(look.path ?? '')
      .map((step) => step.trim())
      .filter((step) => step !== '')
    let found: ReferenceMatch = missing
    let parent: string | null = null
    for (const step of steps) {
      found = this.#step(look, step, parent)
      if ('isMissing' in found) return found
      parent = found.id
    }
    return found
  }

  #step({ type, by }: ReferenceLookup, text: string, parent: string | null | undefined): ReferenceMatch {
    const attribute = this.#attribute(type, by)
    if (!attribute) return { sentence: noName(type, by), isMissing: false }
    const rows = this.#namesakes(attribute, text).filter((row) => isBelow(row, parent))
    const [row] = rows
    if (rows.length > 1) return { sentence: severalNamed(type, text), isMissing: false }
    if (row) return { id: row.uuid }
    const alias = findEntityAlias(this.#tx, attribute, text)
    if (alias?.entity_uuid && isBelow(getEntityRow(this.#tx, Number(alias.entity)), parent))
      return { id: alias.entity_uuid, alias }
    return this.#mayCreate.has(type) ? this.#create(type, attribute.key, text, parent) : missing
  }

  #namesakes(attribute: Attribute, text: string) {
    ensureValueIndex(this.#tx, attribute.id)
    const ids = findByComparable(this.#tx, attribute.id, foldText(text), maxNamesakes)
    return ids.map((id) => getEntityRow(this.#tx, id))
  }

  #attribute(type: EntityType, by: string | undefined): Attribute | undefined {
    const { byKey, primary } = attributesOf(viewFor(this.#tx, this.#context.role), type)
    if (by !== undefined) return isLookedUp(byKey.get(by)) ? byKey.get(by) : undefined
    if (primary) return isLookedUp(primary) ? primary : undefined
    if (!this.#mayCreate.has(type) || byKey.has('name')) return undefined
    const body = {
      name: 'Name',
      key: 'name',
      entity_type: type,
      data_type: 'single_line_text_field',
      is_primary: true,
    } as const
    return defineAttribute(this.#tx, body, new Faults(), this.#context)
  }

  #create(type: EntityType, key: string, text: string, parent: string | null | undefined): ReferenceMatch {
    return this.#store(type, { [key]: text.trim() }, parent, text)
  }

  #store(
    type: EntityType,
    given: Readonly<Record<string, string>>,
    parent: string | null | undefined,
    text: string,
  ): ReferenceMatch {
    const faults = new Faults()
    try {
      const writes = parseWrites(attributesOf(this.#tx, type), given, faults)
      const request = { type, parent: parent ?? undefined, writes, given }
      return { id: createFrom(this.#tx, request, faults, this.#context).uuid }
    } catch (error) {
      if (!(error instanceof CatalogError)) throw error
      const sentence = `No ${type} is named "${text}", and one cannot be created: ${error.message}`
      return { sentence, isMissing: false }
    }
  }
}

function isBelow(row: EntityRow, parent: string | null | undefined): boolean {
  return parent === undefined || row.parent_uuid === parent
}

const creatableTypes: ReadonlySet<EntityType> = new Set(['vendor', 'category', 'image'])

export function describeMissing(
  { type, by: key = 'name' }: ReferenceLookup,
  isParent: boolean,
): Message | undefined {
  if (isParent) return message('cell.parent_not_imported', { type, key })
  return creatableTypes.has(type) ? undefined : message('cell.reference_not_imported', { type, key })
}

const missing: ReferenceMatch = { isMissing: true }

function isLookedUp(attribute: Attribute | undefined): boolean {
  return attribute?.traits.isFreeText === true
}

function noName(type: EntityType, by: string | undefined): string {
  const what = by === undefined ? 'no name' : `no text attribute ${by}`
  return `${capital(pluralOf[type])} have ${what} to find them by. Give ids, or name an attribute with \`by\`.`
}

function severalNamed(type: EntityType, text: string): Message {
  return message('cell.reference_name_ambiguous', { plural: pluralOf[type], text })
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/**
 * The first image with exactly that address or with the picture fetched from it; URL paths are
 * case-sensitive.
 */
function findPicture(tx: WritableDb, picture: NamedPicture): string | undefined {
  const attribute = pictureAttribute(tx)
  if (!attribute) return undefined
  const fetched = findFetchedImage(tx, attribute, picture)
  if (fetched !== undefined) return fetched
  ensureValueIndex(tx, attribute.id)
  return findByComparable(tx, attribute.id, foldText(picture.address), maxNamesakes)
    .map((id) => getEntityRow(tx, id))
    .find(
      (row) =>
        ownValues(tx, row, attributesOf(tx, 'image'), [attribute.key])[attribute.key] === picture.address,
    )?.uuid
}

function findFetchedImage(
  tx: WritableDb,
  { key }: Attribute,
  { address: url }: NamedPicture,
): string | undefined {
  const fetched = findFetched(tx, url)
  const row = fetched?.image ? findEntity(tx, 'image', fetched.image) : undefined
  if (!fetched || !row) return undefined
  const held = ownValues(tx, row, attributesOf(tx, 'image'), [key])[key]
  return held === toPath(fetched.hash, fetched.extension) ? row.uuid : undefined
}

function pictureValues(
  tx: WritableDb,
  { address: url, alt, name: fileName = fileNameOf(url) }: NamedPicture,
  context: WriteContext,
): Record<string, string> {
  const { name, picture, alt: text } = ensureImageAttributes(tx, { hasAlt: alt !== undefined }, context)
  const values = { [name.key]: fileName, [picture.key]: url }
  return alt === undefined || text === undefined ? values : { ...values, [text.key]: alt }
}

function fileNameOf(url: string): string {
  const [path = ''] = url.split(/[?#]/)
  const last = path.split('/').findLast((step) => step !== '') ?? url
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}

interface Place {
  readonly row: number
  readonly header: string
}

const webAddress = /^https?:\/\/\S+$/i

export class PictureAddresses {
  readonly #tx: WritableDb
  readonly #mode: PictureMode | undefined
  readonly #job: string | null
  #given: Omit<HeldPicture, 'entity'>[] = []

  constructor(tx: WritableDb, mode: PictureMode | undefined, job: string | null) {
    this.#tx = tx
    this.#mode = mode
    this.#job = job
  }

  begin(): void {
    this.#given = []
  }

  take(value: string, { attribute, ...place }: Place & { readonly attribute: number }): string {
    const address = value.trim()
    if (!webAddress.test(address)) return value
    const path = this.#mode === 'link' ? undefined : this.#pathOf(address)
    this.#want({ ...place, address, attribute, isKnown: path !== undefined && !this.#isAnew })
    if (path === undefined) return value
    if (this.#isAnew) this.#given.push({ address, attribute, path })
    return path
  }

  takeImage(image: string, text: string, place: Place): void {
    if (!fetchesPictures(this.#mode)) return
    const address = readPicture(text)?.address
    const attribute = pictureAttribute(this.#tx)
    if (address === undefined || !attribute || !webAddress.test(address)) return
    const wanted = { ...place, address, attribute: attribute.id }
    const row = findEntity(this.#tx, 'image', image)
    const path = row && textOf(ownValues(this.#tx, row, attributesOf(this.#tx, 'image'), [attribute.key]))
    if (row && path !== undefined && this.#mayHaveChanged(address, path)) {
      this.#want({ ...wanted, isKnown: false })
      this.#put({ address, attribute: attribute.id, path, entity: row.id })
    } else this.#want({ ...wanted, isKnown: path !== address })
  }

  /** An image that was given another picture since keeps it. */
  #mayHaveChanged(address: string, held: string): boolean {
    return this.#isAnew && held === this.#pathOf(address)
  }

  settle(entity: number): void {
    for (const given of this.#given) this.#put({ ...given, entity })
  }

  get #isAnew(): boolean {
    return this.#mode === 'refetch'
  }

  #pathOf(address: string): string | undefined {
    const file = findFetched(this.#tx, address)
    return file && toPath(file.hash, file.extension)
  }

  #want(wanted: Parameters<typeof putWanted>[2]): void {
    if (this.#job !== null && fetchesPictures(this.#mode)) putWanted(this.#tx, this.#job, wanted)
  }

  #put(held: HeldPicture): void {
    if (this.#job !== null) putHeld(this.#tx, this.#job, held)
  }
}

function textOf(values: Readonly<Record<string, unknown>>): string | undefined {
  const [value] = Object.values(values)
  return typeof value === 'string' ? value : undefined
}
