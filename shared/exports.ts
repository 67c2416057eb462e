export type { NewExport } from './schemas/jobs.ts'
export type {
  ChannelExportFailure,
  ChannelExportResult,
  ExportedFile,
  ExportResult,
  LeftOutReason,
  NotSent,
} from './schemas/jobs.ts'

export const exportFormats = ['csv', 'xlsx', 'jsonl'] as const
export type ExportFormat = (typeof exportFormats)[number]

/**
 * `own`: values that an entity holds itself; `effective`: with inherited, rolled up, looked up and
 * computed ones.
 */
export const exportValues = ['own', 'effective'] as const
export type ExportValues = (typeof exportValues)[number]

/** How references are written: by id, or by the label wherever the label alone finds the entity again. */
export const exportReferences = ['labels', 'ids'] as const
export type ExportReferences = (typeof exportReferences)[number]

/** The header row of a table: attribute keys, which an import always finds, or names. */
export const exportHeaders = ['keys', 'names'] as const
export type ExportHeaders = (typeof exportHeaders)[number]

export const exportDelimiters = [',', ';', '\t', '|'] as const

export const exportDays = 7
