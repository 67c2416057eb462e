import type { ChannelExportFailure, ChannelExportResult, ExportResult } from '#shared/exports.ts'
import type { Job } from '#shared/jobs.ts'
import { countOf, formatBytes, formatCount } from '../ui/format-count.ts'

type ChannelOutcome = ChannelExportResult | ChannelExportFailure
type Outcome = ExportResult | ChannelOutcome

/** What an export offers that has ended; undefined for other jobs and for exports that leave nothing. */
export function exportOutcome({ result }: Job): Outcome | undefined {
  return result !== null && ('file' in result || 'report' in result) ? result : undefined
}

export function isChannelOutcome(outcome: Outcome): outcome is ChannelOutcome {
  return 'report' in outcome
}

/** Whether there is no file, because the channel would refuse every product. */
export function isEmptyOfChannel(outcome: Outcome): outcome is ChannelExportFailure {
  return 'error' in outcome
}

/** What is in the file, and what is not: `18 products, 4 left out, 12.3 kB`. */
export function describeExport(outcome: Outcome): string {
  const parts = isChannelOutcome(outcome) ? channelParts(outcome) : tableParts(outcome)
  if (outcome.not_found > 0) parts.push(`${formatCount(outcome.not_found)} no longer there`)
  if ('file' in outcome) parts.push(formatBytes(outcome.file.size))
  return parts.join(', ')
}

function channelParts({ exported, left_out, values_left_out }: ChannelOutcome): string[] {
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

function channelReasons({ reasons, not_sent: unsent = [] }: ChannelOutcome): string[] {
  return [
    ...reasons.map(({ field, issue, remedy, products, left_out: what }) => {
      const who = countOf(products, 'product')
      return [`${what === 'product' ? who : `Values of ${who}`}, ${field}: ${issue}`, remedy ?? '']
        .join(' ')
        .trim()
    }),
    ...unsent.map(
      ({ name, products }) =>
        `Values of ${countOf(products, 'product')}, ${name}: No field of the channel takes it.`,
    ),
  ]
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
