import type {
  AssetExportResult,
  LeftOutPictureReason,
  ChannelExportFailure,
  ChannelExportResult,
  ExportResult,
} from '#shared/exports.ts'
import type { Job } from '#shared/jobs.ts'
import { formatBytes, formatCount } from '../ui/format-count.ts'
import { t, tMessage } from '../ui/text.ts'

type ChannelOutcome = ChannelExportResult | ChannelExportFailure
type Outcome = ExportResult | AssetExportResult | ChannelOutcome

export function exportOutcome({ result }: Job): Outcome | undefined {
  return result !== null && ('file' in result || 'report' in result) ? result : undefined
}

export function isChannelOutcome(outcome: Outcome): outcome is ChannelOutcome {
  return 'report' in outcome
}

function isPictureOutcome(outcome: Outcome): outcome is AssetExportResult {
  return 'collisions' in outcome
}

/** Whether the channel would refuse every product, so that there is no file. */
export function isEmptyOfChannel(outcome: Outcome): outcome is ChannelExportFailure {
  return 'error' in outcome
}

/** The counts of the file: `18 products, 4 left out, 12.3 kB`. */
export function describeExport(outcome: Outcome): string {
  const parts = isChannelOutcome(outcome)
    ? channelParts(outcome)
    : isPictureOutcome(outcome)
      ? pictureParts(outcome)
      : tableParts(outcome)
  if (outcome.not_found > 0)
    parts.push(t('{not_found} no longer there', { not_found: formatCount(outcome.not_found) }))
  if ('file' in outcome) parts.push(formatBytes(outcome.file.size))
  return parts.join(', ')
}

function channelParts({ exported, left_out, values_left_out }: ChannelOutcome): string[] {
  return [
    t('{exported, plural, one {# product} other {# products}}', { exported }),
    ...(left_out > 0 ? [t('{left_out} left out', { left_out: formatCount(left_out) })] : []),
    ...(values_left_out > 0
      ? [t('{values_left_out, plural, one {# value} other {# values}} left out', { values_left_out })]
      : []),
  ]
}

function pictureParts({ files, collisions, left_out }: AssetExportResult): string[] {
  return [
    t('{count, plural, one {# picture} other {# pictures}}', { count: files }),
    ...(collisions > 0
      ? [
          t('{count, plural, one {# name was} other {# names were}} taken and got a number', {
            count: collisions,
          }),
        ]
      : []),
    ...(left_out > 0 ? [t('{left_out} left out', { left_out: formatCount(left_out) })] : []),
  ]
}

function tableParts({ rows, columns, left_out_cells }: ExportResult): string[] {
  return [
    t('{rows, plural, one {# row} other {# rows}}', { rows }),
    t('{columns, plural, one {# column} other {# columns}}', { columns }),
    ...(left_out_cells > 0
      ? [t('{left_out_cells, plural, one {# cell} other {# cells}} left out', { left_out_cells })]
      : []),
  ]
}

/** Left out products with reasons, the most frequent first; for a table cell by cell. */
export function leftOutReasons(outcome: Outcome): readonly string[] {
  if (isChannelOutcome(outcome)) return channelReasons(outcome)
  return isPictureOutcome(outcome) ? pictureReasons(outcome) : tableReasons(outcome)
}

function channelReasons({ reasons, not_sent: unsent = [] }: ChannelOutcome): string[] {
  return [
    ...reasons.map((reason) => {
      const { field, issue, remedy = '', remedy_message: remedyBeside, products, left_out: what } = reason
      const who = t('{products, plural, one {# product} other {# products}}', { products })
      return [
        `${what === 'product' ? who : t('Values of {who}', { who })}, ${field}: ${tMessage(issue, reason)}`,
        tMessage(remedy, remedyBeside),
      ]
        .join(' ')
        .trim()
    }),
    ...unsent.map(({ name, products }) =>
      t(
        'Values of {products, plural, one {# product} other {# products}}, {name}: No field of the channel takes it.',
        { products, name },
      ),
    ),
  ]
}

function pictureReasons({ collided, left_out_pictures: left }: AssetExportResult): string[] {
  return [
    ...left.map(({ name, reason }) =>
      t('{name} is left out: {reason}', { name, reason: leftOutTexts()[reason] }),
    ),
    ...collided.map(({ name, wanted }) => t('{wanted} was taken: {name}', { wanted, name })),
  ]
}

const leftOutTexts = (): Readonly<Record<LeftOutPictureReason, string>> => ({
  elsewhere: t('it lies on another site'),
  missing: t('its file is not there'),
  no_picture: t('no picture can be made of its file'),
  too_large: t('its file is larger than 64 MB'),
})

const shownCells = 20

function tableReasons({ left_out_columns: columns, left_out_cells: cells, errors }: ExportResult): string[] {
  const shown = errors.slice(0, shownCells).map((error) => {
    const { row, field, issue } = error
    return t('Row {row}, {field}: {issue}', { row, field, issue: tMessage(issue, error) })
  })
  const more = cells - shown.length
  return [
    ...columns.map((key) => t('{key}: It mirrors other entries and is exported with those.', { key })),
    ...shown,
    ...(more > 0 ? [t('And {more, plural, one {# more cell} other {# more cells}}.', { more })] : []),
  ]
}
