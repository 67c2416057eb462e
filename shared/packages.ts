export type { PackageCounts } from './schemas/package-result.ts'
export type {
  PackagedAttribute,
  PackagedChannel,
  PackagedEntity,
  PackageInfo,
  PackageSchema,
} from './schemas/packages.ts'

/** What `package.json` of a package says to be one. */
export const packageFormat = 'vitrine-package'
/** Grows when an older program could not read what a newer one writes. */
export const packageVersion = 1

/** A whole workspace, or what it is made of without values and files. */
export const packageKinds = ['workspace', 'schema'] as const
export type PackageKind = (typeof packageKinds)[number]
