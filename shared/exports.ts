export type { NewExport } from './schemas/exports.ts'

export const exportFormats = ['csv', 'xlsx', 'jsonl'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** `own`: what an entity holds itself; `effective`: with what it inherits, rolls up, looks up and computes. */
export const exportValues = ['own', 'effective'] as const
export type ExportValues = (typeof exportValues)[number]

/** How references are written: by id, or by the label wherever the label alone finds the entity again. */
export const exportReferences = ['labels', 'ids'] as const
export type ExportReferences = (typeof exportReferences)[number]

/** What stands in the first row of a table: attribute keys, which an import finds again whatever they are, or their names. */
export const exportHeaders = ['keys', 'names'] as const
export type ExportHeaders = (typeof exportHeaders)[number]

export const exportDelimiters = [',', ';', '\t', '|'] as const

/** How long the file of an export is kept. */
export const exportDays = 7

/** A file that a finished export offers, under `/exports/{job_id}`. */
export interface ExportedFile {
  readonly name: string
  readonly media_type: string
  /** In bytes. */
  readonly size: number
  /** Below the API root. */
  readonly path: string
}

/** The result of a finished export. */
export interface ExportResult {
  readonly rows: number
  readonly columns: number
  readonly file: ExportedFile
  readonly expires_at: string
  /** Columns of the view that no file can hold, by key. */
  readonly left_out_columns: readonly string[]
  /** Cells that the format cannot hold; they are empty in the file. */
  readonly left_out_cells: number
  /** The first of them; rows count from 1 under the header. */
  readonly errors: readonly {
    readonly row: number
    readonly field: string
    readonly issue: string
    readonly value: string
  }[]
  readonly errors_truncated: boolean
  /** Entities that were named by id and are not there. */
  readonly not_found: number
}

/** What was left out of the file of a channel and why, by field. */
export interface LeftOutReason {
  /** The field of the channel and the attribute that fills it. */
  readonly field: string
  readonly attribute: string | null
  readonly issue: string
  /** How many products it concerns. */
  readonly products: number
  /** Whether they are left out for it, or their value alone. */
  readonly left_out: 'product' | 'value'
}

/** The result of an export to a channel. Products count as the channel sells them: variants, not what holds them together. */
export interface ChannelExportResult extends Pick<ExportResult, 'file' | 'expires_at' | 'not_found'> {
  readonly products: number
  readonly exported: number
  readonly left_out: number
  readonly values_left_out: number
  /** The most frequent ones first; the report has every case. */
  readonly reasons: readonly LeftOutReason[]
  readonly report: ExportedFile
}
