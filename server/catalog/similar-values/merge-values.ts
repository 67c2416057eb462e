import type { MergeClustersResult } from '#shared/similar-values.ts'
import { splitList } from '#shared/text.ts'
import { type Attribute, attributesOf } from '../../store/tables/attributes.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import {
  type EntityRow,
  getEntityRow,
  listEntityRows,
  listEntitiesByComparable,
} from '../../store/tables/entities.ts'
import { makesWay, writingMany } from '../entities/write-entity.ts'
import { ownValues } from '../entities/current-values.ts'
import { parseWrites } from '../entities/parse-writes.ts'
import { updateFrom } from '../entities/update-entity.ts'
import { CatalogError, Faults } from '../errors.ts'
import type { WriteContext } from '../events/record-event.ts'
import type { CheckedMerge } from './check-merge.ts'
import { eachHeldValue } from './read-spellings.ts'
import { parseJson } from '../../store/database/json.ts'
import { getScalarRules } from '../attributes/data-types/data-types.ts'
import { leaveEntityAliases } from '../merging/leave-aliases.ts'
import type { MergeGroup, MergePlan } from '../merging/merge-entities.ts'

type Sample = MergeClustersResult['sample']

const sampleSize = 10

export interface PlannedMerge {
  readonly matching: number
  readonly ids: readonly number[]
}

export function mergedValue(
  attribute: Attribute,
  targets: ReadonlyMap<string, string>,
  value: string,
): string | undefined {
  if (!attribute.traits.hasTokens) return targets.get(value)
  const items = splitList(value)
  if (!items.some((item) => targets.has(item))) return undefined
  return [...new Set(items.map((item) => targets.get(item) ?? item))].join(', ')
}

export function planMerge(db: ReadableDb, merge: CheckedMerge, behind = 0): PlannedMerge {
  const { attribute, targets } = merge
  const ids: number[] = []
  let matching = 0
  for (const [id, value] of eachHeldValue(db, merge, behind)) {
    const next = mergedValue(attribute, targets, value)
    if (next === undefined) continue
    matching += 1
    if (next !== value) ids.push(id)
  }
  return { matching, ids }
}

export function sampleMerge(
  db: ReadableDb,
  { attribute, targets }: CheckedMerge,
  ids: readonly number[],
): Sample {
  return listEntityRows(db, ids.slice(0, sampleSize)).map(({ uuid, label, attributes }) => {
    const old = JSON.parse(attributes)[attribute.key]
    return { id: uuid, label, old, new: mergedValue(attribute, targets, String(old)) ?? old }
  })
}

export interface MergeSome {
  readonly type: CheckedMerge['type']
  readonly attribute: string
  readonly targets: ReadonlyMap<string, string>
  readonly ids: readonly number[]
  readonly context: WriteContext
}

export interface MergedSome {
  readonly done: number
  readonly changed: number
}

export function mergeSome(tx: WritableDb, merge: MergeSome, mayEnd: boolean): MergedSome {
  const { type, ids } = merge
  const rows = new Map(listEntityRows(tx, ids).map((row) => [row.id, row]))
  let [done, changed] = [0, 0]
  writingMany(tx, attributesOf(tx, type), new Set(), () => {
    for (const id of ids) {
      const row = rows.get(id)
      if (row && mergeRow(tx, row, merge)) changed += 1
      done += 1
      if (mayEnd && makesWay(tx, done)) break
    }
  })
  return { done, changed }
}

function mergeRow(tx: WritableDb, row: EntityRow, merge: MergeSome): boolean {
  const { type, attribute: key, targets, context } = merge
  const attributes = attributesOf(tx, type)
  const attribute = attributes.byKey.get(key)
  const value = ownValues(tx, row, attributes, [key])[key]
  if (!attribute || typeof value !== 'string') return false
  const next = mergedValue(attribute, targets, value)
  if (next === undefined || next === value) return false
  const faults = new Faults()
  try {
    const writes = parseWrites(attributes, { [key]: next }, faults)
    return updateFrom(tx, row, { type, parent: undefined, writes }, faults, context) !== row
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error
    return false
  }
}

export interface NamedMerge extends MergePlan {
  readonly matching: number
  readonly renamed: readonly number[]
  readonly sample: MergeClustersResult['sample']
}

interface Holder {
  readonly id: number
  readonly name: string
}

const maxCalled = 1_000

/**
 * Plans to merge the entities of each group into the oldest one with the target name, or without one into
 * the oldest of the group.
 */
export function planNamed(db: ReadableDb, merge: CheckedMerge): NamedMerge {
  const { type, targets } = merge
  const byTarget = new Map<string, Holder[]>()
  let matching = 0
  for (const [id, name] of eachHeldValue(db, merge)) {
    const to = targets.get(name)
    if (to === undefined) continue
    matching += 1
    byTarget.set(to, [...(byTarget.get(to) ?? []), { id, name }])
  }
  const renamed: number[] = []
  const changes: (Holder & { readonly to: string })[] = []
  const groups = Array.from(byTarget, ([to, holders]): MergeGroup => {
    const called = findCalled(db, merge, to)
    const keep = called ?? holders[0]?.id ?? 0
    if (called === undefined) renamed.push(keep)
    const others = holders.filter(({ id }) => id !== keep)
    changes.push(
      ...holders.filter(({ id }) => id !== keep || called === undefined).map((one) => ({ ...one, to })),
    )
    return { keep, merge: others.map(({ id }) => id), values: {} }
  }).filter((group) => group.merge.length > 0)
  return { type, groups, renamed, matching, sample: toSample(db, changes) }
}

function findCalled(db: ReadableDb, { attribute }: CheckedMerge, name: string): number | undefined {
  const comparable = getScalarRules(attribute.dataType).toComparable(name)
  const rows = listEntitiesByComparable(db, attribute.id, comparable, maxCalled)
  return rows.find(({ attributes }) => parseJson(attributes)[attribute.key] === name)?.id
}

function toSample(
  db: ReadableDb,
  changes: readonly (Holder & { readonly to: string })[],
): MergeClustersResult['sample'] {
  const first = changes.slice(0, sampleSize)
  const rows = new Map(
    listEntityRows(
      db,
      first.map(({ id }) => id),
    ).map((row) => [row.id, row]),
  )
  return first.flatMap(({ id, name, to }) => {
    const row = rows.get(id)
    return row ? [{ id: row.uuid, label: row.label, old: name, new: to }] : []
  })
}

export function toNamedResult(
  { groups, renamed, matching, sample }: NamedMerge,
  editId: string | null,
): MergeClustersResult {
  const changed = groups.reduce((sum, { merge }) => sum + merge.length, renamed.length)
  return { matching, changed, edit_id: changed > 0 ? editId : null, sample: [...sample] }
}

export function renameSurvivor(
  tx: WritableDb,
  merge: CheckedMerge,
  ids: readonly number[],
  context: WriteContext,
): void {
  const { type, attribute, targets } = merge
  const before = listEntityRows(tx, ids)
  mergeSome(tx, { type, attribute: attribute.key, targets, ids, context }, false)
  for (const survivor of before)
    leaveEntityAliases(tx, type, { merged: [survivor], survivor: getEntityRow(tx, survivor.id) }, context)
}
