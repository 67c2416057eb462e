import type { JobHandler } from './job-context.ts'

export const jobHandlers = {
  import: async (context) => (await import('./handlers/import-file.ts')).importFile(context),
  fetch_pictures: async (context) => (await import('./handlers/fetch-pictures.ts')).fetchPictures(context),
  export: async (context) => (await import('./handlers/export-file.ts')).exportFile(context),
  channel_export: async (context) => (await import('./handlers/export-channel.ts')).exportChannel(context),
  bulk_edit: async (context) => (await import('./handlers/bulk-edit.ts')).bulkEdit(context),
  undo_edit: async (context) => (await import('./handlers/bulk-edit.ts')).undoLargeEdit(context),
  source_ingest: async (context) => (await import('./sources/ingest-source.ts')).ingestSource(context),
  package: async (context) => (await import('./handlers/create-package.ts')).createPackage(context),
  decide_proposals: async (context) => (await import('./handlers/bulk-edit.ts')).decideMany(context),
  find_duplicates: async (context) =>
    (await import('./duplicates/find-duplicates.ts')).findDuplicates(context),
  merge_entities: async (context) => (await import('./handlers/bulk-edit.ts')).mergeMany(context),
  cluster_merge: async (context) => (await import('./handlers/bulk-edit.ts')).mergeSimilarValues(context),
  generation: async (context) => (await import('./handlers/generate.ts')).generate(context),
  undo_import: async (context) => (await import('./handlers/bulk-edit.ts')).undoImport(context),
  quality_fix: async (context) => (await import('./handlers/bulk-edit.ts')).fixMany(context),
  asset_match: async (context) => (await import('./assets/match-assets.ts')).matchAssets(context),
  asset_apply: async (context) => (await import('./assets/apply-assets.ts')).applyAssets(context),
  asset_export: async (context) => (await import('./assets/export-assets.ts')).exportAssets(context),
  library_scan: async (context) => (await import('./assets/scan-library.ts')).scanLibrary(context),
  automation: async (context) => (await import('./handlers/run-automation.ts')).runAutomation(context),
  quality_check: async (context) => (await import('./handlers/quality-check.ts')).checkQuality(context),
} satisfies Record<string, JobHandler>
