import { foldText } from '#shared/text.ts'
import { type Attribute, attributesOf } from '../../store/tables/attributes.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import { findEntity, getEntityRow } from '../../store/tables/entities.ts'
import { ensureValueIndex } from '../../store/tables/indexes.ts'
import { findFetched, type HeldPicture, putHeld, putWanted } from '../../store/tables/pictures.ts'
import { findByComparable } from '../../store/tables/values.ts'
import { defineAttribute } from '../attributes/define-attribute.ts'
import { ownValues } from '../entities/current-values.ts'
import { Faults } from '../errors.ts'
import { toPath } from '../files/stored-files.ts'
import type { WriteContext } from '../events/record-event.ts'
import { fetchesPictures, type PictureMode } from '#shared/imports.ts'

/** A picture that a cell names by its address, and what is said of it for those who do not see it. */
export interface NamedPicture {
  readonly address: string
  readonly alt: string | undefined
}

const address = /^(?:https?:\/\/|files\/)\S+$/i

/** The picture that a member of a list names: an address, or an object of `url` and `alt`. */
export function readPicture(text: string): NamedPicture | undefined {
  const trimmed = text.trim()
  if (address.test(trimmed)) return { address: trimmed, alt: undefined }
  if (!trimmed.startsWith('{')) return undefined
  try {
    const { url, alt }: { url?: unknown; alt?: unknown } = JSON.parse(trimmed)
    if (typeof url !== 'string' || !address.test(url)) return undefined
    return { address: url, alt: typeof alt === 'string' && alt !== '' ? alt : undefined }
  } catch {
    return undefined
  }
}

/** The attribute that holds the pictures of images. */
export function pictureAttribute(db: ReadableDb): Attribute | undefined {
  return attributesOf(db, 'image').list.find(({ traits }) => traits.media === 'image')
}

/** The first image of that very address, or the one that holds what was fetched from there: paths of the web are not alike in another case. */
export function findPicture(tx: WritableDb, picture: NamedPicture): string | undefined {
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

const maxNamesakes = 100

/** The image that was linked to an address, as long as it holds the picture that was fetched from there. */
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

/** The values of a new image; defines the attributes they need where there are none. */
export function pictureValues(
  tx: WritableDb,
  { address: url, alt }: NamedPicture,
  context: WriteContext,
): Record<string, string> {
  const define = (key: string, name: string, isPrimary: boolean, dataType = 'single_line_text_field') =>
    defineAttribute(
      tx,
      { key, name, entity_type: 'image', data_type: dataType, is_primary: isPrimary },
      new Faults(),
      context,
    )
  const { byKey, primary } = attributesOf(tx, 'image')
  const name = primary ?? byKey.get('file_name') ?? define('file_name', 'File name', true)
  const picture =
    pictureAttribute(tx) ?? define(byKey.has('image_url') ? 'picture' : 'image_url', 'Image', false, 'image')
  const values = { [name.key]: fileNameOf(url), [picture.key]: url }
  if (alt === undefined) return values
  const text = byKey.get('alt_text') ?? define('alt_text', 'Alternative text', false)
  return { ...values, [text.key]: alt }
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

/** The addresses of pictures in the rows of an import: each is a link, the file that was fetched from it, or to be fetched afterwards. */
export class PictureAddresses {
  readonly #tx: WritableDb
  readonly #mode: PictureMode | undefined
  readonly #job: string | null
  /** What the row that is being read is given of pictures that are to be asked for again. */
  #given: Omit<HeldPicture, 'entity'>[] = []

  constructor(tx: WritableDb, mode: PictureMode | undefined, job: string | null) {
    this.#tx = tx
    this.#mode = mode
    this.#job = job
  }

  begin(): void {
    this.#given = []
  }

  /** What to write for the value of an image attribute, given by its internal id. */
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

  /** Notes which entity the row was about, once it is written. */
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
