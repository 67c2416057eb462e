export type { PackageCounts } from './schemas/package-result.ts'
export type {
  PackagedAcceptance,
  PackagedAttribute,
  PackagedChannel,
  PackagedEntity,
  PackagedNote,
  PackagedRule,
  PackageInfo,
  PackageSchema,
} from './schemas/packages.ts'

export const packageFormat = 'vitrine-package'
/**
 * Incremented when an older program could not read a newer package. 2 has notes, 3 rules of quality, 4 axes of
 * products, 5 days of to-dos, 6 automations, 7 feeds and export profiles; a package without any is of version 1.
 */
export const packageVersion = 7

export const packageKinds = ['workspace', 'schema'] as const
export type PackageKind = (typeof packageKinds)[number]
