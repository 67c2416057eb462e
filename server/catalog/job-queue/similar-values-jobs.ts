import { findSimilarValues, readValuesToEmbed } from '../similar-values/find-similar-values.ts'
import {
  mergeSimilarValuesChunk,
  type ValueMergeInput,
  mergeSimilarValues,
  previewMerge,
} from '../similar-values/merge-similar-values.ts'
import { maxEditValues } from '#shared/bulk-operations.ts'
import type { EntityType } from '#shared/entities.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { checkMerge, type SentMerge } from '../similar-values/check-merge.ts'
import { planNamed, renameSurvivor, toNamedResult } from '../similar-values/merge-values.ts'
import { countMoves, mergeGroups } from '../merging/merge-entities.ts'
import type { WriteContext } from '../events/record-event.ts'
import { viewFor } from '../../store/computed/hidden-attributes.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { nextIdentity } from '../../store/tables/entities.ts'
import { refuseRestricted } from '../attributes/attribute-config.ts'
import { enqueueJob } from './queue.ts'

export const clusterReads = {
  findClusters: findSimilarValues,
  readValuesToEmbed,
  previewClusterMerge: previewMerge,
}
export const clusterWrites = {
  mergeClusters: mergeSimilarValues,
  mergeClustersChunk: mergeSimilarValuesChunk,
  mergeNamedClusters,
  enqueueClusterMerge,
}

interface EnqueueClusterMerge extends SentMerge {
  readonly context: WriteContext
}

/** Merges entities whose names become one: 200 with the changes, or 202 with a job for many references. */
function mergeNamedClusters(tx: WritableDb, { context, ...sent }: EnqueueClusterMerge): Answer {
  const merge = checkMerge(viewFor(tx, context.role), sent)
  const named = planNamed(tx, merge)
  const { type, groups, renamed } = named
  const editId = nextIdentity(tx).uuid
  const writing = { ...context, edit_id: editId }
  const result = toNamedResult(named, editId)
  const { entities } = countMoves(tx, named)
  renameSurvivor(tx, merge, renamed, writing)
  if (entities + result.changed <= maxEditValues) {
    mergeGroups(tx, named, writing)
    return dataAnswer(200, JSON.stringify(result))
  }
  const input: ValueMergeInput = {
    body: { type, attribute: merge.attribute.key, groups: [] },
    named: { groups: [...groups], entities, result },
    edit_id: editId,
    context,
  }
  return enqueue(tx, input, type)
}

function enqueueClusterMerge(tx: WritableDb, { context, ...sent }: EnqueueClusterMerge): Answer {
  const { type, attribute } = checkMerge(viewFor(tx, context.role), sent)
  refuseRestricted([attribute], context)
  const { groups = [] } = sent.body
  const editId = nextIdentity(tx).uuid
  const input: ValueMergeInput = {
    body: { type, attribute: attribute.key, groups },
    ...(sent.filter && { filter: sent.filter }),
    edit_id: editId,
    context,
  }
  return enqueue(tx, input, type)
}

function enqueue(tx: WritableDb, input: ValueMergeInput, type: EntityType): Answer {
  const { context, edit_id: edit } = input
  const metadata = { workflow: 'cluster_merge', via: context.via, type, edit_id: edit }
  return enqueueJob(tx, { uuid: nextIdentity(tx).uuid, name: 'cluster_merge', input, metadata })
}
