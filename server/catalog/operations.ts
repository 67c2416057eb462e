/**
 * The tables of operations that threads run: each takes one consistent database and plain data, and answers with plain
 * data or ready bytes. Reads run on any reader; each write is one transaction on the writer.
 */
import {
  createAttributeClass,
  deleteAttributeClass,
  listAttributeClasses,
  updateAttributeClass,
} from './attribute-classes/attribute-classes.ts'
import { effectiveClasses } from './attribute-classes/effective-classes.ts'
import { createAttribute } from './attributes/define-attribute.ts'
import { describeAttributes } from './query/describe-attributes.ts'
import { moveAttribute } from './attributes/move-attribute.ts'
import { deleteAttribute } from './attributes/delete-attribute.ts'
import { removeLeftovers } from './attributes/remove-leftovers.ts'
import { updateAttribute } from './attributes/update-attribute.ts'
import { listAttributeConfigs, listAttributes } from './attributes/list-attributes.ts'
import { channelCompleteness } from './completeness/channel-completeness.ts'
import { productCompleteness } from './completeness/product-completeness.ts'
import { previewFormula } from './attributes/preview-formula.ts'
import { keepChannelNames } from './channels/keep-names.ts'
import { listChannels, readChannel } from './channels/read-channels.ts'
import { createChannel, deleteChannel } from './channels/custom-channels.ts'
import { disableChannel, enableChannel, mapChannel } from './channels/set-up-channel.ts'
import { applyEdits } from './edits/apply-edits.ts'
import { bulkEditChunk } from './edits/bulk-edit.ts'
import { undoChunk } from './edits/undo-chunk.ts'
import { chooseChanges, restoreChanges } from './edits/restore-changes.ts'
import { describeEdit, undoEdit } from './edits/undo-edit.ts'
import { batchEntities } from './entities/batch-entities.ts'
import { createEntity } from './entities/create-entity.ts'
import { listReferrers } from './grid/list-referrers.ts'
import { cellMarks } from './proposals/cell-marks.ts'
import { cellOrigins } from './grid/cell-origins.ts'
import { readEntity } from './entities/read-entity.ts'
import { updateEntity } from './entities/update-entity.ts'
import { upsertEntity } from './entities/upsert-entity.ts'
import { addFile, readFile, readFileDetails, storeFile } from './files/stored-files.ts'
import { removeUnwantedFiles } from './files/unwanted-files.ts'
import { advanceSearch } from './query/advance-search.ts'
import { aggregateList } from './grid/aggregate-list.ts'
import { countGroups } from './grid/count-groups.ts'
import { countTree } from './grid/count-tree.ts'
import { readFacets } from './facets/read-facets.ts'
import { distinctValues } from './facets/distinct-values.ts'
import { clusterReads, clusterWrites } from './job-queue/cluster-operations.ts'
import { findBranches } from './grid/find-branches.ts'
import { findCells } from './grid/find-cells.ts'
import { beginToIndex, finishIndexing, giveUpIndexing, indexRows } from './connections/make-index.ts'
import { listEntities } from './query/list-entities.ts'
import { freezeList, readSnapshot } from './query/snapshot-pages.ts'
import { listVariants } from './query/list-variants.ts'
import { listReferences } from './references/list-references.ts'
import { listTrashPage } from './trash/list-trash.ts'
import { emptyTrash, restoreEntities, trashEntities } from './trash/trash-entities.ts'
import {
  createSavedAction,
  deleteSavedAction,
  listSavedActions,
  updateSavedAction,
} from './edits/saved-actions.ts'
import { createView, deleteView, duplicateView, listViews, updateView } from './views/views.ts'
import { noteReads, noteWrites } from './notes/note-operations.ts'
import { commentReads, commentWrites } from './comments/comment-operations.ts'
import { enqueueChecks } from './job-queue/enqueue-checks.ts'
import { fixValues } from './job-queue/enqueue-fix.ts'
import { qualityReads, qualityWrites } from './quality/operations.ts'
import { listPeople } from './events/people.ts'
import { readEventsAfter } from './events/event-feed.ts'
import { checkEventFilters, listEvents } from './query/list-events.ts'
import { settlePicture } from './imports/fetch-pictures.ts'
import { importRows, startImportPass } from './imports/import-rows.ts'
import {
  createImportProfile,
  deleteImportProfile,
  listImportProfiles,
  updateImportProfile,
} from './imports/profiles.ts'
import { dropUnusedAttributes } from './imports/created-attributes.ts'
import { startImport } from './imports/start-import.ts'
import { undoImportChunk } from './imports/undo-import.ts'
import { describeProducts } from './sources/describe-products.ts'
import { readScraped } from './sources/read-scraped.ts'
import { reportStages, savePage, storeSource } from './sources/store-source.ts'
import { nextGenerationWork } from './generation-runs/next-work.ts'
import { estimateTries, planTry } from './generation-runs/plan-tries.ts'
import { noteCalls } from './generation-runs/note-calls.ts'
import { settleTry } from './generation-runs/settle-try.ts'
import { estimateGeneration } from './generation-runs/estimate.ts'
import { planAutoGeneration } from './generation-runs/plan-auto.ts'
import {
  keepOrderedVideo,
  noteCutOffCalls,
  reserveCalls,
  storeGenerated,
} from './generation-runs/store-results.ts'
import { readSpend } from './generation-runs/read-run.ts'
import { readGenerationNeeds } from './generation-runs/value-models.ts'
import { enqueueGeneration } from './job-queue/enqueue-generation.ts'
import { decideChunk } from './proposals/decide-chunk.ts'
import { listProposals } from './proposals/list-proposals.ts'
import { proposeEdits, proposeUpdate } from './proposals/propose-edits.ts'
import { proposeValues } from './proposals/propose.ts'
import { readPassages } from './proposals/passages.ts'
import { readProvenance } from './proposals/provenance.ts'
import { reopenProposals } from './proposals/reopen.ts'
import { summarizeReview } from './proposals/review-summary.ts'
import { sampleBulkEdit } from './edits/sample-bulk-edit.ts'
import { decideOrEnqueue } from './job-queue/enqueue-decisions.ts'
import { enqueueBulkEdit, enqueueUndo } from './job-queue/enqueue-edit.ts'
import { duplicateReads, duplicateWrites } from './duplicates/duplicate-operations.ts'
import { enqueueExport } from './job-queue/enqueue-export.ts'
import { mergeJobWrites } from './job-queue/merge-jobs.ts'
import { enqueueImport } from './job-queue/enqueue-import.ts'
import { enqueuePictures } from './job-queue/enqueue-pictures.ts'
import { enqueuePackage } from './job-queue/enqueue-package.ts'
import { enqueueSource } from './job-queue/enqueue-source.ts'
import { enqueueUndoImport } from './job-queue/enqueue-undo-import.ts'
import {
  beatJob,
  cancelJob,
  claimJob,
  finishJob,
  listUnfinishedJobsOf,
  reportJobProgress,
  requeueJobs,
  retryJob,
  withdrawJob,
} from './job-queue/queue.ts'
import { takeOverWorkspace } from './job-queue/take-over.ts'
import { findExport, findExportType } from './job-queue/find-export.ts'
import { findJobTypes } from './job-queue/job-types.ts'
import { savedSoFar } from './job-queue/saved-so-far.ts'
import { countJobs, getJob, hasFailed, listJobs, listWatchedJobs } from './job-queue/read-jobs.ts'

