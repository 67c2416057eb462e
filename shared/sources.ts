export const sourceJobName = 'source_ingest'

export const maxSourceBytes = 25 * 1024 * 1024

export const maxLinkedProducts = 1000

export type { DescribedProduct, ScrapedSource, SourceCreate, SourceTable } from './schemas/sources.ts'

export type { DescribedOutcome, SourceResult } from './schemas/source-result.ts'

export const sourceStages = ['fetch', 'read', 'extract', 'store', 'link'] as const
export type SourceStage = (typeof sourceStages)[number]
