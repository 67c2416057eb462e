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

/** The mark of a package in its `package.json`. */
export const packageFormat = 'vitrine-package'
/** Grows when an older program could not read what a newer one writes. 2 has notes, 3 rules of quality; without any a package is of version 1. */
export const packageVersion = 3

/** A whole workspace, or its definitions without values and files. */
export const packageKinds = ['workspace', 'schema'] as const
export type PackageKind = (typeof packageKinds)[number]
