import type { DuplicateWay } from '#shared/duplicates.ts'
import type { EntityType } from '#shared/entities.ts'
import { parseJson } from '../../store/database/json.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { listDismissed, listOpenGroups, listSignatures } from '../../store/tables/duplicates.ts'
import type { BuiltGroup, IsDismissed } from './build-groups.ts'
import type { Collected } from './collected.ts'
import { markOf } from './marks.ts'
import { isCurrentSignature } from './picture-signature.ts'

/** Tells which matches were dismissed and are still what they were. */
export function dismissedTest(db: ReadableDb, all: Collected): IsDismissed {
  const dismissed = new Map(
    listDismissed(db).map(([one, other, way, marks]) => [`${one} ${other} ${way}`, marks]),
  )
  if (dismissed.size === 0) return () => false
  return (one, other, way) => {
    const marks = dismissed.get(`${all.ids[one]} ${all.ids[other]} ${way}`)
    return marks !== undefined && marks === `${markOf(all, one, way)} ${markOf(all, other, way)}`
  }
}

interface Searched {
  readonly type: EntityType
  readonly ways: readonly DuplicateWay[]
  readonly all: Collected
  readonly groups: readonly BuiltGroup[]
}

/**
 * The open groups that a search has not found again: those of which it compared every member by every way that tied them, and those
 * that a larger group holds now.
 */
export function staleGroups(db: ReadableDb, { type, ways, all, groups }: Searched): number[] {
  const groupOf = new Map<number, number>()
  groups.forEach(({ places }, index) => places.forEach((place) => groupOf.set(all.ids[place] ?? 0, index)))
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

/** What pictures look like, by the hashes of their files, as far as searches before have looked at them. */
export function knownSignatures(db: ReadableDb, hashes: readonly string[]): Map<string, Uint8Array> {
  return new Map(listSignatures(db, hashes).filter(([, signature]) => isCurrentSignature(signature)))
}
