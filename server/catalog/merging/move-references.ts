import { toEntityType } from '#shared/entities.ts'
import { type Attribute, attributesOf } from '../../store/tables/attributes.ts'
import type { WritableDb } from '../../store/database/database.ts'
import type { EntityIdentity, EntityRow } from '../../store/tables/entities.ts'
import { nothingLogged } from '../../store/tables/merge-changes.ts'
import { listReferences, listTargets } from '../../store/tables/references.ts'
import type { ResolvedReferenceWrite } from '../entities/resolve-writes.ts'
import { readStored } from '../entities/stored-entity.ts'
import { storeChanges } from '../entities/write-entity.ts'
import type { WriteContext } from '../events/record-event.ts'

export interface Replacement {
  /** Internal ids. */
  readonly merge: readonly number[]
  readonly kept: EntityIdentity
}

/** Makes an entity refer to the kept one where it refers to merged ones; gives how many references that were. */
export function moveReferences(
  tx: WritableDb,
  row: EntityRow,
  replacement: Replacement,
  context: WriteContext,
): number {
  const { byId } = attributesOf(tx, toEntityType(row.type))
  const found = listReferences(tx, [row.id]).filter(([, , target]) => replacement.merge.includes(target))
  const writes = [...new Set(found.map(([, attribute]) => attribute))].flatMap(
    (id): ResolvedReferenceWrite[] => {
      const attribute = byId.get(id)
      return attribute ? [moveList(tx, row, attribute, replacement)] : []
    },
  )
  storeChanges(tx, readStored(row), undefined, writes, context)
  return found.length
}

function moveList(
  tx: WritableDb,
  { id }: EntityRow,
  attribute: Attribute,
  replacement: Replacement,
): ResolvedReferenceWrite {
  const old = listTargets(tx, id, attribute.id)
  return {
    kind: 'reference',
    attribute,
    targets: replaceMerged(old, id, replacement),
    old,
    places: nothingLogged,
  }
}

/** The kept one stands where the first of them stood; no entity comes to refer to itself. */
export function replaceMerged(
  targets: readonly EntityIdentity[],
  source: number,
  { merge, kept }: Replacement,
): EntityIdentity[] {
  const renamed = targets.map((target) => (merge.includes(target.id) ? kept : target))
  const first = new Map(renamed.map((target) => [target.id, target]))

  return [...first.values()].filter(({ id }) => id !== source || id !== kept.id)
}
