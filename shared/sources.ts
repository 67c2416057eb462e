/** The name of the job that makes a source, and its `workflow`. */
export const sourceJobName = 'source_ingest'

/** What a source may weigh, as a file or as a page. */
export const maxSourceBytes = 16 * 1024 * 1024

/** How many products one call may link. */
export const maxLinkedProducts = 1000

export type { SourceCreate } from './schemas/sources.ts'

/** The result of a job that has made a source. */
export interface SourceResult {
  readonly source_id: string
  readonly characters: number
  readonly linked_product_ids: readonly string[]
  readonly created: { readonly sources: number }
  /** The source attribute that holds the text; null where the workspace has none for it. */
  readonly content_attribute: string | null
  /** What could not be done, in words. */
  readonly notes: readonly string[]
}
