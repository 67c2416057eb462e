import { listVersionedFiles, putCopiesBack, type VersionedFile } from '../registry/versioned-files.ts'

/** A file with the version that a start of this program gives it. */
export interface FileUpgrade extends Omit<VersionedFile, 'copies'> {
  readonly upgrades: boolean
}

/** Tells of each file of a data folder what a start would bring it to. Throws WorkspaceFileError. */
export function describeUpgrade(dataFolder: string): FileUpgrade[] {
  return listVersionedFiles(dataFolder).map(({ copies: _copies, ...file }) => ({
    ...file,
    upgrades: file.version !== null && file.version < file.newest,
  }))
}

/** The way back of one file: to the copy from before its last upgrade. */
export interface Downgrade {
  readonly name: string
  readonly file: string
  readonly copy: VersionedFile['copies'][number]
}

/** Tells which copies from before their last upgrades there are. Throws WorkspaceFileError. */
export function planDowngrade(dataFolder: string): Downgrade[] {
  return listVersionedFiles(dataFolder).flatMap(({ name, file, version, copies }) => {
    const copy = copies.find((one) => version === null || one.version < version)
    return copy ? [{ name, file, copy }] : []
  })
}

/**
 * Puts these copies back, all or none where a file is in use, and tells where the newer files lie now. Throws
 * WorkspaceFileError.
 */
export function downgrade(dataFolder: string): (Downgrade & { readonly put_aside: string })[] {
  const plan = planDowngrade(dataFolder)
  const aside = putCopiesBack(plan)
  return plan.map((one, index) => ({ ...one, put_aside: aside[index] ?? '' }))
}
