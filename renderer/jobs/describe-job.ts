import { channelTraits, builtInChannel } from '#shared/channels.ts'
import { entityTypes, type EntityType, findEntityType } from '#shared/entities.ts'
import type { ExportFormat } from '#shared/exports.ts'
import { type PictureFault, pictureFaults } from '#shared/imports.ts'
import { isNamedJob, jobNames, isTerminal, type Job, type PicturesResult } from '#shared/jobs.ts'
import type { PackageResult } from '#shared/schemas/package-result.ts'
import { describeExport, exportOutcome } from './export-outcome.ts'
import { cancelReason, changedSinceIn, resultError } from './outcome-texts.ts'
import { formatBytes, formatCount, formatDollars, formatMoment } from '../ui/format-count.ts'
import { cachedByLanguage, t, inSentence, tMessage } from '../ui/text.ts'
import { formatEntityCount, typeTexts } from '../state/entity-types.ts'
import { describeCell } from '../api/api-error.ts'
import type { GenerationResult } from '#shared/generations.ts'
import { createPageLocation, type PageLocation } from '../query/location.ts'
import { isObject } from '#shared/exact-json.ts'

const formatNames = cachedByLanguage((): Readonly<Record<ExportFormat, string>> => ({
  csv: 'CSV',
  xlsx: t('Excel'),
  jsonl: t('JSON lines'),
}))

function exportTitle({
  name,
  metadata: { type, format, channel, channel_name: channelName },
}: Pick<Job, 'name' | 'metadata'>): string | undefined {
  // The history of changes knows no more of a job than its name and file.
  if (name === 'channel_export' && channel === undefined) return t('Export for a channel')
  if (name === 'export' && type === undefined) return t('Export¦noun')
  if (name === 'channel_export') {
    // Older jobs lack the channel's name.
    const builtIn = builtInChannel(String(channel))
    return t('Export for {channelName}', {
      channelName: String(channelName ?? (builtIn ? channelTraits[builtIn].name : channel)),
    })
  }
  if (name !== 'export') return undefined
  return t('Export of {plural} as {format}', {
    plural: inSentence(typeTexts()[type as EntityType].plural),
    format: formatNames()[format as ExportFormat],
  })
}

function automationTitle({ name, metadata }: Pick<Job, 'name' | 'metadata'>): string | undefined {
  const { automation } = metadata
  const isOfAutomation = name === 'automation' && typeof automation === 'string'
  return isOfAutomation ? t('Automation “{automation}”', { automation }) : undefined
}

export function jobTitle(job: Pick<Job, 'name' | 'metadata'>): string {
  const { name, metadata } = job
  const exported = exportTitle(job) ?? automationTitle(job)
  if (exported !== undefined) return exported
  const known = isNamedJob(name) ? t(jobNames[name]) : name.replaceAll('_', ' ')
  const title = metadata['dry_run'] === true ? t('Trial {known}', { known: inSentence(known) }) : known
  const subject = subjectOf(metadata)
  return subject === undefined ? title : t('{title} of {subject}', { title, subject })
}

/** The file or address of a job, and the feed that has taken it; before it has a file, the feed alone. */
function subjectOf({ file, url, feed }: Job['metadata']): string | undefined {
  const name = [file, url].find((value): value is string => typeof value === 'string' && value !== '')
  if (typeof feed !== 'string') return name
  return name === undefined || /[*?]/.test(name) ? feed : `${name} (${feed})`
}

export function jobEndTitle(job: Job): string {
  const { name, status, metadata } = job
  if (status === 'failed') return t('{job} failed', { job: jobTitle(job) })
  if (status === 'cancelled') return t('{job} was cancelled', { job: jobTitle(job) })
  if (name !== 'package') return t('{job} finished', { job: jobTitle(job) })
  const file = String(metadata['file'])
  return metadata['kind'] === 'schema'
    ? t('The structure of the workspace was saved as {file}', { file })
    : t('The workspace was saved as {file}', { file })
}

/** Describes the values that a run has proposed, as `30 texts are ready`; undefined where there are none. */
export function describeReady(job: Job, isText: boolean): string | undefined {
  const count = readGeneration(job)?.proposed ?? 0
  if (job.status !== 'completed' || count === 0) return undefined
  return isText
    ? t('{count, plural, one {# text is ready} other {# texts are ready}}', { count })
    : t('{count, plural, one {# value is ready} other {# values are ready}}', { count })
}

export const jobStatusTexts = cachedByLanguage((): Readonly<Record<Job['status'], string>> => ({
  queued: t('Waiting for its turn'),
  running: t('Running'),
  completed: t('Done'),
  failed: t('Failed'),
  cancelled: t('Cancelled'),
}))

