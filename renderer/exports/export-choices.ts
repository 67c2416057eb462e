import type { ChannelFormat } from '#shared/channels.ts'
import type { EntityType } from '#shared/entities.ts'
import type { ExportFormat, ExportValues, NewExport, exportDelimiters } from '#shared/exports.ts'
import type { DecimalMark } from '#shared/imports.ts'
import { isMeasured, type GridColumn } from '../query/columns.ts'
import type { RowScope } from '../state/dialogs.ts'

/** A table, or the file of a channel, whose key can be any word. */
export type FileKind = ExportFormat | `channel:${string}`

export interface ExportChoices {
  readonly scope: RowScope
  readonly kind: FileKind
  readonly columns: 'visible' | 'all'
  readonly values: ExportValues
  readonly delimiter: (typeof exportDelimiters)[number]
  readonly forExcel: boolean
  readonly channelFormat: ChannelFormat | undefined
  readonly currency: string
  /** Whether the workspace's pictures in a channel's file are packed next to it. */
  readonly pictures: boolean
}

export const firstChoices: Omit<ExportChoices, 'scope'> = {
  kind: 'csv',
  columns: 'visible',
  values: 'own',
  delimiter: ',',
  forExcel: false,
  channelFormat: undefined,
  currency: '',
  pictures: false,
}

export type RowsOfExport = Pick<NewExport, 'ids' | 'filter' | 'filter_join' | 'sort' | 'q'>

export function channelOf(kind: FileKind): string | undefined {
  return kind.startsWith('channel:') ? kind.slice('channel:'.length) : undefined
}

/**
 * The body of `POST /exports`. The shown columns begin with the id, by which an import finds its rows again.
 */
export function toExportBody(
  type: EntityType,
  choices: ExportChoices,
  rows: RowsOfExport,
  visible: readonly GridColumn[],
): NewExport {
  const { kind } = choices
  const channel = channelOf(kind)
  return {
    type,
    ...rows,
    ...(channel === undefined
      ? tablePart(kind as ExportFormat, choices, visible)
      : channelPart(channel, choices)),
  }
}

function channelPart(channel: string, { channelFormat, currency, pictures }: ExportChoices): NewExport {
  const code = currency.trim().toUpperCase()
  return {
    channel,
    ...(channelFormat && { format: channelFormat }),
    ...(code !== '' && { currency: code }),
    ...(pictures && { pictures }),
  }
}

function tablePart(format: ExportFormat, choices: ExportChoices, visible: readonly GridColumn[]): NewExport {
  const { columns, values, delimiter, forExcel } = choices
  return {
    format,
    values,
    // People read the first row of a table; programs read the members of JSON.
    headers: format === 'jsonl' ? 'keys' : 'names',
    ...(columns === 'visible' && {
      fields: [...new Set(['id', ...exportable(visible).map(({ id }) => id)])],
    }),
    ...(format === 'csv' && { delimiter }),
    ...(format === 'csv' && forExcel && { bom: true, decimal: decimalBeside(delimiter) }),
  }
}

/** Excel separates the cells of a CSV by semicolons where it writes 1,5, by commas where it writes 1.5. */
export function decimalBeside(delimiter: ExportChoices['delimiter']): DecimalMark {
  return delimiter === ';' ? 'comma' : 'point'
}

/** Inverse lists are left out: the references are exported where they are stored. */
export function exportable(columns: readonly GridColumn[]): readonly GridColumn[] {
  return columns.filter((column) => column.traits.shape !== 'inverse' && !isMeasured(column))
}
