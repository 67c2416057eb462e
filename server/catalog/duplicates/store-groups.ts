import type { DuplicateWay } from '#shared/duplicates.ts'
import { entityTypes, type EntityType } from '#shared/entities.ts'
import { parseJson, toJson } from '../../store/database/json.ts'
import type { WritableDb } from '../../store/database/database.ts'
import {
  changeGroup,
  findGroupOf,
  type GroupRow,
  insertGroup,
  type Marks,
  putSignature,
  type Reasons,
  removeGroups,
} from '../../store/tables/duplicates.ts'
import { nextIdentity } from '../../store/tables/identities.ts'

/** A group as a search found it. */
export interface FoundGroup {
  /** Internal ids, the lowest first. */
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

/** Stores what a search found; a group that is known is told again by no other id. Gives how many are new. */
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

/** What other ways said before stays; dismissed it stays while nothing of what matched has changed. */
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

/** Drops groups that no longer match. */
export function dropDuplicateGroups(tx: WritableDb, { ids }: { readonly ids: readonly number[] }): null {
  removeGroups(tx, ids)
  return null
}

/** Keeps what pictures look like, so that each is looked at once. */
export function storePictureSignatures(
  tx: WritableDb,
  { signatures }: { readonly signatures: readonly (readonly [hash: string, signature: Uint8Array])[] },
): null {
  for (const [hash, signature] of signatures) putSignature(tx, hash, signature)
  return null
}
