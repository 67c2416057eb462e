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
 * Incremented when an older program could not read a newer package. 2 has notes, 3 rules of quality; a
 * package without either is of version 1.
 */
export const packageVersion = 3

export const packageKinds = ['workspace', 'schema'] as const
export type PackageKind = (typeof packageKinds)[number]
