import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { FeedOfJob, Shield, ShieldCounts } from '#shared/feeds.ts'
import { toIso } from '#shared/iso-times.ts'
import type { JobEnd } from '../../catalog/job-queue/running-job.ts'
import { message } from '#shared/messages/message.ts'
import { conflict } from '../../catalog/errors.ts'
import { untakenFiles } from '../../catalog/feeds/known-files.ts'
import { markOf } from '../../catalog/feeds/place-file.ts'
import type { FeedOfRunningJob } from '../../catalog/feeds/run-feed.ts'
import { hashFile } from '../../catalog/imports/write/repeated-keys.ts'
import { openPlace } from '../../places/open-place.ts'
import { isPattern, maxPlaceBytes, type Place, PlaceFault } from '../../places/place.ts'
import { upTo } from '../../places/store-file.ts'
import type { JobContext } from '../job-context.ts'
import { uploadedFile } from '../job-files.ts'

/** The file that a job of a feed has taken, and what a person was asked about it. */
export interface TakenFile {
  readonly name: string
  readonly size: number
  readonly mark: string
  readonly version: {
    readonly etag: string | null
    readonly modified: string | null
    readonly sha256: string
    readonly settings?: string | undefined
  }
  readonly filesLeft: number
  /** The entities that its rows lead to, as the rehearsal has found. */
  readonly delivers?: readonly number[]
  /** A run that waits for a person: how often they had let its job go before, and until when it waits. */
  readonly held?: { readonly retries: number; readonly until: number }
}

const waitMs = 7 * 24 * 60 * 60 * 1000

/** When a run that nobody lets go is dropped. */
export function waitUntil(): number {
  return Date.now() + waitMs
}

interface WaitingRun {
  readonly counts: ShieldCounts
  readonly limits: Shield | null
  /** Empty where the run waits because it is the first one. */
  readonly exceeded: readonly (keyof Shield)[]
  readonly sample: readonly unknown[]
}

/** Ends a job for now: a person lets it go or drops it. */
export function waitForPerson(run: WaitingRun, until: number): JobEnd {
  const isFirst = run.exceeded.length === 0
  const sentence = isFirst ? message('feed.waits_first') : message('feed.waits')
  return {
    status: 'paused',
    reason: 'shield',
    until: toIso(until),
    details: { ...sentence, ...run, is_first: isFirst },
  }
}

/** Opens the place of a job's feed for as long as `use` runs, and notes what stands in its way. */
export async function usingPlace<Value>(
  context: JobContext,
  feed: FeedOfJob,
  use: (place: Place) => Promise<Value>,
): Promise<Value> {
  const { place: access } = context.settings
  if (access === undefined) throw conflict(message('feed.connection_missing'))
  await mkdir(dirname(uploadedFile(context)), { recursive: true, mode: 0o700 })
  const place = await openPlace(access, { signal: context.signal })
  try {
    return await use(place)
  } catch (error) {
    if (error instanceof PlaceFault)
      await context.call('noteFeedProblem', { feed: feed.id, problem: error.problem })
    throw error
  } finally {
    await place.close()
  }
}

/** Takes the oldest file that was not taken before, or says why there is none. A job that goes on has its file. */
export async function takeFile(
  context: JobContext,
  {
    feed,
    place,
    known,
  }: { readonly feed: FeedOfJob; readonly place: Place; readonly known: FeedOfRunningJob },
): Promise<TakenFile | 'unchanged' | 'no_file'> {
  const begun = await readTaken(context)
  if (begun) return begun
  const { row } = known
  const isMany = isPattern(feed.file)
  const found = await place.list(feed.file)
  const [next, ...later] = untakenFiles(known, found)
  if (next === undefined) return found.length > 0 ? 'unchanged' : 'no_file'
  const path = uploadedFile(context)
  const { taken } = row.state
  const fetched = await place.fetch(next.name, path, isMany ? undefined : (taken ?? undefined))
  if (fetched === undefined) return 'unchanged'
  const sha256 = await hashFile(path)
  const { size, etag, modified } = fetched
  const file: TakenFile = {
    name: next.name,
    size,
    mark: markOf(next),
    version: { etag, modified, sha256 },
    filesLeft: isMany ? later.length : 0,
  }
  if (/\.gz$/i.test(next.name)) await unpack(path)
  await keepTaken(context, file)
  return file
}

export async function keepTaken(context: JobContext, file: TakenFile): Promise<void> {
  const path = takenPath(context)
  await writeFile(`${path}.part`, JSON.stringify(file), { mode: 0o600 })
  await rename(`${path}.part`, path)
}

export async function readTaken(context: JobContext): Promise<TakenFile | undefined> {
  const text = await readFile(takenPath(context), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as TakenFile)
}

function takenPath(context: JobContext): string {
  return `${uploadedFile(context)}.feed.json`
}

async function unpack(path: string): Promise<void> {
  const target = `${path}.unpacked`
  try {
    const [file, unpacked] = [createReadStream(path), createWriteStream(target, { mode: 0o600 })]
    await pipeline(file, createGunzip(), upTo(maxPlaceBytes), unpacked)
    await rename(target, path)
  } catch (error) {
    await rm(target, { force: true })
    throw error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
      ? conflict(message('feed.not_gzip'))
      : error
  }
}

export async function isEmpty(path: string): Promise<boolean> {
  return (await stat(path)).size === 0
}
