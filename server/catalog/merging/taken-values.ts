import { type EntityType, toEntityType } from '#shared/entities.ts'
import { type Attribute, attributesOf } from '../../store/tables/attributes.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import { type EntityIdentity, type EntityRow, getEntityRow } from '../../store/tables/entities.ts'
import { noLoggedLayouts } from '../../store/tables/merge-changes.ts'
import { listTargets, listReferences } from '../../store/tables/references.ts'
import type { ResolvedWrite, ResolvedReferenceWrite } from '../entities/resolve-writes.ts'
import { readStored, readValue } from '../entities/current-values.ts'
import { Faults } from '../errors.ts'
import { storeChanges } from '../entities/write-entity.ts'
import type { WriteContext } from '../events/record-event.ts'

export interface ValueSources {
  readonly keep: number
  readonly merge: readonly number[]
  readonly values: Readonly<Record<string, number>>
}

/** Resolves the values copied to the survivor; an empty one clears it unless the attribute is required. */
export function resolveSurvivorValues(
  db: ReadableDb,
  type: EntityType,
  { keep, merge, values }: ValueSources,
): ResolvedWrite[] {
  const { byKey } = attributesOf(db, type)
  const faults = new Faults()
  const survivor = toIdentity(getEntityRow(db, keep), type)
  const writes = Object.entries(values).map(([key, from]): ResolvedWrite | undefined => {
    const attribute = byKey.get(key)
    if (!attribute) return faults.addUnknown(`values.${key}`, 'not_a_defined_attribute', key, byKey)
    const write = resolveValueWrite(db, attribute, from, { survivor, merge })
    const isBlank = write.kind === 'scalar' ? write.value === null : write.targets.length === 0
    if (isBlank && attribute.extras.constraints.required) return faults.add(`values.${key}`, 'required')
    return write
  })
  faults.throwIfAny()
  return writes.filter((write) => write !== undefined)
}

function resolveValueWrite(
  db: ReadableDb,
  attribute: Attribute,
  from: number,
  { survivor, merge }: { readonly survivor: EntityIdentity; readonly merge: readonly number[] },
): ResolvedWrite {
  if (attribute.traits.shape === 'scalar') {
    const { document } = readStored(getEntityRow(db, from))
    return { kind: 'scalar', attribute, value: readValue(document, attribute.key) ?? null }
  }
  const old = listTargets(db, survivor.id, attribute.id)
  const targets = replaceMerged(listTargets(db, from, attribute.id), survivor.id, { merge, survivor })
  return {
    kind: 'reference',
    attribute,
    targets: targets.filter(({ id }) => id !== survivor.id),
    old,
    loggedLayouts: noLoggedLayouts,
  }
}

export function toIdentity({ id, uuid, label }: EntityRow, type: EntityType): EntityIdentity {
  return { id, uuid, type, label }
}

interface Replacement {
  readonly merge: readonly number[]
  readonly survivor: EntityIdentity
}

export function redirectReferences(
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
      return attribute ? [redirectReferenceList(tx, row, attribute, replacement)] : []
    },
  )
  storeChanges(tx, readStored(row), undefined, writes, context)
  return found.length
}

function redirectReferenceList(
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
    loggedLayouts: noLoggedLayouts,
  }
}

/** Replaces merged entities by the survivor once, and drops a reference of the survivor to itself. */
function replaceMerged(
  targets: readonly EntityIdentity[],
  source: number,
  { merge, survivor }: Replacement,
): EntityIdentity[] {
  const redirected = targets.map((target) => (merge.includes(target.id) ? survivor : target))
  const targetById = new Map(redirected.map((target) => [target.id, target]))

  return [...targetById.values()].filter(({ id }) => id !== source || id !== survivor.id)
}
