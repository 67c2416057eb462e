import { mergeChunk } from '../merging/merge-chunk.ts'
import { enqueueDuplicates } from './enqueue-duplicates.ts'
import { mergeOrEnqueue } from './enqueue-merge.ts'

/** What the writer does about merges and the search that leads to them. */
export const mergeJobWrites = { mergeEntities: mergeOrEnqueue, mergeChunk, enqueueDuplicates }
