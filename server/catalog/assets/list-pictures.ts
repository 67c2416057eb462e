/**
 * Where the pictures of a workspace are used. Products refer to entities of the type image, or hold a file
 * in a cell of their own; both count as use, and the gallery shows both.
 */
import { type EntityType, entityTypes } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { parseJson } from '../../store/database/json.ts'
import { type Attribute, attributesOf } from '../../store/tables/attributes.ts'
import { countCellPictures, listCellPictures, listUses, maxCountedUses } from '../../store/tables/pictures.ts'
import { listEntityRows } from '../../store/tables/entities.ts'
import { findAlive } from '../../store/tables/trash.ts'
import { findByComparable, listComparables } from '../../store/tables/values.ts'
import { type Answer, dataAnswer, pageAnswer } from '../answer.ts'
import { stubsJson } from '../entities/entity-json.ts'
import { Faults } from '../errors.ts'
import { pictureAttribute } from '../attributes/image-attributes.ts'
import { checkRowIds } from '../grid/cell-origins.ts'
import { decodeCursor, encodeCursor, markList } from '../query/cursor.ts'

export const pictureReads = { listPictures, listPictureUses }

/** How many uses of a picture an answer names; the others are counted. */
const maxNamedUses = 12

interface ListPictures {
  readonly limit: number
  readonly offset: number
  readonly cursor?: string | undefined
  readonly faults: readonly FieldError[]
}

/** A page of the pictures that cells hold and no image has, each once, with the cells that hold it. */
function listPictures(db: ReadableDb, { limit, cursor, faults: structural }: ListPictures): Answer {
  const faults = new Faults(structural)
  const mark = markList(db, ['pictures in cells'])
  const position = cursor === undefined ? undefined : decodeCursor(mark, cursor, faults)
  faults.throwIfAny()
  const attributes = cellAttributes(db)
  const ids = { cells: attributes.map(({ id }) => id), images: pictureAttribute(db)?.id }
  const behind = String(position?.values[0] ?? '')
  const found = listCellPictures(db, ids, { behind, limit: limit + 1 })
  const page = found.slice(0, limit)
  const last = page.at(-1)
  return pageAnswer(pagesJson(db, page, attributes), {
    total: countCellPictures(db, ids),
    limit,
    offset: 0,
    has_more: found.length > limit,
    next_cursor: encodeCursor(mark, last === undefined ? position : { entity: 1, values: [last] }),
  })
}

interface ListUses {
  readonly ids: readonly string[]
  readonly faults: readonly FieldError[]
}

/** Where images are used, by their ids: what refers to them, and the cells that hold the same file. */
function listPictureUses(db: ReadableDb, { ids, faults: structural }: ListUses): Answer {
  const faults = new Faults(structural)
  const uuids = checkRowIds(ids, faults)
  faults.throwIfAny()
  const images = findAlive(db, 'image', uuids)
  const picture = pictureAttribute(db)
  const attributes = cellAttributes(db)
  const held = new Map(
    picture
      ? listComparables(
          db,
          picture.id,
          images.map(({ id }) => id),
        )
      : [],
  )
  const uses = images.map(({ id }) => {
    const value = held.get(id)
    return [...listUses(db, id), ...(value === undefined ? [] : holdersOf(db, String(value), attributes))]
  })
  const named = usesJson(db, uses)
  return dataAnswer(200, `{${images.map(({ uuid }, at) => `"${uuid}":${named[at] ?? ''}`).join(',')}}`)
}

/** The attributes whose cells hold pictures themselves: of every type, but for the files of images. */
function cellAttributes(db: ReadableDb): Attribute[] {
  const file = pictureAttribute(db)?.id
  return entityTypes.flatMap((type) =>
    attributesOf(db, type).list.filter(({ id, traits }) => traits.media === 'image' && id !== file),
  )
}

type Use = readonly [entity: number, attribute: number]

function holdersOf(db: ReadableDb, comparable: string, attributes: readonly Attribute[]): Use[] {
  return attributes.flatMap(({ id }) =>
    findByComparable(db, id, comparable, maxCountedUses).map((entity): Use => [entity, id]),
  )
}

function pagesJson(
  db: ReadableDb,
  comparables: readonly string[],
  attributes: readonly Attribute[],
): string[] {
  const uses = comparables.map((comparable) => holdersOf(db, comparable, attributes))
  const values = readValues(db, uses)
  const named = usesJson(db, uses)
  return comparables.map((comparable, at) => {
    const value = JSON.stringify(values[at] ?? comparable)
    return `{"value":${value},"uses":${named[at] ?? ''}}`
  })
}

/** The values as they were written, since a comparable of an address has lost its capitals. */
function readValues(db: ReadableDb, uses: readonly (readonly Use[])[]): (string | undefined)[] {
  const firsts = uses.map(([first]) => first)
  const documents = new Map(
    listEntityRows(
      db,
      firsts.flatMap((first) => (first ? [first[0]] : [])),
    ).map(({ id, attributes }) => [id, parseJson(attributes)]),
  )
  const byId = describeAttributes(db)
  return firsts.map((first) => {
    const value = first && documents.get(first[0])?.[byId.get(first[1])?.key ?? '']
    return typeof value === 'string' ? value : undefined
  })
}

function describeAttributes(db: ReadableDb): ReadonlyMap<number, Attribute> {
  return new Map(
    entityTypes.flatMap((type: EntityType) => attributesOf(db, type).list.map((each) => [each.id, each])),
  )
}

function usesJson(db: ReadableDb, uses: readonly (readonly Use[])[]): string[] {
  const byId = describeAttributes(db)
  const shown = uses.map((all) => all.slice(0, maxNamedUses))
  const stubs = stubsJson(
    db,
    shown.flatMap((some) => some.map(([entity]) => entity)),
  )
  return shown.map((some, at) => {
    const first = some.flatMap(([entity, attribute]) => {
      const [stub, definition] = [stubs.get(entity), byId.get(attribute)]
      if (stub === undefined || !definition) return []
      const named = JSON.stringify({ key: definition.key, name: definition.name })
      return [`{"entity":${stub},"attribute":${named}}`]
    })
    return `{"total":${uses[at]?.length ?? 0},"first":[${first.join(',')}]}`
  })
}
