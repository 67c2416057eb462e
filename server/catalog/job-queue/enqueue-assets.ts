import { message } from '#shared/messages/message.ts'
import { applyMatchChunk, type PlacingRules } from '../assets/apply-match.ts'
import { type ChosenRows, checkAssetApply } from '../assets/check-apply.ts'
import { type AssetMatchInput, checkAssetMatch, type SentMatch } from '../assets/check-match.ts'
import { checkAssetExport } from '../assets/asset-export.ts'
import { getLibrary, type LibraryScanInput } from '../assets/libraries.ts'
import { getMatch, listAssetPlan, placingOf, readMatchInput, storeAssetPlan } from '../assets/stored-plan.ts'
import type { NewAssetExport } from '#shared/exports.ts'
import type { FieldError } from '#shared/errors.ts'
import type { AssetExportRequest, ExportJob } from '../exports/plan-export.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { noteApplied, removeOldPlans } from '../../store/tables/assets.ts'
import { nextIdentity } from '../../store/tables/entities.ts'
import { findJob, findRunningScan } from '../../store/tables/jobs.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { conflict } from '../errors.ts'
import type { WriteContext } from '../events/record-event.ts'
import { enqueueJob } from './queue.ts'

export const assetReads = { listAssetPlan, checkAssetApply }
export const assetWrites = {
  enqueueAssetMatch,
  storeAssetPlan,
  enqueueAssetApply,
  enqueueAssetExport,
  applyMatchChunk,
  enqueueLibraryScan,
}

interface EnqueueMatch extends SentMatch {
  readonly id: string
  readonly context: WriteContext
}

const planRetentionMs = 7 * 24 * 60 * 60 * 1000

/** Queues a match of files to products: 202 with the job. (specification, Pictures §2) */
function enqueueAssetMatch(tx: WritableDb, { id, context, ...sent }: EnqueueMatch): Answer {
  const checked = checkAssetMatch(tx, sent)
  removeOldPlans(tx, Date.now() - planRetentionMs)
  const input: AssetMatchInput = { ...checked, edit_id: nextIdentity(tx).uuid, context }
  const metadata = { workflow: 'asset_match', via: context.via, type: 'product', attribute: input.attribute }
  return enqueueJob(tx, { uuid: id, name: 'asset_match', input, metadata })
}

/** The input that the job of an application stores. */
export interface AssetApplyInput extends ChosenRows {
  readonly placing: PlacingRules
  readonly edit_id: string
  readonly context: Omit<WriteContext, 'job_id'>
}

interface EnqueueApply extends ChosenRows {
  readonly id: string
  readonly context: WriteContext
}

/** Queues the application of a plan: 202 with the job, or 200 where nothing is to be written. */
function enqueueAssetApply(tx: WritableDb, { id, context, ...chosen }: EnqueueApply): Answer {
  const job = getMatch(tx, chosen.match)
  if (job.metadata['applied_by'] !== undefined) throw conflict(message('asset.applied_before'))
  if (chosen.rows.length === 0)
    return dataAnswer(200, JSON.stringify({ edit_id: null, applied: 0, conflicts: [] }))
  const placing = placingOf(readMatchInput(tx, job.id))
  const input: AssetApplyInput = { ...chosen, placing, edit_id: nextIdentity(tx).uuid, context }
  noteApplied(tx, job.id, id)
  const metadata = {
    workflow: 'asset_apply',
    via: context.via,
    type: 'product',
    attribute: placing.attribute,
    edit_id: input.edit_id,
  }
  return enqueueJob(tx, { uuid: id, name: 'asset_apply', input, metadata })
}

interface EnqueueAssetExport {
  readonly id: string
  readonly body: Partial<NewAssetExport>
  readonly faults: readonly FieldError[]
  readonly context: Omit<WriteContext, 'job_id'>
}

/** Queues an archive of pictures: 202 with the job. */
function enqueueAssetExport(tx: WritableDb, { id, body, faults, context }: EnqueueAssetExport): Answer {
  const request = checkAssetExport(tx, body, faults)
  const input: ExportJob<AssetExportRequest> = { request, context }
  const { type, recipe, pattern } = request
  const metadata = { workflow: 'asset_export', via: context.via, type, recipe: recipe ?? null, pattern }
  return enqueueJob(tx, { uuid: id, name: 'asset_export', input, metadata })
}

/** A scan is nobody's edit, whoever has asked for it. */
const scanContext = {
  actor: { type: 'system', id: null, name: 'Vitrine' },
  via: 'system',
  request_id: null,
} as const

interface EnqueueLibraryScan {
  readonly id: string
  readonly library: string
  /** A scan that has not ended yet looks into the folder that the library had before. */
  readonly is_moved: boolean
}

/** Queues the scan of a library: 202 with the job, or with the one of its folder that has not ended yet. */
function enqueueLibraryScan(
  tx: WritableDb,
  { id, library: libraryId, is_moved: isMoved }: EnqueueLibraryScan,
): Answer {
  const { uuid: library } = getLibrary(tx, libraryId)
  const running = isMoved ? undefined : findRunningScan(tx, library)
  if (running !== undefined) return dataAnswer(202, JSON.stringify(findJob(tx, running)), `/jobs/${running}`)
  const input: LibraryScanInput = { library, edit_id: nextIdentity(tx).uuid, context: scanContext }
  const metadata = { workflow: 'library_scan', via: 'system', library, edit_id: input.edit_id }
  return enqueueJob(tx, { uuid: id, name: 'library_scan', input, metadata })
}
