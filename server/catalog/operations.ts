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
import type { ReadableDb } from '../store/database/database.ts'
import { automationReads, automationWrites } from './automations/operations.ts'
import { createAttribute } from './attributes/define-attribute.ts'
import { describeAttributes } from './query/describe-attributes.ts'
import { readStepTargets } from './query/reference-path.ts'
import { moveAttribute } from './attributes/update-attribute.ts'
import { changeAttributeDefinition } from './edits/turn-pictures.ts'
import { deleteAttribute, removeLeftovers } from './attributes/delete-attribute.ts'
import { listAttributeConfigs, listAttributes } from './attributes/list-attributes.ts'
import { channelCompleteness, productCompleteness } from './completeness/channel-completeness.ts'
import { readCompletenessHistory } from './completeness/completeness-history.ts'
import { chooseSemanticTypes, proposeSemanticTypes } from './attributes/semantic-types.ts'
import { previewDefinition } from './grid/preview-definition.ts'
import { readPromptVersions } from './proposals/prompt-versions.ts'
import { previewFormula } from './attributes/preview-formula.ts'
import { keepChannelNames, disableChannel, enableChannel, mapChannel } from './channels/set-up-channel.ts'
import { compareExports, listLeftOut } from './job-queue/compare-exports.ts'
import { previewChannel } from './channel-files/preview-channel.ts'
import { listFieldPrompts } from './channels/field-prompts.ts'
import { proposeMapping } from './channels/mapping-proposals.ts'
import { listChannels, readChannel } from './channels/read-channels.ts'
import { createChannel, deleteChannel } from './channels/custom-channels.ts'
import { applyEdits } from './edits/apply-edits.ts'
import { answeringOnce, asEdits, findAnswer } from './connections/answer-once.ts'
import { bulkEditChunk } from './edits/bulk-edit.ts'
import { sampleBulkEdit } from './edits/sample-edit.ts'
import { undoChunk, describeEdit, undoEdit } from './edits/undo-edit.ts'
import { chooseChanges, restoreChanges } from './edits/undo-event.ts'
import { batchEntities } from './entities/batch-entities.ts'
import { createEntity } from './entities/create-entity.ts'
import { listReferrers, cellOrigins } from './grid/cell-origins.ts'
import { cellMarks, readProvenance } from './proposals/provenance.ts'
import { readEntity } from './entities/read-entity.ts'
import { updateEntity } from './entities/update-entity.ts'
import { upsertEntity } from './entities/upsert-entity.ts'
import { removeUnwantedFiles, addFile, readFile, storeFile } from './files/stored-files.ts'
import { keepFileDetails, readFileDetails } from './assets/file-facts.ts'
import { listImageVersions, planLinkedRendition, planRendition } from './renditions/plan-rendition.ts'
import { recipeReads, recipeWrites } from './renditions/recipes.ts'
import { advanceSearch } from './query/slow-list.ts'
import { aggregateList } from './grid/aggregate-list.ts'
import { countGroups, countTree, findBranches } from './grid/count-groups.ts'
import { readFacets } from './facets/read-facets.ts'
import { distinctValues } from './facets/read-counts.ts'
import { clusterReads, clusterWrites } from './job-queue/similar-values-jobs.ts'
import { findCells } from './grid/find-cells.ts'
import { beginToIndex, finishIndexing, giveUpIndexing, indexRows } from './connections/make-index.ts'
import { listEntities, listVariants } from './query/list-entities.ts'
import { freezeList, readSnapshot } from './query/snapshot-pages.ts'
import { listReferences } from './references/list-references.ts'
import { listTrashPage, emptyTrash, restoreEntities, trashEntities } from './trash/trash-entities.ts'
import {
  createSavedAction,
  deleteSavedAction,
  listSavedActions,
  updateSavedAction,
} from './edits/saved-actions.ts'
import { applyTemplate } from './templates/apply-template.ts'
import { areReadable, createView, deleteView, duplicateView, listViews, updateView } from './views/views.ts'
import { aliasReads, aliasWrites } from './merging/aliases.ts'
import { noteReads, noteWrites } from './notes/note-operations.ts'
import { commentReads, commentWrites } from './comments/comment-operations.ts'
import {
  enqueueChecks,
  fixValues,
  decideOrEnqueue,
  enqueueBulkEdit,
  enqueueUndo,
  mergeJobWrites,
  enqueueUndoImport,
} from './job-queue/enqueue-edits.ts'
import { qualityReads, qualityWrites } from './quality/operations.ts'
import { listActions } from './query/list-actions.ts'
import { checkEventFilters, listEvents, listPeople, readEventsAfter } from './query/list-events.ts'
import { settlePicture } from './imports/write/fetch-pictures.ts'
import { importRows, startImportPass } from './imports/write/write-rows.ts'
import {
  createImportProfile,
  deleteImportProfile,
  listImportProfiles,
  updateImportProfile,
} from './imports/plan/profiles.ts'
import { dropUnusedAttributes, undoImportChunk } from './imports/write/undo-import.ts'
import { startImport } from './imports/plan/start-import.ts'
import { describeProducts } from './sources/describe-products.ts'
import { readScraped } from './sources/source-request.ts'
import { reportStages, savePage, storeSource } from './sources/store-source.ts'
import { nextGenerationWork } from './generation-runs/plan-value.ts'
import { estimateTries, planTry } from './generation-runs/plan-tries.ts'
import {
  createExportProfile,
  deleteExportProfile,
  listExportProfiles,
  readExportProfile,
  updateExportProfile,
} from './exports/export-profiles.ts'
import { createFeed, deleteFeed, listFeeds, scopesOfFeed, updateFeed } from './feeds/feeds.ts'
import {
  findTakenMark,
  forgetQuestions,
  hasUntakenFile,
  noteFeedQuestions,
  noteFileMoved,
} from './feeds/known-files.ts'
import { adoptWatchedFolder } from './feeds/adopt-watched-folder.ts'
import {
  noteDelivered,
  noteFeedFile,
  noteFeedProblem,
  settleFeedRun,
  takeFeedProblem,
  writeMissing,
} from './feeds/run-feed.ts'
import { enqueueFeedRun } from './job-queue/enqueue-feed.ts'
import { recordWebhookEvent } from './events/record-event.ts'
import { noteCalls, settleTry } from './generation-runs/call-cost.ts'
import { estimateGeneration } from './generation-runs/estimate.ts'
import { planAutoGeneration } from './generation-runs/plan-auto.ts'
import {
  keepOrderedVideo,
  noteCutOffCalls,
  reserveCalls,
  storeGenerated,
} from './generation-runs/store-results.ts'
import { readSpend } from './generation-runs/run-state.ts'
import { readGenerationNeeds } from './generation-runs/value-models.ts'
import { enqueueGeneration } from './job-queue/enqueue-generation.ts'
import { decideChunk } from './proposals/decide-chunk.ts'
import { listProposals, summarizeReview } from './proposals/list-proposals.ts'
import { proposeEdits, proposeUpdate } from './proposals/propose-edits.ts'
import { proposeValues } from './proposals/propose.ts'
import { readPassages } from './proposals/passages.ts'
import { readAxes, setAxes } from './variants/axes.ts'
import { convertProducts } from './variants/convert-products.ts'
import { createVariants } from './variants/create-variants.ts'
import { planVariants } from './variants/plan-variants.ts'
import { reopenProposals } from './proposals/reopen.ts'
import { pictureReads } from './assets/list-pictures.ts'
import { assetReads, assetWrites } from './job-queue/enqueue-assets.ts'
import { libraryReads, libraryWrites } from './assets/libraries.ts'
import { nearSameReads } from './assets/near-same.ts'
import { unplacedReads, unplacedWrites } from './assets/unplaced-files.ts'
import { duplicateReads, duplicateWrites } from './duplicates/duplicate-operations.ts'
import { enqueueExport, enqueuePackage } from './job-queue/enqueue-export.ts'
import { enqueueImport, enqueuePictures, enqueueSource } from './job-queue/enqueue-import.ts'
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
  takeOverWorkspace,
  dropWaitingJob,
} from './job-queue/queue.ts'
import { findExport, findExportType } from './job-queue/find-export.ts'
import {
  describeJobWork,
  findTypesOfFiles,
  savedSoFar,
  countJobs,
  getJob,
  hasFailed,
  listJobs,
  listWatchedJobs,
} from './job-queue/read-jobs.ts'

