import type { Answer } from '../answer.ts'
import { checkMerge, type SentMerge } from '../clusters/check-merge.ts'
import type { ClusterMergeInput } from '../clusters/merge-chunk.ts'
import type { WriteContext } from '../events/record-event.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { nextIdentity } from '../../store/tables/identities.ts'
import { enqueueJob } from './queue.ts'

export interface EnqueueClusterMerge extends SentMerge {
  readonly context: WriteContext
}

/** Queues a merge of values that many entities hold: 202 with the job, whose metadata names the `edit_id` to undo it by. */
export function enqueueClusterMerge(tx: WritableDb, { context, ...sent }: EnqueueClusterMerge): Answer {
  const { type, attribute } = checkMerge(tx, sent)
  const { groups = [] } = sent.body
  const editId = nextIdentity(tx).uuid
  const input: ClusterMergeInput = {
    body: { type, attribute: attribute.key, groups },
    ...(sent.filter && { filter: sent.filter }),
    edit_id: editId,
    context,
  }
  const metadata = { workflow: 'cluster_merge', via: context.via, type, edit_id: editId }
  return enqueueJob(tx, { uuid: nextIdentity(tx).uuid, name: 'cluster_merge', input, metadata })
}
