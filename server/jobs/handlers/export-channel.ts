import { createHash } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { groupProducts, type ProductGroupIds } from '../../catalog/channel-files/channel-product.ts'
import { Faults } from '../../catalog/errors.ts'
import { type ChannelRequest, planList } from '../../catalog/exports/plan-export.ts'
import { type CatalogReadTransaction, openReadTransaction } from '../../catalog/connections/reader.ts'
import { type JobContext, ParserLimitExceeded, readStoredJob } from '../job-context.ts'
import type { MakeRendition } from '../exports/channel-pictures.ts'
import { ChannelFile } from '../exports/channel-file.ts'
import { channelEnd, LeftOutReport } from '../exports/channel-result.ts'
import { removeExpiredFiles, PartFile } from '../exports/part-file.ts'
import { findLinkedByHash } from '../../catalog/files/linked-files.ts'
import { readBounded } from '../assets/inspect-files.ts'
import { resolveLinkedPath } from '../assets/library-files.ts'
import { exportsFolder } from '../job-files.ts'
import { JobPace } from '../run-chunks.ts'
import { exportPath, picturesPath, reportPath } from '../../catalog/job-queue/find-export.ts'
import { cancelledEnd, type JobEnd } from '../../catalog/job-queue/running-job.ts'

const batchGroups = 200

/**
 * Writes the file of a channel with its accepted products, a report of the others, and on request its
 * pictures. It exports one state of the workspace, and begins again after an interruption.
 */
export async function exportChannel(context: JobContext): Promise<JobEnd> {
  const { input: job } = await readStoredJob(context, 'channel_export')
  const folder = exportsFolder(context)
  const path = exportPath(folder, context.jobId, job.request.format)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await removeExpiredFiles(folder, Date.now())
  const state = openReadTransaction(context.read)
  const parts = {
    file: await PartFile.create(path),
    report: await PartFile.create(reportPath(path)),
    pictures: await PartFile.create(picturesPath(path)),
  }
  try {
    const end = await writeParts(context, state.db, job.request, parts)
    const { feed } = job
    if (feed === undefined) return end
    const { sendByFeed } = await import('../feeds/send-export.ts')
    return await sendByFeed(context, { feed, end, path, report: reportPath(path) })
  } finally {
    state.close()
    for (const part of Object.values(parts)) await part.discard()
  }
}

type Parts = Readonly<Record<'file' | 'report' | 'pictures', PartFile>>

async function writeParts(
  context: JobContext,
  db: CatalogReadTransaction['db'],
  request: ChannelRequest,
  parts: Parts,
): Promise<JobEnd> {
  const selected = selectGroups(db, request)
  const report = await LeftOutReport.begin(parts.report)
  const file = await ChannelFile.begin(db, request, {
    part: parts.file,
    report,
    additions: context.dataDir,
  })
  if (!(await writeGroups(context, file, selected))) return cancelledEnd
  const hasPictures = request.pictures === true && file.pictures.size > 0
  if (hasPictures)
    await file.pictures.write(db, parts.pictures, {
      make: renditionsOf(context),
      readLinked: (hash) => readLinkedBytes(context, db, hash),
    })
  await parts.report.commit()
  // A file without a product must not replace the one of a shop.
  if (file.exported > 0) {
    if (hasPictures) await parts.pictures.commit()
    await parts.file.commit()
    if (file.newNames.length > 0)
      await context.call('keepChannelNames', { channel: request.channel, names: file.newNames })
  }
  return channelEnd({
    jobId: context.jobId,
    name: file.name,
    request,
    mediaType: file.mediaType,
    counts: { products: selected.products, exported: file.exported, not_found: selected.notFound },
    facts: {
      values_left_out: report.values,
      reasons: report.reasons,
      not_sent: file.notSent,
      held_pictures: file.pictures.size,
      notes: file.notes,
    },
    sizes: {
      file: parts.file.size,
      report: parts.report.size,
      ...(hasPictures && { pictures: parts.pictures.size }),
    },
  })
}

const renditionMs = 60_000

function renditionsOf({ parseApart, signal }: JobContext): MakeRendition {
  return async (order) => {
    try {
      const limits = { signal, timeoutMs: renditionMs, isPicture: true }
      const made = await parseApart('makeRendition', order, limits)
      return 'bytes' in made ? made.bytes : undefined
    } catch (error) {
      if (error instanceof ParserLimitExceeded) return undefined
      throw error
    }
  }
}

async function readLinkedBytes(
  { chosen }: JobContext,
  db: CatalogReadTransaction['db'],
  hash: string,
): Promise<Uint8Array | undefined> {
  const place = findLinkedByHash(db, { hash })
  const folder = place && chosen.library_folders?.[place.library]
  const path = folder === undefined ? undefined : await resolveLinkedPath(folder, place?.path ?? '')
  const bytes = path === undefined ? 'unreadable' : await readBounded(path)
  if (typeof bytes === 'string') return undefined
  return createHash('sha256').update(bytes).digest('hex') === hash ? bytes : undefined
}

interface SelectedRows {
  readonly groups: readonly ProductGroupIds[]
  readonly products: number
  readonly notFound: number
}

function selectGroups(db: CatalogReadTransaction['db'], request: ChannelRequest): SelectedRows {
  const faults = new Faults()
  const list = planList(db, request, faults)
  faults.throwIfAny()
  const { ids, notFound } = list()
  const groups = groupProducts(db, ids)
  return { groups, products: groups.reduce((sum, { items }) => sum + items.length, 0), notFound }
}

async function writeGroups(
  context: JobContext,
  file: ChannelFile,
  { groups, products }: SelectedRows,
): Promise<boolean> {
  const pace = new JobPace(context, products)
  let done = 0
  for (let start = 0; start < groups.length; start += batchGroups) {
    if (await pace.isCancelledAt(done)) return false
    const some = groups.slice(start, start + batchGroups)
    await file.write(some)
    done += some.reduce((sum, { items }) => sum + items.length, 0)
  }
  if (await pace.isCancelledAt(done)) return false
  await file.end()
  return true
}
