import { fetchesPictures, type PictureMode } from '#shared/imports.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { findEntity } from '../../store/tables/entities.ts'
import { findFetched, type HeldPicture, putHeld, putWanted } from '../../store/tables/pictures.ts'
import { ownValues } from '../entities/current-values.ts'
import { toPath } from '../files/stored-files.ts'
import { pictureAttribute, readPicture } from './named-pictures.ts'

/** Where a row names a picture. */
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

  /** Begins with the next row. */
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

  /** Notes the picture of an image that a cell names by its address. */
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

  /** The file that was fetched from an address. */
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

/** The one value that there is. */
function textOf(values: Readonly<Record<string, unknown>>): string | undefined {
  const [value] = Object.values(values)
  return typeof value === 'string' ? value : undefined
}