/** Progress, speed and remaining time: `1,200 of 10,000, 400 a second, about 22 s left`. */
export function describeProgress(job: Job, now = Date.now()): string {
  const { current, total } = job.progress
  const paused = readPause(job)
  if (paused !== undefined)
    return t('Paused until {until}: {reason}', { until: formatMoment(paused.until), reason: paused.reason })
  if (job.status !== 'running' || total === 0) return jobStatusTexts()[job.status]
  const seconds = job.started_at === null ? 0 : (now - Date.parse(job.started_at)) / 1000
  const rate = seconds < 1 ? 0 : current / seconds
  const left = rate > 0 ? Math.ceil((total - current) / rate) : undefined
  return [
    t('{current} of {total}', { current: formatCount(current), total: formatCount(total) }),
    rate >= 1 ? t('{value} a second', { value: formatCount(Math.round(rate)) }) : '',
    left === undefined ? '' : t('about {value} left', { value: duration(left) }),
  ]
    .filter(Boolean)
    .join(', ')
}

/** The duration of a job in words; empty before its start. */
export function describeDuration(job: Job, now = Date.now()): string {
  if (job.started_at === null) return ''
  const end = job.completed_at === null ? now : Date.parse(job.completed_at)
  return duration(Math.max(0, Math.round((end - Date.parse(job.started_at)) / 1000)))
}

function duration(seconds: number): string {
  if (seconds < 1) return '< 1 s'
  return seconds < 90
    ? `${seconds} s`
    : t('{count, plural, one {# minute} other {# minutes}}', { count: Math.round(seconds / 60) })
}

type CountText = (count: string) => string
const resultCountTexts: Readonly<Record<string, CountText>> = {
  accepted: (count) => t('{count} accepted', { count }),
  rejected: (count) => t('{count} rejected', { count }),
  created: (count) => t('{count} created', { count }),
  updated: (count) => t('{count} updated', { count }),
  changed: (count) => t('{count} changed', { count }),
  unchanged: (count) => t('{count} unchanged', { count }),
  trashed: (count) => t('{count} trashed', { count }),
  failed: (count) => t('{count} failed', { count }),
  matched: (count) => t('{count} matched', { count }),
}

/** Describes the result counts of an ended job, or why it failed or was cancelled. */
export function describeJobResult(job: Job): string {
  if (!isTerminal(job.status)) return ''
  const reason = cancelReason(job)
  return reason === undefined ? describeResult(job) : `${describeResult(job)}. ${reason}`
}

function describeResult(job: Job): string {
  const error = resultError(job.result)
  if (error !== undefined) return error
  const outcome = exportOutcome(job)
  if (outcome !== undefined) return describeExport(outcome)
  if (job.result !== null && 'failed_by' in job.result) return describePictures(job.result)
  const generated = readGeneration(job)
  if (generated !== undefined) return describeGeneration(generated)
  if (job.result !== null && 'file_name' in job.result) return describePackage(job.result)
  const result: Readonly<Record<string, unknown>> = { ...job.result }
  const counts = Object.entries(resultCountTexts).flatMap(([member, describe]) => {
    const count = result[member]
    return typeof count === 'number' && count > 0 ? [describe(formatCount(count))] : []
  })
  const text = counts.length > 0 ? counts.join(', ') : jobStatusTexts()[job.status]
  return [text, ...changedSinceIn(job.result)].join('. ')
}

/** The person, key or agent that started a job; undefined on a desktop. */
export function startedByName({ metadata: { started_by: actor } }: Job): string | undefined {
  return isNamed(actor) ? actor.name : undefined
}

function isNamed(actor: unknown): actor is { name: string } {
  return typeof actor === 'object' && actor !== null && 'name' in actor && typeof actor.name === 'string'
}

const pictureFaultTexts = cachedByLanguage((): Readonly<Record<PictureFault, string>> => ({
  not_found: t('not found'),
  not_a_picture: t('no picture'),
  too_large: t('too large'),
  refused: t('rejected¦a picture'),
  unreachable: t('no answer'),
}))

/**
 * Describes the results for pictures of an import: `12 fetched, 3 there already, 2 failed (1 not found, 1
 * too large)`.
 */
function describePictures(result: PicturesResult): string {
  const { fetched, replaced = 0, already_there: alreadyStored, failed, failed_by: by } = result
  const faults = pictureFaults.flatMap((fault) =>
    by[fault] ? [`${formatCount(by[fault])} ${pictureFaultTexts()[fault]}`] : [],
  )
  return [
    t('{fetched} fetched', { fetched: formatCount(fetched) }),
    ...(replaced > 0 ? [t('{replaced} of them had changed', { replaced: formatCount(replaced) })] : []),
    ...(alreadyStored > 0 ? [t('{there} there already', { there: formatCount(alreadyStored) })] : []),
    ...(failed > 0
      ? [t('{failed} failed ({faults})', { failed: formatCount(failed), faults: faults.join(', ') })]
      : []),
  ].join(', ')
}

