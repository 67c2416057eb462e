import type { OperationTable } from '../operation-docs.ts'
import { attributeClassDocs } from './attribute-classes.ts'
import { agentDocs } from './agents.ts'
import { attributeDocs } from './attributes.ts'
import { backupDocs } from './backups.ts'
import { watchedFolderDocs } from './watched-folders.ts'
import { batchDocs } from './batch.ts'
import { channelDocs, channelSetupDocs } from './channels.ts'
import { descriptionDocs } from './description.ts'
import { editDocs } from './edits.ts'
import { entityDocs } from './entities.ts'
import { eventDocs } from './events.ts'
import { exportDocs } from './exports.ts'
import { fileDocs } from './files.ts'
import { importDocs } from './imports.ts'
import { jobDocs } from './jobs.ts'
import { ownerAttributeDocs } from './owner-attributes.ts'
import { ownerDocs } from './owner.ts'
import { trashDocs } from './trash.ts'
import { gridDocs } from './grid.ts'
import { gridValueDocs } from './grid-values.ts'
import { importSetupDocs } from './import-setup.ts'
import { viewDocs } from './views.ts'
import { sourceDocs } from './sources.ts'

/** What the public document says about each operation. */
export const publicOperations: OperationTable = {
  ...entityDocs,
  ...batchDocs,
  ...editDocs,
  ...attributeDocs,
  ...jobDocs,
  ...sourceDocs,
  ...importDocs,
  ...exportDocs,
  ...fileDocs,
  ...eventDocs,
  ...channelDocs,
  ...descriptionDocs,
}

/** The same for the owner's surface. */
export const ownerOperations: OperationTable = {
  ...ownerDocs,
  ...ownerAttributeDocs,
  ...backupDocs,
  ...watchedFolderDocs,
  ...attributeClassDocs,
  ...agentDocs,
  ...trashDocs,
  ...viewDocs,
  ...importSetupDocs,
  ...gridDocs,
  ...gridValueDocs,
  ...channelSetupDocs,
}
