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
