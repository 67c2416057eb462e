import { parseLinked } from '#shared/files.ts'
import { foldText } from '#shared/text.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { pictureAttribute } from '../attributes/image-attributes.ts'
import { filesIn, holdsFile, readLinkedFile } from '../files/linked-files.ts'
import { parseJson } from '../../store/database/json.ts'
import { type Attribute, attributesOf, isReference } from '../../store/tables/attributes.ts'
import { type EntityRow, listEntityRows } from '../../store/tables/entities.ts'
import { listReferences } from '../../store/tables/references.ts'

export interface HeldImage {
  readonly image: string
  /** The position in the target attribute, from 1; null where another attribute refers to the image. */
  readonly position: number | null
}

/** The pictures that a product has: by their bytes, and images by their file names. */
export interface HeldPictures {
  /** How many the target attribute holds. */
  count: number
  readonly hashes: Set<string>
  readonly byName: Map<string, HeldImage>
}

const atOnce = 500

/** Reads the pictures of products in every attribute that refers to images or holds a picture. */
export function readHeldPictures(
  db: ReadableDb,
  products: readonly number[],
  target: Attribute,
): Map<number, HeldPictures> {
  const held = new Map<number, HeldPictures>()
  for (let start = 0; start < products.length; start += atOnce)
    readSome(db, products.slice(start, start + atOnce), { target, held })
  return held
}

interface Reading {
  readonly target: Attribute
  readonly held: Map<number, HeldPictures>
}

function readSome(db: ReadableDb, products: readonly number[], { target, held }: Reading): void {
  const { list } = attributesOf(db, 'product')
  for (const id of products) held.set(id, { count: 0, hashes: new Set(), byName: new Map() })
  const holders = list.filter(holdsFile)
  for (const { id, attributes } of listEntityRows(db, products)) {
    const values = parseJson(attributes)
    const own = held.get(id)
    for (const attribute of holders) {
      if (!own || !Object.hasOwn(values, attribute.key)) continue
      const files = filesIn(attribute, values[attribute.key])
      for (const hash of files.map((file) => hashOf(db, file))) if (hash !== undefined) own.hashes.add(hash)
      if (attribute.id === target.id) own.count = files.length
    }
  }
  readReferences(db, products, { target, held })
}

function readReferences(db: ReadableDb, products: readonly number[], { target, held }: Reading): void {
  const { byId } = attributesOf(db, 'product')
  const links = listReferences(db, products).filter(([, attribute]) => {
    const found = byId.get(attribute)
    return found && isReference(found) && refersToImages(found)
  })
  const images = describeImages(db, [...new Set(links.map(([, , image]) => image))])
  for (const [product, attribute, id] of links) {
    const [own, image] = [held.get(product), images.get(id)]
    if (!own || !image) continue
    if (attribute === target.id) own.count += 1
    const position = attribute === target.id ? own.count : null
    if (image.hash !== undefined) own.hashes.add(image.hash)
    if (image.name !== undefined && (position !== null || !own.byName.has(image.name)))
      own.byName.set(image.name, { image: image.uuid, position })
  }
}

export function refersToImages({ extras: { reference } }: Attribute): boolean {
  return reference !== null && 'type' in reference && reference.type === 'image'
}

interface DescribedImage {
  readonly uuid: string
  readonly name: string | undefined
  readonly hash: string | undefined
}

function describeImages(db: ReadableDb, ids: readonly number[]): Map<number, DescribedImage> {
  const [name, file] = [attributesOf(db, 'image').primary, pictureAttribute(db)]
  const read = ({ attributes }: EntityRow, attribute: Attribute | undefined): unknown => {
    const values = parseJson(attributes)
    return attribute && Object.hasOwn(values, attribute.key) ? values[attribute.key] : undefined
  }
  return new Map(
    listEntityRows(db, ids).map((row) => {
      const written = read(row, name)
      const named = typeof written === 'string' ? foldText(written) : undefined
      return [row.id, { uuid: row.uuid, name: named, hash: hashOf(db, read(row, file)) }]
    }),
  )
}

/** The hash of a file that a value names, stored or linked. */
function hashOf(db: ReadableDb, value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const linked = parseLinked(value)
  return linked ? readLinkedFile(db, linked)?.hash : /^files\/([0-9a-f]{64})\./.exec(value)?.[1]
}