export const readOperations = {
  getEntity: readEntity,
  listEntities,
  freezeList,
  describeEdit,
  listTrash: listTrashPage,
  readSnapshot,
  listViews,
  listSavedActions,
  listAttributeClasses,
  effectiveClasses,
  listImportProfiles,
  findCells,
  aggregateList,
  countGroups,
  distinctValues,
  readFacets,
  ...clusterReads,
  findBranches,
  countTree,
  cellMarks,
  cellOrigins,
  listReferrers,
  listVariants,
  listReferences,
  listAttributes,
  listAttributeConfigs,
  describeAttributes,
  previewFormula,
  sampleBulkEdit,
  readEventsAfter,
  listEvents,
  checkEventFilters,
  listPeople,
  chooseChanges,
  readFile,
  readFileDetails,
  getJob,
  hasFailed,
  savedSoFar,
  listJobs,
  listWatchedJobs,
  listUnfinishedJobsOf,
  countJobs,
  findExport,
  findExportType,
  findJobTypes,
  readScraped,
  listChannels,
  readChannel,
  productCompleteness,
  channelCompleteness,
  ...noteReads,
  ...commentReads,
  ...qualityReads,
  ...duplicateReads,
  listProposals,
  readProvenance,
  readPassages,
  summarizeReview,
  estimateGeneration,
  estimateTries,
  planTry,
  nextGenerationWork,
  readSpend,
  readGenerationNeeds,
  planAutoGeneration,
}

export const writeOperations = {
  createEntity,
  updateEntity,
  upsertEntity,
  batchEntities,
  applyEdits,
  takeOverWorkspace,
  ...noteWrites,
  ...commentWrites,
  ...qualityWrites,
  fixValues,
  enqueueChecks,
  proposeEdits,
  proposeUpdate,
  proposeValues,
  decideProposals: decideOrEnqueue,
  decideChunk,
  reopenProposals,
  ...mergeJobWrites,
  ...duplicateWrites,
  enqueueGeneration,
  storeGenerated,
  reserveCalls,
  settleTry,
  noteCalls,
  noteCutOffCalls,
  keepOrderedVideo,
  undoEdit,
  restoreChanges,
  undoChunk,
  enqueueUndo,
  enqueueBulkEdit,
  bulkEditChunk,
  ...clusterWrites,
  trashEntities,
  restoreEntities,
  emptyTrash,
  createView,
  updateView,
  duplicateView,
  deleteView,
  createSavedAction,
  updateSavedAction,
  deleteSavedAction,
  createAttributeClass,
  updateAttributeClass,
  deleteAttributeClass,
  createAttribute,
  updateAttribute,
  deleteAttribute,
  removeLeftovers,
  moveAttribute,
  beginToIndex,
  indexRows,
  finishIndexing,
  giveUpIndexing,
  advanceSearch,
  addFile,
  storeFile,
  removeUnwantedFiles,
  enqueueImport,
  enqueueExport,
  enqueuePackage,
  enqueueUndoImport,
  undoImportChunk,
  enqueueSource,
  savePage,
  reportStages,
  storeSource,
  describeProducts,
  claimJob,
  beatJob,
  requeueJobs,
  reportJobProgress,
  finishJob,
  cancelJob,
  withdrawJob,
  retryJob,
  startImport,
  importRows,
  enqueuePictures,
  settlePicture,
  startImportPass,
  dropUnusedAttributes,
  createImportProfile,
  updateImportProfile,
  deleteImportProfile,
  enableChannel,
  disableChannel,
  mapChannel,
  createChannel,
  deleteChannel,
  keepChannelNames,
}

export type Operations = typeof readOperations & typeof writeOperations
export type OperationName = keyof Operations
export type OperationInput<Name extends OperationName> = Parameters<Operations[Name]>[1]
export type OperationOutput<Name extends OperationName> = ReturnType<Operations[Name]>
