import type { JobHandler } from './job-context.ts'
import { bulkEdit, undoLargeEdit } from './handlers/bulk-edit.ts'
import { exportChannel } from './handlers/export-channel.ts'
import { exportFile } from './handlers/export-file.ts'
import { importFile } from './handlers/import-file.ts'
import { ingestSource } from './sources/ingest-source.ts'
import { undoImport } from './handlers/undo-import.ts'

/** What each job does, by the name of the job. A handler returns how it ended (JobEnd). */
export const jobHandlers = {
  import: importFile,
  export: exportFile,
  channel_export: exportChannel,
  bulk_edit: bulkEdit,
  undo_edit: undoLargeEdit,
  source_ingest: ingestSource,
  undo_import: undoImport,
} satisfies Record<string, JobHandler>
