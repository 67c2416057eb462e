import type { PictureMode } from '#shared/imports.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { findEntity } from '../../store/tables/entities.ts'
import { findFetched, putWanted } from '../../store/tables/pictures.ts'
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

  constructor(tx: WritableDb, mode: PictureMode | undefined, job: string | null) {
    this.#tx = tx
    this.#mode = mode
    this.#job = job
  }

  /** What to write for the value of an image attribute, given by its internal id. */
  take(value: string, { attribute, ...place }: Place & { readonly attribute: number }): string {
    const address = value.trim()
    if (!webAddress.test(address)) return value
    const file = this.#mode === 'link' ? undefined : findFetched(this.#tx, address)
    this.#want({ ...place, address, attribute, isKnown: file !== undefined })
    return file ? toPath(file.hash, file.extension) : value
  }

  /** Notes the picture of an image that a cell names by its address. */
  takeImage(image: string, text: string, place: Place): void {
    if (this.#mode !== 'fetch') return
    const address = readPicture(text)?.address
    const attribute = pictureAttribute(this.#tx)
    if (address === undefined || !attribute || !webAddress.test(address)) return
    const row = findEntity(this.#tx, 'image', image)
    const held = row && ownValues(this.#tx, row, attributesOf(this.#tx, 'image'), [attribute.key])
    const isKnown = held?.[attribute.key] !== address
    this.#want({ ...place, address, attribute: attribute.id, isKnown })
  }

  #want(wanted: Parameters<typeof putWanted>[2]): void {
    if (this.#mode === 'fetch' && this.#job !== null) putWanted(this.#tx, this.#job, wanted)
  }
}
