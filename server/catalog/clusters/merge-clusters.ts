import type { MergeClustersResult } from '#shared/clusters.ts'
import { nextIdentity } from '../../store/tables/identities.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { listDistinctStored } from '../../store/computed/attribute-values.ts'
import { refuseRestricted } from '../attributes/restricted.ts'
import { type MergedOptions, mergeOptions, planOptions } from '../attributes/merge-options.ts'
import type { WriteContext } from '../events/record-event.ts'
import type { ListedRows } from '../query/list-entities.ts'
import { readWithin } from '../query/slow-list.ts'
import { checkMerge, type CheckedMerge, namesEntities, type SentMerge } from './check-merge.ts'
import { planNamed, toNamedResult } from './merge-named.ts'
import { eachHeldValue, isWhole } from './read-spellings.ts'
import { mergeSome, planMerge, sampleMerge } from './merge-values.ts'

/** How many entities are changed at once; more are changed by a job. */
export const maxMergedAtOnce = 1_000

/** What a merge would do, and to which entities. */
export interface MergePreview {
  readonly result: MergeClustersResult
  /** Undefined where a job is to find and change them. */
  readonly ids: readonly number[] | undefined
  /** The values name entities, which are merged. */
  readonly isNamed: boolean
}

/** Looks what a merge would change: every fault of it is thrown here. */
export function previewMerge(db: ReadableDb, sent: SentMerge): MergePreview {
  const merge = checkMerge(db, sent)
  const list = { type: merge.type, rows: merge.rows, request: sent.filter ?? { clauses: [] }, terms: [] }
  if (namesEntities(merge.attribute)) {
    const named = readWithin(db, list, () => planNamed(db, merge))
    return { result: toNamedResult(named, null), ids: undefined, isNamed: true }
  }
  const { matching, ids } = readWithin(db, list, () => planMerge(db, merge))
  const sample = sampleMerge(db, merge, ids)
  const options = optionsLeft(db, merge, ids)
  return {
    result: { matching, changed: ids.length, edit_id: null, sample, ...(options && { options }) },
    ids: ids.length > maxMergedAtOnce ? undefined : ids,
    isNamed: false,
  }
}

/** Which options would go: those that nobody but the entities of the merge holds. */
function optionsLeft(
  db: ReadableDb,
  merge: CheckedMerge,
  ids: readonly number[],
): MergeClustersResult['options'] {
  const { attribute, targets } = merge
  const planned = planOptions(attribute, targets, function* others() {
    yield* listDistinctStored(db, attribute, ['trashed_entity'])
    if (isWhole(merge.rows)) return
    const own = new Set(ids)
    for (const [id, value] of eachHeldValue(db, { ...merge, rows: everyone })) if (!own.has(id)) yield value
  })
  return planned && toTold(planned)
}

const everyone: ListedRows = { clauses: [], join: 'and', search: undefined }

function toTold({ removed, kept }: MergedOptions): NonNullable<MergeClustersResult['options']> {
  return { removed: [...removed], kept: [...kept] }
}

export interface MergeNow extends SentMerge {
  readonly preview: MergePreview
  readonly context: WriteContext
}

/** Merges values of few entities: 200 with what has changed, under one `edit_id`. */
export function mergeClusters(tx: WritableDb, { preview, context, ...sent }: MergeNow): Answer {
  const merge = checkMerge(tx, sent)
  const { type, attribute, targets } = merge
  refuseRestricted([attribute], context)
  const editId = nextIdentity(tx).uuid
  const writing = { ...context, edit_id: editId }
  const ids = preview.ids ?? []
  const { changed } = mergeSome(tx, { type, attribute: attribute.key, targets, ids, context: writing }, false)
  const current = attributesOf(tx, type).byId.get(attribute.id) ?? attribute
  const options = mergeOptions(tx, current, targets, writing)
  const isChanged = changed > 0 || (options?.removed.length ?? 0) > 0
  const result: MergeClustersResult = {
    ...preview.result,
    changed,
    edit_id: isChanged ? editId : null,
    ...(options && { options: toTold(options) }),
  }
  return dataAnswer(200, JSON.stringify(result))
}
