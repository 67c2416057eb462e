/**
 * The tables of operations that threads run: each takes one consistent database and plain data, and answers with plain
 * data or ready bytes. Reads run on any reader; each write is one transaction on the writer.
 */
import {
  createAttributeClass,
  deleteAttributeClass,
  listAttributeClasses,
  updateAttributeClass,
} from '../catalog/attribute-classes/attribute-classes.ts'
import { effectiveClasses } from '../catalog/attribute-classes/effective-classes.ts'
import { createAttribute } from '../catalog/attributes/define-attribute.ts'
import { describeAttributes } from '../catalog/attributes/describe-attributes.ts'
import { moveAttribute } from '../catalog/attributes/move-attribute.ts'
import { deleteAttribute } from '../catalog/attributes/delete-attribute.ts'
import { updateAttribute } from '../catalog/attributes/update-attribute.ts'
import { listAttributeConfigs, listAttributes } from '../catalog/attributes/list-attributes.ts'
import { channelCompleteness } from '../catalog/channels/channel-completeness.ts'
import { productCompleteness } from '../catalog/channels/product-completeness.ts'
import { previewFormula } from '../catalog/attributes/preview-formula.ts'
import { listChannels, readChannel } from '../catalog/channels/read-channels.ts'
import { disableChannel, enableChannel, mapChannel } from '../catalog/channels/set-up-channel.ts'
import { applyEdits } from '../catalog/edits/apply-edits.ts'
import { bulkEditChunk } from '../catalog/edits/bulk-edit.ts'
import { undoChunk } from '../catalog/edits/undo-chunk.ts'
import { describeEdit, undoEdit } from '../catalog/edits/undo-edit.ts'
import { batchEntities } from '../catalog/entities/batch-entities.ts'
import { createEntity } from '../catalog/entities/create-entity.ts'
import { listReferrers } from '../catalog/grid/list-referrers.ts'
import { cellOrigins } from '../catalog/computed/cell-origins.ts'
import { readEntity } from '../catalog/entities/read-entity.ts'
import { updateEntity } from '../catalog/entities/update-entity.ts'
import { upsertEntity } from '../catalog/entities/upsert-entity.ts'
import { addFile, readFile, storeFile } from '../catalog/files/stored-files.ts'
import { advanceSearch } from '../catalog/query/advance-search.ts'
import { aggregateList } from '../catalog/grid/aggregate-list.ts'
import { countGroups } from '../catalog/grid/count-groups.ts'
import { countTree } from '../catalog/grid/count-tree.ts'
import { distinctValues } from '../catalog/grid/distinct-values.ts'
import { findBranches } from '../catalog/grid/find-branches.ts'
import { findCells } from '../catalog/grid/find-cells.ts'
import { createIndexes } from '../catalog/query/create-indexes.ts'
import { listEntities } from '../catalog/query/list-entities.ts'
import { freezeList, readSnapshot } from '../catalog/query/snapshot-pages.ts'
import { listVariants } from '../catalog/query/list-variants.ts'
import { listReferences } from '../catalog/references/list-references.ts'
import { listTrashPage } from '../catalog/trash/list-trash.ts'
import { emptyTrash, restoreEntities, trashEntities } from '../catalog/trash/trash-entities.ts'
import { createView, deleteView, duplicateView, listViews, updateView } from '../catalog/views/views.ts'
import { readEventsAfter } from '../catalog/events/event-feed.ts'
import { listEvents } from '../catalog/events/list-events.ts'
import { importRows, startImportPass } from '../catalog/imports/import-rows.ts'
import {
  createImportProfile,
  deleteImportProfile,
  listImportProfiles,
  updateImportProfile,
} from '../catalog/imports/profiles.ts'
import { startImport } from '../catalog/imports/start-import.ts'
import { undoImportChunk } from '../catalog/imports/undo-import.ts'
import { describeProducts } from '../catalog/sources/describe-products.ts'
import { readScraped } from '../catalog/sources/read-scraped.ts'
import { reportStages, savePage, storeSource } from '../catalog/sources/store-source.ts'
import { enqueueBulkEdit, enqueueUndo } from '../jobs/enqueue-edit.ts'
import { enqueueExport } from '../jobs/enqueue-export.ts'
import { enqueueImport } from '../jobs/enqueue-import.ts'
import { enqueueSource } from '../jobs/enqueue-source.ts'
import { enqueueUndoImport } from '../jobs/enqueue-undo-import.ts'
import {
  beatJob,
  cancelJob,
  claimJob,
  finishJob,
  reportJobProgress,
  requeueJobs,
  retryJob,
} from '../jobs/queue.ts'
import { findExport, findExportType } from '../jobs/find-export.ts'
import { getJob, hasFailed, listJobs, listWatchedJobs } from '../jobs/read-jobs.ts'

export const readOperations = {
  getEntity: readEntity,
  listEntities,
  freezeList,
  describeEdit,
  listTrash: listTrashPage,
  readSnapshot,
  listViews,
  listAttributeClasses,
  effectiveClasses,
  listImportProfiles,
  findCells,
  aggregateList,
  countGroups,
  distinctValues,
  findBranches,
  countTree,
  cellOrigins,
  listReferrers,
  listVariants,
  listReferences,
  listAttributes,
  listAttributeConfigs,
  describeAttributes,
  previewFormula,
  readEventsAfter,
  listEvents,
  readFile,
  getJob,
  hasFailed,
  listJobs,
  listWatchedJobs,
  findExport,
  findExportType,
  readScraped,
  listChannels,
  readChannel,
  productCompleteness,
  channelCompleteness,
}

export const writeOperations = {
  createEntity,
  updateEntity,
  upsertEntity,
  batchEntities,
  applyEdits,
  undoEdit,
  undoChunk,
  enqueueUndo,
  enqueueBulkEdit,
  bulkEditChunk,
  trashEntities,
  restoreEntities,
  emptyTrash,
  createView,
  updateView,
  duplicateView,
  deleteView,
  createAttributeClass,
  updateAttributeClass,
  deleteAttributeClass,
  createAttribute,
  updateAttribute,
  deleteAttribute,
  moveAttribute,
  createIndexes,
  advanceSearch,
  addFile,
  storeFile,
  enqueueImport,
  enqueueExport,
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
  retryJob,
  startImport,
  importRows,
  startImportPass,
  createImportProfile,
  updateImportProfile,
  deleteImportProfile,
  enableChannel,
  disableChannel,
  mapChannel,
}

export type Operations = typeof readOperations & typeof writeOperations
export type OperationName = keyof Operations
export type OperationInput<Name extends OperationName> = Parameters<Operations[Name]>[1]
export type OperationOutput<Name extends OperationName> = ReturnType<Operations[Name]>
