import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { ChannelExportResult } from '#shared/exports.ts'
import { beginLayout } from '../../catalog/channel-files/begin-layout.ts'
import type { ChannelLayout } from '../../catalog/channel-files/channel-layout.ts'
import type { ProductGroup } from '../../catalog/channel-files/channel-product.ts'
import { type ProductGroupIds, groupProducts } from '../../catalog/channel-files/product-groups.ts'
import { channelLayout } from '../../catalog/channel-files/layouts.ts'
import { ProductReader } from '../../catalog/channel-files/product-reader.ts'
import { UnsentValues } from '../../catalog/channel-files/unsent-values.ts'
import { workspaceChannel } from '../../catalog/channels/channels.ts'
import { Faults } from '../../catalog/errors.ts'
import type { ChannelRequest } from '../../catalog/exports/export-request.ts'
import { planList } from '../../catalog/exports/plan-export.ts'
import { type HeldState, holdCatalog } from '../../catalog/connections/held-state.ts'
import type { JobContext } from '../job-context.ts'
import { channelEnd } from '../exports/channel-result.ts'
import { removeExpiredFiles } from '../exports/expired-files.ts'
import { JobPace } from '../job-pace.ts'
import { LeftOutReport } from '../exports/left-out-report.ts'
import { PartFile } from '../exports/part-file.ts'
import { reportPath } from '../../catalog/job-queue/find-export.ts'
import { cancelledEnd, type JobEnd } from '../../catalog/job-queue/job-end.ts'
import { readStoredJob } from '../stored-job.ts'

const batchGroups = 200

/**
 * Writes the file that a channel takes, of the products that the channel accepts, and a report of all others. Like every
 * export it is of one state of the workspace, and begins anew when it is cut off.
 */
export async function exportChannel(context: JobContext): Promise<JobEnd> {
  const { input: job } = await readStoredJob(context, 'channel_export')
  const folder = dirname(job.file)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await removeExpiredFiles(folder, Date.now())
  const state = holdCatalog(context.read)
  const part = await PartFile.create(job.file)
  const reportPart = await PartFile.create(reportPath(job.file))
  try {
    const { request } = job
    const report = await LeftOutReport.begin(reportPart)
    const written = await writeGroups(context, state.db, { request, part, report })
    if (!written) return cancelledEnd
    const { not_sent, ...counts } = written
    await reportPart.commit()
    // A file without a product must not take the place of one that a shop has.
    if (counts.exported > 0) await part.commit()
    return channelEnd({
      jobId: context.jobId,
      request,
      mediaType: layoutOf(request).mediaType,
      counts,
      told: { values_left_out: report.values, reasons: report.reasons, not_sent },
      sizes: { file: part.size, report: reportPart.size },
    })
  } finally {
    state.close()
    await part.discard()
    await reportPart.discard()
  }
}

interface Output {
  readonly request: ChannelRequest
  readonly part: PartFile
  readonly report: LeftOutReport
}

type Counts = Required<Pick<ChannelExportResult, 'products' | 'exported' | 'not_found' | 'not_sent'>>

/** Writes every group; undefined where the job was cancelled on the way. */
async function writeGroups(
  context: JobContext,
  db: HeldState['db'],
  { request, part, report }: Output,
): Promise<Counts | undefined> {
  const faults = new Faults()
  const list = planList(db, request, faults)
  faults.settle()
  const { ids, notFound } = list()
  const groups = groupProducts(db, ids)
  const products = groups.reduce((sum, { items }) => sum + items.length, 0)
  const channel = workspaceChannel(db, request.channel)
  const layout = layoutOf(request)
  const writing = beginLayout(db, channel)
  const reader = new ProductReader(db, channel, request.currency)
  for (const key of reader.leadKeys) writing.sentBeside.add(key)
  const unsent = new UnsentValues(writing)
  const pace = new JobPace(context, products)
  let exported = 0
  let done = 0
  await part.append(Buffer.from(layout.begin(writing)))
  for (let start = 0; start < groups.length; start += batchGroups) {
    if (await pace.isCancelledAt(done)) return undefined
    const some = groups.slice(start, start + batchGroups)
    const written = readGroups(reader, some).map((group) => {
      const laidOut = layout.group(group, writing)
      if (laidOut.items > 0) unsent.note(group)
      return laidOut
    })
    await part.append(Buffer.from(written.map(({ text }) => text).join('')))
    await report.add(written.flatMap(({ leftOut }) => leftOut))
    exported += written.reduce((sum, { items }) => sum + items, 0)
    done += some.reduce((sum, { items }) => sum + items.length, 0)
  }
  if (await pace.isCancelledAt(done)) return undefined
  await part.append(Buffer.from(layout.end()))
  return { products, exported, not_found: notFound, not_sent: unsent.list(db) }
}

function layoutOf({ channel, format }: ChannelRequest): ChannelLayout {
  const layout = channelLayout(channel, format)
  if (!layout) throw new Error(`The channel ${channel} takes no ${format} file.`)
  return layout
}

function readGroups(reader: ProductReader, groups: readonly ProductGroupIds[]): ProductGroup[] {
  const products = reader.read([...new Set(groups.flatMap(({ root, items }) => [root, ...items]))])
  return groups.flatMap(({ root, items }) => {
    const top = products.get(root)
    if (!top) return []
    const found = items.flatMap((id) => products.get(id) ?? [])
    return [{ root: top, items: found, hasVariants: !items.includes(root) }]
  })
}
