import { maxEditValues } from '#shared/edits.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { getEntityRow, listEntityRows } from '../../store/tables/entities.ts'
import { nextIdentity } from '../../store/tables/identities.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import type { WriteContext } from '../events/record-event.ts'
import { rowJson } from '../entities/entity-json.ts'
import { type CheckMerge, checkMerge } from '../merging/check-merge.ts'
import type { MergeInput } from '../merging/merge-chunk.ts'
import { countMoves, mergeGroups, type MergePlan, type MovedCounts } from '../merging/merge-entities.ts'
import { takenValues } from '../merging/taken-values.ts'
import { enqueueJob } from './queue.ts'

export interface MergeRequest extends CheckMerge {
  readonly context: WriteContext
}

/** Merges entities: 200 with what was kept, or 202 with a job where more than 10,000 others have to change for it. */
export function mergeOrEnqueue(tx: WritableDb, request: MergeRequest): Answer {
  const plan = checkMerge(tx, request)
  const { entities, ...moves } = countMoves(tx, plan)
  for (const group of plan.groups) takenValues(tx, plan.type, group)
  if (request.body.dry_run === true) return mergeAnswer(tx, plan, { editId: null, moved: moves })
  const editId = nextIdentity(tx).uuid
  if (entities <= maxEditValues) {
    const merged = uuidsOf(tx, plan)
    const moved = mergeGroups(tx, plan, { ...request.context, edit_id: editId })
    return mergeAnswer(tx, plan, { editId, moved, merged })
  }
  const { type } = plan
  const input: MergeInput = {
    ...plan,
    groups: [...plan.groups],
    entities,
    edit_id: editId,
    context: request.context,
  }
  const metadata = { workflow: 'merge_entities', via: request.context.via, type, edit_id: editId }
  return enqueueJob(tx, { uuid: nextIdentity(tx).uuid, name: 'merge_entities', input, metadata })
}

interface MergeSummary {
  readonly editId: string | null
  readonly moved: MovedCounts
  /** Before they went to the trash. */
  readonly merged?: readonly string[]
}

function mergeAnswer(tx: WritableDb, plan: MergePlan, { editId, moved, merged }: MergeSummary): Answer {
  const [group] = plan.groups
  const entity = rowJson(tx, getEntityRow(tx, group?.keep ?? 0))
  const told = JSON.stringify({ edit_id: editId, merged: merged ?? uuidsOf(tx, plan), moved })
  return dataAnswer(200, `${told.slice(0, -1)},"entity":${entity}}`)
}

function uuidsOf(tx: WritableDb, { groups }: MergePlan): string[] {
  const ids = groups.flatMap(({ merge }) => merge)
  return listEntityRows(tx, ids).map(({ uuid }) => uuid)
}
