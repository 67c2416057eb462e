import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { ChannelExportResult, ExportResult } from '#shared/exports.ts'
import type { FeedOfJob } from '#shared/schemas/feeds.ts'
import { message } from '#shared/messages/message.ts'
import { conflict } from '../../catalog/errors.ts'
import { type FeedOfRunningJob, readFeedOfJob } from '../../catalog/feeds/run-feed.ts'
import { exceeded } from '../../catalog/feeds/shield.ts'
import { hashFile } from '../../catalog/imports/write/repeated-keys.ts'
import { cancelledEnd, type JobEnd } from '../../catalog/job-queue/running-job.ts'
import type { JobContext } from '../job-context.ts'
import { uploadedFile } from '../job-files.ts'
import { keepTaken, readTaken, usingPlace, waitForPerson, waitUntil } from './feed-file.ts'

interface WrittenExport {
  readonly feed: FeedOfJob
  readonly end: JobEnd
  readonly path: string
  readonly report?: string | undefined
}

/** Sends the file that an export has written, where it differs from the last one; a channel that would lose much waits. */
export async function sendByFeed(
  context: JobContext,
  { feed, end, path, report }: WrittenExport,
): Promise<JobEnd> {
  const result = resultOfExport(end)
  if (result === undefined) return end
  const { jobId } = context
  const known = context.read((db) => readFeedOfJob(db, { jobId, feed: feed.id }))
  if (!known) throw conflict(message('feed.gone'))
  const isChannel = 'exported' in result
  const products = isChannel ? result.exported : result.rows
  const held = isChannel ? await holdLoss(context, { feed, known, products }) : undefined
  if (held) return held
  const sha256 = await hashFile(path)
  const isSame = feed.on_change_only && known.row.state.sent?.sha256 === sha256
  const sent = { sha256, products }
  const settled = { jobId, feed: feed.id, run: feed.run, sent }
  if (isSame) {
    await context.call('settleFeedRun', { ...settled, outcome: 'unchanged' })
    return { status: 'completed', result: { ...result, outcome: 'unchanged' } }
  }
  const name = sentName(feed, new Date())
  await send(context, { feed, name, path, report })
  await context.call('settleFeedRun', { ...settled, outcome: 'exported' })
  return { status: 'completed', result: { ...result, outcome: 'exported', sent: { name, sha256 } } }
}

function resultOfExport(end: JobEnd): ExportResult | ChannelExportResult | undefined {
  if (end.status !== 'completed' || end.result === null || !('file' in end.result)) return undefined
  return end.result as ExportResult | ChannelExportResult
}

async function send(
  context: JobContext,
  { feed, name, path, report }: Omit<WrittenExport, 'end'> & { readonly name: string },
): Promise<void> {
  const packed = `${uploadedFile(context)}.gz`
  const isPacked = /\.gz$/i.test(name)
  try {
    await usingPlace(context, feed, async (place) => {
      // The header of zlib names no time, so that equal files stay equal.
      if (isPacked)
        await pipeline(createReadStream(path), createGzip(), createWriteStream(packed, { mode: 0o600 }))
      await place.put(name, isPacked ? packed : path, String(feed.run))
      if (feed.with_report && report !== undefined)
        await place.put(`${name.replace(/\.gz$/i, '')}.report.csv`, report, String(feed.run))
    })
  } finally {
    await rm(packed, { force: true })
  }
}

type SentFeed = Pick<FeedOfJob, 'file' | 'run' | 'time_zone'>

/** The name with the day, the time and the number of the run where it asks for them. */
export function sentName({ file, run, time_zone: timeZone = 'UTC' }: SentFeed, now: Date): string {
  // The Swedish form is that of ISO 8601.
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone })
  const [date = '', time = ''] = format.format(now).split(' ')
  const parts: Readonly<Record<string, string>> = { date, time: time.replaceAll(':', ''), n: String(run) }
  return file.replaceAll(/\{(date|time|n)\}/g, (_whole, part: string) => parts[part] ?? '')
}

interface SentBefore {
  readonly feed: FeedOfJob
  readonly known: FeedOfRunningJob
  readonly products: number
}

async function holdLoss(
  context: JobContext,
  { feed, known, products }: SentBefore,
): Promise<JobEnd | undefined> {
  const before = known.row.state.sent?.products ?? 0
  const counts = { changed: 0, created: 0, missing: Math.max(0, before - products), cleared: {} }
  const over = exceeded(counts, feed.shield, { delivered: before, filled: {} })
  if (over.length === 0) return undefined
  const asked = (await readTaken(context))?.held
  if (asked) return known.retries > asked.retries ? undefined : cancelledEnd
  const until = waitUntil()
  await keepTaken(context, { ...nothingTaken, held: { retries: known.retries, until } })
  return waitForPerson({ counts, limits: feed.shield, exceeded: over, sample: [] }, until)
}

const nothingTaken = {
  name: '',
  size: 0,
  mark: '',
  version: { etag: null, modified: null, sha256: '' },
  filesLeft: 0,
} as const
