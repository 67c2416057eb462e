import type { DuplicateWay } from '#shared/duplicates.ts'
import { entityTypes, type EntityType } from '#shared/entities.ts'
import { parseJson, toJson } from '../../store/database/json.ts'
import type { WritableDb, ReadableDb } from '../../store/database/database.ts'
import {
  changeGroup,
  findGroupOf,
  type GroupRow,
  insertGroup,
  type Marks,
  putSignature,
  type Reasons,
  removeGroups,
  listDismissed,
  listOpenGroups,
  listSignatures,
} from '../../store/tables/duplicates.ts'
import { nextIdentity } from '../../store/tables/entities.ts'
import { type CollectedEntities, hashText } from './collected.ts'
import type { BuiltGroup, IsDismissed } from './build-groups.ts'
import { isCurrentSignature } from './picture-signature.ts'

export interface FoundGroup {
  readonly members: readonly number[]
  readonly score: number
  readonly reasons: Reasons
  readonly marks: Marks
}

export interface StoreGroups {
  readonly type: EntityType
  readonly ways: readonly DuplicateWay[]
  readonly groups: readonly FoundGroup[]
}

/** Stores found groups and returns how many are new. A known group keeps its id. */
export function storeDuplicateGroups(tx: WritableDb, { type, ways, groups }: StoreGroups): { added: number } {
  let added = 0
  for (const group of groups) {
    const members = JSON.stringify(group.members)
    const known = findGroupOf(tx, members)
    if (known) renewGroup(tx, known, group, ways)
    else {
      added += 1
      const { score, reasons, marks } = group
      const uuid = nextIdentity(tx).uuid
      const row = { uuid, type: entityTypes.indexOf(type), score, status: 'open' } as const
      insertGroup(tx, {
        ...row,
        members: members as GroupRow['members'],
        reasons: toJson(reasons),
        marks: toJson(marks),
      })
    }
  }
  return { added }
}

/** Evidence of other ways stays. A dismissed group stays dismissed while no match has changed. */
function renewGroup(tx: WritableDb, known: GroupRow, found: FoundGroup, ways: readonly DuplicateWay[]): void {
  const others = parseJson(known.reasons).filter(({ by }) => !ways.includes(by))
  const marks = toJson<Marks>({
    ...Object.fromEntries(
      Object.entries(parseJson(known.marks)).filter(([way]) => others.some(({ by }) => by === way)),
    ),
    ...found.marks,
  })
  const isSame = known.status === 'dismissed' && known.marks === marks
  const reasons = toJson<Reasons>([...found.reasons, ...others])
  const score = others.length > 0 ? Math.max(known.score, found.score) : found.score
  const status = isSame ? 'dismissed' : 'open'
  if (status === known.status && reasons === known.reasons && score === known.score && marks === known.marks)
    return
  changeGroup(tx, { id: known.id, score, status, reasons, marks })
}

export function dropDuplicateGroups(tx: WritableDb, { ids }: { readonly ids: readonly number[] }): null {
  removeGroups(tx, ids)
  return null
}

/** Stores the signatures of pictures, so that each picture is decoded once. */
export function storePictureSignatures(
  tx: WritableDb,
  { signatures }: { readonly signatures: readonly (readonly [hash: string, signature: Uint8Array])[] },
): null {
  for (const [hash, signature] of signatures) putSignature(tx, hash, signature)
  return null
}

const readMark: Readonly<Record<DuplicateWay, (all: CollectedEntities, position: number) => number>> = {
  gtin: ({ gtins }, position) => gtins[position] ?? 0,
  brand_mpn: ({ mpns, brandOf, brands }, position) =>
    ((mpns[0][position] ?? 0) ^ hashText(brands[brandOf[position] ?? 0] ?? '')) >>> 0,
  sku_like: ({ skus }, position) => skus[0][position] ?? 0,
  title: ({ titles }, position) => hashText(titles.wordsOf(position).join(' ')),
  picture: (all, position) => hashText(all.picturesOf(position).toSorted().join(' ')),
}

export function markOf(all: CollectedEntities, position: number, way: DuplicateWay): number {
  return readMark[way](all, position)
}

export function dismissedTest(db: ReadableDb, all: CollectedEntities): IsDismissed {
  const dismissed = new Map(
    listDismissed(db).map(([one, other, way, marks]) => [`${one} ${other} ${way}`, marks]),
  )
  if (dismissed.size === 0) return () => false
  return (one, other, way) => {
    const marks = dismissed.get(`${all.ids[one]} ${all.ids[other]} ${way}`)
    return marks !== undefined && marks === `${markOf(all, one, way)} ${markOf(all, other, way)}`
  }
}

interface SearchScope {
  readonly type: EntityType
  readonly ways: readonly DuplicateWay[]
  readonly all: CollectedEntities
  readonly groups: readonly BuiltGroup[]
}

/**
 * Open groups that the search compared completely and did not find again, and those inside a larger group.
 */
export function staleGroups(db: ReadableDb, { type, ways, all, groups }: SearchScope): number[] {
  const groupOf = new Map<number, number>()
  groups.forEach(({ places }, index) =>
    places.forEach((position) => groupOf.set(all.ids[position] ?? 0, index)),
  )
  return listOpenGroups(db, type)
    .filter(({ members, reasons }) => {
      const ids = parseJson(members)
      const found = new Set(ids.map((id) => groupOf.get(id)))
      const [index] = found
      const isWithin = found.size === 1 && index !== undefined
      if (isWithin) return groups[index]?.places.length !== ids.length
      return parseJson(reasons).every(({ by }) => ways.includes(by)) && ids.every((id) => all.holds(id))
    })
    .map(({ id }) => id)
}

export function knownSignatures(db: ReadableDb, hashes: readonly string[]): Map<string, Uint8Array> {
  return new Map(listSignatures(db, hashes).filter(([, signature]) => isCurrentSignature(signature)))
}
