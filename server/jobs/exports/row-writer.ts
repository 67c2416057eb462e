import type { ExportColumn } from '../../catalog/exports/export-columns.ts'
import type { ExportCell } from '../../catalog/exports/export-rows.ts'

export interface LeftOutCell {
  readonly column: ExportColumn
  readonly issue: string
  readonly value: string
}

export interface RowWriter {
  write(rows: readonly (readonly ExportCell[])[], onLeftOut: LeftOutListener): Promise<void>
  end(): Promise<void>
}

export type LeftOutListener = (index: number, cell: LeftOutCell) => void
