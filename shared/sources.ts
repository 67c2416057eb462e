/** The name of the job that makes a source, and its `workflow`. */
export const sourceJobName = 'source_ingest'

/** What a source may weigh, as a file or as a page. */
export const maxSourceBytes = 25 * 1024 * 1024

/** How many products one call may link. */
export const maxLinkedProducts = 1000

export type { DescribedProduct, ScrapedSource, SourceCreate, SourceTable } from './schemas/sources.ts'

export type { DescribedOutcome, SourceResult } from './schemas/source-result.ts'

/** The stages of a job that makes a source, in order. */
export const sourceStages = ['fetch', 'read', 'extract', 'store', 'link'] as const
export type SourceStage = (typeof sourceStages)[number]
