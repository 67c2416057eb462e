import type { MergeClustersResult } from '#shared/similar-values.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import { parseJson } from '../../store/database/json.ts'
import { listEntitiesByComparable, listEntityRows } from '../../store/tables/entities.ts'
import { getScalarRules } from '../attributes/data-types/data-types.ts'
import type { WriteContext } from '../events/record-event.ts'
import type { MergeGroup, MergePlan } from '../merging/merge-entities.ts'
import type { CheckedMerge } from './check-merge.ts'
import { mergeSome } from './merge-values.ts'
import { eachHeldValue } from './read-spellings.ts'

export interface NamedMerge extends MergePlan {
  readonly matching: number
  readonly renamed: readonly number[]
  readonly sample: MergeClustersResult['sample']
}

interface Holder {
  readonly id: number
  readonly name: string
}

const sampleSize = 10
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
  mergeSome(tx, { type, attribute: attribute.key, targets, ids, context }, false)
}