/** Refused to those who may not read all attributes, before work that is not done in their role. */
function requireWholeView(_db: ReadableDb, _input: object): null {
  return null
}

export const readOperations = {
  requireWholeView,
  readStepTargets,
  getEntity: readEntity,
  listEntities,
  freezeList,
  describeEdit,
  listTrash: listTrashPage,
  readSnapshot,
  areReadable,
  listViews,
  listSavedActions,
  listAttributeClasses,
  effectiveClasses,
  listImportProfiles,
  listExportProfiles,
  readExportProfile,
  listFeeds,
  scopesOfFeed,
  hasUntakenFile,
  findTakenMark,
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
  readAxes,
  planVariants,
  listReferences,
  listAttributes,
  listAttributeConfigs,
  describeAttributes,
  proposeSemanticTypes,
  previewFormula,
  previewDefinition,
  readPromptVersions,
  sampleBulkEdit,
  readEventsAfter,
  listEvents,
  checkEventFilters,
  listActions,
  listPeople,
  chooseChanges,
  readFile,
  readFileDetails,
  planRendition,
  planLinkedRendition,
  listImageVersions,
  ...recipeReads,
  getJob,
  hasFailed,
  savedSoFar,
  listJobs,
  listWatchedJobs,
  listUnfinishedJobsOf,
  countJobs,
  findExport,
  compareExports,
  listLeftOut,
  findExportType,
  findTypesOfFiles,
  describeJobWork,
  readScraped,
  listChannels,
  proposeMapping,
  listFieldPrompts,
  previewChannel,
  readChannel,
  productCompleteness,
  channelCompleteness,
  readCompletenessHistory,
  ...noteReads,
  ...aliasReads,
  ...commentReads,
  ...qualityReads,
  ...duplicateReads,
  ...assetReads,
  ...pictureReads,
  ...libraryReads,
  ...unplacedReads,
  ...nearSameReads,
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
  ...automationReads,
  findAnswer,
}

