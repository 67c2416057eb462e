import type { ScrapedSource } from '#shared/sources.ts'

/** What a reader makes of the bytes of a source. */
export interface Reading extends Pick<ScrapedSource, 'title' | 'text' | 'tables' | 'products' | 'notes'> {
  readonly format: SourceFormat
}

export type SourceFormat = 'html' | 'pdf' | 'docx' | 'xlsx' | 'csv' | 'text'

/** A reading of text alone. */
export function textReading(format: SourceFormat, text: string): Reading {
  return { format, title: null, text, tables: [], products: [], notes: [] }
}
