import { channelTraits, givenChannel } from '#shared/channels.ts'
import { entityTypes, pluralOf, type EntityType } from '#shared/entities.ts'
import type { ExportFormat } from '#shared/exports.ts'
import { type PictureFault, pictureFaults } from '#shared/imports.ts'
import { isTerminal, type Job, type PicturesResult } from '#shared/jobs.ts'
import type { PackageResult } from '#shared/schemas/package-result.ts'
import { describeExport, exportOutcome } from './export-outcome.ts'
import { explainCell } from '#shared/explain-cell.ts'
import { describeGeneration, readGeneration, readPause } from './generation-outcome.ts'
import { resultError } from './outcome-texts.ts'
import { formatMoment } from '../ui/format-time.ts'
import { countOf, formatBytes, formatCount } from '../ui/format-count.ts'

const names: Readonly<Record<string, string>> = {
  import: 'Import',
  bulk_edit: 'Bulk edit',
  undo_edit: 'Undo',
  undo_import: 'Undo of an import',
  source_ingest: 'Source',
  fetch_pictures: 'Pictures',
  package: 'Package',
  generation: 'Generation',
  decide_proposals: 'Review',
}

const formatNames: Readonly<Record<ExportFormat, string>> = { csv: 'CSV', xlsx: 'Excel', jsonl: 'JSON lines' }

/** What exports are about, which has no name of its own. */
function nameExport({
  name,
  metadata: { type, format, channel, channel_name: channelName },
}: Job): string | undefined {
  if (name === 'channel_export') {
    // Older jobs do not tell it.
    const given = givenChannel(String(channel))
    return `Export for ${String(channelName ?? (given ? channelTraits[given].name : channel))}`
  }
  if (name !== 'export') return undefined
  return `Export of ${pluralOf[type as EntityType]} as ${formatNames[format as ExportFormat]}`
}

/** What people call the job, with the file or address it is about. */
export function nameJob(job: Job): string {
  const { name, metadata } = job
  const exported = nameExport(job)
  if (exported !== undefined) return exported
  const known = names[name] ?? name.replaceAll('_', ' ')
  const title = metadata['dry_run'] === true ? `Trial ${known.toLowerCase()}` : known
  const subject = [metadata['file'], metadata['url']].find(
    (value): value is string => typeof value === 'string' && value !== '',
  )
  return subject === undefined ? title : `${title} of ${subject}`
}

/** What has happened, where a job has ended. */
export function titleOfEnd(job: Job): string {
  const { name, status, metadata } = job
  if (status === 'failed') return `${nameJob(job)} failed`
  if (status === 'cancelled') return `${nameJob(job)} was cancelled`
  if (name !== 'package') return `${nameJob(job)} is done`
  const what = metadata['kind'] === 'schema' ? 'structure of the workspace' : 'workspace'
  return `The ${what} was saved as ${String(metadata['file'])}`
}

const states: Readonly<Record<Job['status'], string>> = {
  queued: 'Waiting for its turn',
  running: 'Running',
  completed: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
}

/** How far a job is, how fast, and how long it will take: `1,200 of 10,000, 400 a second, about 22 s left`. */
export function describeProgress(job: Job, now = Date.now()): string {
  const { current, total } = job.progress
  const paused = readPause(job)
  if (paused !== undefined) return `Paused until ${formatMoment(paused.until)}: ${paused.reason}`
  if (job.status !== 'running' || total === 0) return states[job.status]
  const seconds = job.started_at === null ? 0 : (now - Date.parse(job.started_at)) / 1000
  const rate = seconds < 1 ? 0 : current / seconds
  const left = rate > 0 ? Math.ceil((total - current) / rate) : undefined
  return [
    `${formatCount(current)} of ${formatCount(total)}`,
    rate >= 1 ? `${formatCount(Math.round(rate))} a second` : '',
    left === undefined ? '' : `about ${duration(left)} left`,
  ]
    .filter(Boolean)
    .join(', ')
}

function duration(seconds: number): string {
  return seconds < 90 ? `${seconds} s` : countOf(Math.round(seconds / 60), 'minute')
}

const counted = [
  'accepted',
  'rejected',
  'created',
  'updated',
  'changed',
  'unchanged',
  'trashed',
  'failed',
  'matched',
] as const

/** How a job ended: its counts, or the reason it failed. */
export function describeEnd(job: Job): string {
  if (!isTerminal(job.status)) return ''
  const error = resultError(job.result)
  if (error !== undefined) return error
  const outcome = exportOutcome(job)
  if (outcome !== undefined) return describeExport(outcome)
  if (job.result !== null && 'failed_by' in job.result) return describePictures(job.result)
  const generated = readGeneration(job)
  if (generated !== undefined) return describeGeneration(generated)
  if (job.result !== null && 'file_name' in job.result) return describePackage(job.result)
  const result: Readonly<Record<string, unknown>> = { ...job.result }
  const counts = counted.flatMap((member) => {
    const count = result[member]
    return typeof count === 'number' && count > 0 ? [`${formatCount(count)} ${member}`] : []
  })
  return counts.length > 0 ? counts.join(', ') : states[job.status]
}

const pictureFaultTexts: Readonly<Record<PictureFault, string>> = {
  not_found: 'not found',
  not_a_picture: 'no picture',
  too_large: 'too large',
  refused: 'refused',
  unreachable: 'no answer',
}

/** What became of the pictures of an import: `12 fetched, 3 there already, 2 failed (1 not found, 1 too large)`. */
function describePictures({ fetched, already_there: there, failed, failed_by: by }: PicturesResult): string {
  const faults = pictureFaults.flatMap((fault) =>
    by[fault] ? [`${formatCount(by[fault])} ${pictureFaultTexts[fault]}`] : [],
  )
  return [
    `${formatCount(fetched)} fetched`,
    ...(there > 0 ? [`${formatCount(there)} there already`] : []),
    ...(failed > 0 ? [`${formatCount(failed)} failed (${faults.join(', ')})`] : []),
  ].join(', ')
}

/** What is in a package: `1,200 products, 40 images, 12 attributes, 3.4 MB`. */
function describePackage({ size, counts: { attributes, entities } }: PackageResult): string {
  const counts = entityTypes.flatMap((type) =>
    entities[type] > 0 ? [countOf(entities[type], type, pluralOf[type])] : [],
  )
  return [...counts, countOf(attributes, 'attribute'), formatBytes(size)].join(', ')
}

/** What the file with the refused rows of an import is called. */
export function errorFileName({ name, metadata }: Job): string {
  const file = typeof metadata['file'] === 'string' ? metadata['file'] : 'import.csv'
  return `${file.replace(/\.[^.]*$/, '')}-${name === 'fetch_pictures' ? 'pictures' : 'left-out'}.csv`
}

const longMs = 30_000

/** Whether a job ran so long that somebody who does something else meanwhile wants to be told of its end. */
export function isLong({ started_at: started, completed_at: completed }: Job): boolean {
  return started !== null && completed !== null && Date.parse(completed) - Date.parse(started) > longMs
}

export interface JobError {
  readonly where: string
  readonly what: string
}

/** The rows a job could not work off, as far as its result lists them. */
export function listErrors({ result }: Job): readonly JobError[] {
  if (result === null || !('errors' in result)) return []
  return result.errors.map((error) =>
    'row' in error
      ? {
          where: [`Row ${error.row}`, error.field].filter(Boolean).join(', '),
          what: explainCell({ value: '', ...error }),
        }
      : { where: error.attribute, what: error.message },
  )
}
