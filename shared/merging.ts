export const maxMerged = 1000

export type { MergeResult } from './schemas/merging.ts'
