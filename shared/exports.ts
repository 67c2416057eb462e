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

export type { NewAssetExport } from './schemas/assets.ts'
export type { AssetExportResult } from './schemas/jobs.ts'

/** How the pictures of an export are named where nothing is asked for. */
export const defaultNamePattern = '{sku}_{n}.{ext}'
export const maxNamePattern = 300
/** How many files one archive of pictures holds. */
export const maxExportedFiles = 50_000

/** The parts of a name that are of the file itself; every other one is a value of the product or the image. */
export const fileNameParts = ['n', 'ext', 'name', 'hash'] as const
export type FileNamePart = (typeof fileNameParts)[number]

export const leftOutPictureReasons = ['elsewhere', 'missing', 'no_picture', 'too_large'] as const
export type LeftOutPictureReason = (typeof leftOutPictureReasons)[number]
