/** Images whose pictures are the same or nearly the same, by the signatures of their files. */
import type { FieldError } from '#shared/errors.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { listFileDetails } from '../../store/tables/assets.ts'
import { listComparablesBehind } from '../../store/tables/values.ts'
import { type Answer, pageAnswer } from '../answer.ts'
import { areNearlySame } from '../duplicates/picture-signature.ts'
import { stubsJson } from '../entities/entity-json.ts'
import { Faults } from '../errors.ts'
import { uuidOf } from '../uuid-of.ts'
import { pictureAttribute } from '../attributes/image-attributes.ts'
import { decodeCursor, encodeCursor, markList } from '../query/cursor.ts'
import type { FileFacts } from './file-facts.ts'

export const nearSameReads = { listNearSame }

const maxPictures = 20_000
const maxMembers = 50
const atOnce = 2000
const scores = { same: 100, alike: 90 } as const

interface Picture {
  readonly hash: string
  readonly signature: Uint8Array
  readonly images: number[]
}

interface PictureGroup {
  readonly images: readonly number[]
  readonly score: number
}

interface ListNearSame {
  readonly limit: number
  readonly offset: number
  readonly cursor?: string | undefined
  readonly faults: readonly FieldError[]
}

/** A page of groups of images that show the same picture, the surest first. */
function listNearSame(db: ReadableDb, { limit, offset, cursor, ...request }: ListNearSame): Answer {
  const faults = new Faults(request.faults)
  const mark = markList(db, ['pictures nearly the same'])
  const position = cursor === undefined ? undefined : decodeCursor(mark, cursor, faults)
  faults.throwIfAny()
  const groups = groupPictures(readPictures(db))
  const behind = position ? groups.filter((group) => isBehind(group, position)) : groups.slice(offset)
  const page = behind.slice(0, limit)
  const last = page.at(-1)
  return pageAnswer(groupsJson(db, page), {
    total: groups.length,
    limit,
    offset: position ? 0 : offset,
    has_more: behind.length > limit,
    next_cursor: encodeCursor(mark, last ? { entity: last.images[0] ?? 0, values: [last.score] } : position),
  })
}

/** The images that show the same picture, or nearly the same, as far as somebody has looked into their files. */
export function listPictureGroups(db: ReadableDb): (readonly number[])[] {
  return groupPictures(readPictures(db)).map(({ images }) => images)
}

function isBehind(
  { images: [first = 0], score }: PictureGroup,
  { entity, values }: { readonly entity: number; readonly values: readonly unknown[] },
): boolean {
  const before = Number(values[0])
  return score < before || (score === before && first > entity)
}

/** The pictures of images that somebody has looked into, each with the images that show it. */
function readPictures(db: ReadableDb): Picture[] {
  const byHash = Map.groupBy(listPictures(db), ({ hash }) => hash)
  const details = listFileDetails<Partial<FileFacts>>(db, [...byHash.keys()])
  return [...byHash].map(([hash, pictures]) => ({
    hash,
    signature: Buffer.from(details.get(hash)?.signature ?? '', 'base64'),
    images: pictures.map(({ image }) => image),
  }))
}

interface ShownPicture {
  readonly image: number
  readonly hash: string
}

function listPictures(db: ReadableDb): ShownPicture[] {
  const attribute = pictureAttribute(db)
  if (!attribute) return []
  const pictures: ShownPicture[] = []
  for (let behind: number | undefined = 0; behind !== undefined && pictures.length < maxPictures;) {
    const rows = listComparablesBehind(db, attribute.id, { behind, limit: atOnce })
    for (const [image, comparable] of rows) {
      const [, hash] = /^files\/([0-9a-f]{64})\./.exec(String(comparable)) ?? []
      if (hash !== undefined) pictures.push({ image, hash })
    }
    behind = rows.length < atOnce ? undefined : rows.at(-1)?.[0]
  }
  return pictures.slice(0, maxPictures)
}

/** Joins pictures that are nearly the same; a group has at most 50 of them. */
export function groupPictures(pictures: readonly Picture[]): PictureGroup[] {
  const groups = new Map<Picture, Picture[]>(pictures.map((picture) => [picture, [picture]]))
  for (const [index, one] of pictures.entries())
    for (let at = index + 1; at < pictures.length; at += 1) {
      const other = pictures[at]
      if (other && areNearlySame(one.signature, other.signature)) join(groups, one, other)
    }
  return [...new Set(groups.values())]
    .map((members) => ({
      images: members.flatMap(({ images }) => images).toSorted((left, right) => left - right),
      score: members.length > 1 ? scores.alike : scores.same,
    }))
    .filter(({ images }) => images.length > 1)
    .toSorted((left, right) => right.score - left.score || (left.images[0] ?? 0) - (right.images[0] ?? 0))
}

function join(groups: Map<Picture, Picture[]>, one: Picture, other: Picture): void {
  const [left = [], right = []] = [groups.get(one), groups.get(other)]
  if (left === right || left.length + right.length > maxMembers) return
  left.push(...right)
  for (const picture of right) groups.set(picture, left)
}

function groupsJson(db: ReadableDb, groups: readonly PictureGroup[]): string[] {
  const stubs = new Map(stubsJson(db, [...new Set(groups.flatMap(({ images }) => images))]))
  return groups.map(({ images, score }) => {
    const detail = score === scores.same ? 'same file' : 'looks the same'
    // The id of a group follows from its members: the same group keeps it.
    const members = { id: uuidOf(images.join()), score, reasons: [{ by: 'picture', detail }], status: 'open' }
    const entities = images.flatMap((image) => stubs.get(image) ?? []).join()
    return `${JSON.stringify(members).slice(0, -1)},"entities":[${entities}]}`
  })
}
