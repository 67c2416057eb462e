import type { ChannelExportResult, ExportResult } from '#shared/exports.ts'
import type { Job } from '#shared/jobs.ts'
import { countOf, formatBytes, formatCount } from '../ui/format-count.ts'

type Outcome = ExportResult | ChannelExportResult

/** What a finished export offers; undefined for other jobs and for exports without a file. */
export function exportOutcome({ status, result }: Job): Outcome | undefined {
  return status === 'completed' && result !== null && 'file' in result ? result : undefined
}

export function isChannelOutcome(outcome: Outcome): outcome is ChannelExportResult {
  return 'report' in outcome
}

/** What is in the file, and what is not: `18 products, 4 left out, 12.3 kB`. */
export function describeExport(outcome: Outcome): string {
  const parts = isChannelOutcome(outcome) ? channelParts(outcome) : tableParts(outcome)
  if (outcome.not_found > 0) parts.push(`${formatCount(outcome.not_found)} no longer there`)
  return [...parts, formatBytes(outcome.file.size)].join(', ')
}

function channelParts({ exported, left_out, values_left_out }: ChannelExportResult): string[] {
  return [
    countOf(exported, 'product'),
    ...(left_out > 0 ? [`${formatCount(left_out)} left out`] : []),
    ...(values_left_out > 0 ? [`${countOf(values_left_out, 'value')} left out`] : []),
  ]
}

function tableParts({ rows, columns, left_out_cells }: ExportResult): string[] {
  return [
    countOf(rows, 'row'),
    countOf(columns, 'column'),
    ...(left_out_cells > 0 ? [`${countOf(left_out_cells, 'cell')} left out`] : []),
  ]
}

/** What is not in the file and why: for a channel the most frequent reason first, for a table cell by cell. */
export function leftOutReasons(outcome: Outcome): readonly string[] {
  return isChannelOutcome(outcome) ? channelReasons(outcome) : tableReasons(outcome)
}

function channelReasons({ reasons }: ChannelExportResult): string[] {
  return reasons.map(({ field, issue, products, left_out: what }) => {
    const who = countOf(products, 'product')
    return `${what === 'product' ? who : `Values of ${who}`}, ${field}: ${issue}`
  })
}

const shownCells = 20

function tableReasons({ left_out_columns: columns, left_out_cells: cells, errors }: ExportResult): string[] {
  const shown = errors.slice(0, shownCells).map(({ row, field, issue }) => `Row ${row}, ${field}: ${issue}`)
  const more = cells - shown.length
  return [
    ...columns.map((key) => `${key}: It mirrors other entities and is exported with those.`),
    ...shown,
    ...(more > 0 ? [`And ${countOf(more, 'more cell')}.`] : []),
  ]
}

/** Whether the file is there but nothing is in it, because the channel would refuse every product. */
export function isEmptyOfChannel(outcome: Outcome): outcome is ChannelExportResult {
  return isChannelOutcome(outcome) && outcome.exported === 0
}
