/** How many entities one call may merge into another one. */
export const maxMerged = 1000

export type { MergeResult } from './schemas/merging.ts'
