/** The name of the job that makes a source, and its `workflow`. */
export const sourceJobName = 'source_ingest'

/** What a source may weigh, as a file or as a page. */
export const maxSourceBytes = 25 * 1024 * 1024

/** How many products one call may link. */
export const maxLinkedProducts = 1000

export type { DescribedProduct, ScrapedSource, SourceCreate, SourceTable } from './schemas/sources.ts'

/** The stages of a job that makes a source, in order. */
export const sourceStages = ['fetch', 'read', 'extract', 'store', 'link'] as const
export type SourceStage = (typeof sourceStages)[number]

/** The result of a job that has made a source. */
export interface SourceResult {
  readonly source_id: string
  readonly characters: number
  /** What the bytes were: html, pdf, docx, xlsx, csv or text. */
  readonly format: string
  readonly title: string | null
  readonly tables: number
  readonly linked_product_ids: readonly string[]
  readonly created: { readonly sources: number; readonly products: number }
  readonly updated: { readonly products: number }
  /** What became of the products that the page describes, in its order. */
  readonly products: readonly DescribedOutcome[]
  /** The source attribute that holds the text; null where the workspace has none for it. */
  readonly content_attribute: string | null
  /** What could not be done, in words. */
  readonly notes: readonly string[]
}

/** What became of one product that a page describes. */
export interface DescribedOutcome {
  readonly status: 'created' | 'updated' | 'unchanged' | 'failed'
  readonly id: string | null
  readonly label: string | null
  /** The attribute by whose value the product was found; null for a new one. */
  readonly matched_by: string | null
  /** Attributes that keep the value they had, although the page tells another. */
  readonly kept: readonly { readonly attribute: string; readonly value: unknown; readonly told: unknown }[]
  /** What the page tells and no attribute takes. */
  readonly not_taken: readonly { readonly name: string; readonly reason: string }[]
  /** Why it failed. */
  readonly reason?: string
}