function describePackage({ size, counts: { attributes, entities } }: PackageResult): string {
  const counts = entityTypes.flatMap((type) =>
    entities[type] > 0 ? [formatEntityCount(entities[type], type)] : [],
  )
  return [
    ...counts,
    t('{attributes, plural, one {# attribute} other {# attributes}}', { attributes }),
    formatBytes(size),
  ].join(', ')
}

export function errorFileName({ name, metadata }: Job): string {
  const file = typeof metadata['file'] === 'string' ? metadata['file'] : 'import.csv'
  return `${file.replace(/\.[^.]*$/, '')}-${name === 'fetch_pictures' ? 'pictures' : 'left-out'}.csv`
}

const notifyAfterMs = 30_000

/** Whether a job ran so long that its end deserves a notification. */
export function ranLongEnoughToNotify({ started_at: started, completed_at: completed }: Job): boolean {
  return started !== null && completed !== null && Date.parse(completed) - Date.parse(started) > notifyAfterMs
}

export interface JobError {
  readonly where: string
  readonly what: string
}

export function listErrors({ result }: Job): readonly JobError[] {
  if (result === null || !('errors' in result)) return []
  return result.errors.map((error) => {
    if ('action' in error) return { where: error.field, what: describeCell({ value: '', row: 0, ...error }) }
    if (!('row' in error)) return { where: error.attribute, what: tMessage(error.message, error) }
    return {
      where: [t('Row {row}', { row: error.row }), error.field].filter(Boolean).join(', '),
      what: describeCell({ value: '', ...error }),
    }
  })
}

/** Returns the result of a finished generation job; undefined for any other job. */
export function readGeneration({ name, result }: Job): GenerationResult | undefined {
  return name === 'generation' && result !== null && 'not_stated' in result ? result : undefined
}

/** `12 proposed, 3 not stated, 1 failed, 40 skipped, $0.03. Stopped at its budget.` */
export function describeGeneration(result: GenerationResult): string {
  const { proposed, applied, not_stated: notStated, failed, skipped, cost, stopped, unsettled } = result
  const skippedTotal = Object.values(skipped).reduce((sum, count) => sum + count, 0)
  const counts: readonly (readonly [number, (count: string) => string])[] = [
    [proposed, (count) => t('{count} proposed', { count })],
    [applied, (count) => t('{count} written', { count })],
    [notStated, (count) => t('{count} not stated', { count })],
    [failed, (count) => t('{count} failed', { count })],
    [skippedTotal, (count) => t('{count} skipped', { count })],
  ]
  const texts = counts.flatMap(([count, describe]) => (count > 0 ? [describe(formatCount(count))] : []))
  const paid = cost !== null && cost > 0 ? [formatDollars(cost)] : []
  return [
    `${[...(texts.length > 0 ? texts : [t('Nothing was to be generated')]), ...paid].join(', ')}.`,
    stopped === 'budget_reached' ? t('Stopped at its budget.') : '',
    unsettled.calls > 0
      ? t('{cost} of it for calls that were cut off.', { cost: formatDollars(unsettled.cost) })
      : '',
  ]
    .filter(Boolean)
    .join(' ')
}

/** Whether a person has to let a run go or drop it, as it would change more than usual. */
export function waitsForPerson({ status, metadata }: Job): boolean {
  const { paused } = metadata
  return status === 'queued' && isObject(paused) && paused['reason'] === 'shield'
}

/** Why a run waits for a person, as a sentence without its end. */
export function describeWait({ metadata: { paused } }: Job): string {
  const isFirst = isObject(paused) && paused['is_first'] === true
  return isFirst ? t('The first run') : t('It would change more than usual')
}

/** Returns why a generation job is paused and until when; undefined if it is not paused. */
export function readPause({ status, metadata }: Job): { reason: string; until: string } | undefined {
  const paused = metadata['paused']
  if (status !== 'queued' || !isObject(paused)) return undefined
  const { reason, until } = paused
  const words = reason === 'shield' ? t('it would change much and waits for you') : String(reason)
  return { reason: tMessage(words, paused), until: String(until) }
}

export function entityTypeOfRun({ type }: Job['metadata']): EntityType {
  return findEntityType(type) ?? 'product'
}

export function reviewLocation(workspaceId: string, { id, metadata }: Job): PageLocation {
  return createPageLocation(workspaceId, 'review', { type: entityTypeOfRun(metadata), job: id })
}