export const writeOperations = answeringOnce({
  ...asEdits({
    createEntity,
    updateEntity,
    upsertEntity,
    batchEntities,
    setAxes,
    trashEntities,
    restoreEntities,
  }),
  createVariants,
  convertProducts,
  applyEdits,
  takeOverWorkspace,
  ...noteWrites,
  ...aliasWrites,
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
  ...assetWrites,
  keepFileDetails,
  ...recipeWrites,
  ...libraryWrites,
  ...unplacedWrites,
  enqueueGeneration,
  storeGenerated,
  reserveCalls,
  settleTry,
  noteCalls,
  recordWebhookEvent,
  noteCutOffCalls,
  keepOrderedVideo,
  undoEdit,
  restoreChanges,
  undoChunk,
  enqueueUndo,
  enqueueBulkEdit,
  bulkEditChunk,
  ...clusterWrites,
  emptyTrash,
  createView,
  updateView,
  duplicateView,
  deleteView,
  createSavedAction,
  updateSavedAction,
  deleteSavedAction,
  applyTemplate,
  createAttributeClass,
  updateAttributeClass,
  deleteAttributeClass,
  createAttribute,
  updateAttribute: changeAttributeDefinition,
  chooseSemanticTypes,
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
  dropWaitingJob,
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
  createExportProfile,
  updateExportProfile,
  deleteExportProfile,
  createFeed,
  updateFeed,
  deleteFeed,
  enqueueFeedRun,
  noteFeedFile,
  noteFeedProblem,
  noteFeedQuestions,
  forgetQuestions,
  noteFileMoved,
  adoptWatchedFolder,
  takeFeedProblem,
  noteDelivered,
  writeMissing,
  settleFeedRun,
  enableChannel,
  disableChannel,
  mapChannel,
  createChannel,
  deleteChannel,
  keepChannelNames,
  ...automationWrites,
})

export type Operations = typeof readOperations & typeof writeOperations
export type OperationName = keyof Operations
export type OperationInput<Name extends OperationName> = Parameters<Operations[Name]>[1]
export type OperationOutput<Name extends OperationName> = ReturnType<Operations[Name]>
