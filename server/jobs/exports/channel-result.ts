import type { ChannelExportFailure, ChannelExportResult, LeftOutReason } from '#shared/exports.ts'
import { asMessage, message, type Message, readSentence, sentences } from '#shared/messages/message.ts'
import type { ChannelRequest } from '../../catalog/exports/export-request.ts'
import type { JobEnd } from '../../catalog/job-queue/job-end.ts'
import { expiryFrom } from './expired-files.ts'

export interface WrittenFile {
  readonly jobId: string
  /** Of the channel. */
  readonly name: string
  readonly request: Pick<ChannelRequest, 'channel' | 'format'>
  readonly mediaType: string
  readonly counts: Pick<ChannelExportResult, 'products' | 'exported' | 'not_found'>
  readonly told: Pick<
    ChannelExportResult,
    'values_left_out' | 'reasons' | 'not_sent' | 'held_pictures' | 'notes'
  >
  /** In bytes. */
  readonly sizes: { readonly file: number; readonly report: number; readonly pictures?: number }
}

/** How an export to a channel ends: with its file, or failed where no product is in it, and then with the report alone. */
export function channelEnd(written: WrittenFile): JobEnd {
  const { jobId, request, mediaType, counts, told, sizes } = written
  const now = Date.now()
  const name = `${request.channel}-${new Date(now).toISOString().slice(0, 10)}`
  const shared = {
    ...counts,
    ...told,
    left_out: counts.products - counts.exported,
    report: {
      name: `${name}-left-out.csv`,
      media_type: 'text/csv; charset=utf-8',
      size: sizes.report,
      path: `/exports/${jobId}/report`,
    },
    expires_at: expiryFrom(now).toISOString(),
  }
  if (counts.exported === 0) return { status: 'failed', result: { error: nothingIn(written), ...shared } }
  const file = { media_type: mediaType, size: sizes.file, path: `/exports/${jobId}/file` }
  const pictures = {
    name: `${name}-pictures.zip`,
    media_type: 'application/zip',
    size: sizes.pictures ?? 0,
    path: `/exports/${jobId}/pictures`,
  }
  return {
    status: 'completed',
    result: {
      ...shared,
      file: { name: `${name}.${request.format}`, ...file },
      ...(sizes.pictures !== undefined && { pictures }),
    },
  }
}

function nothingIn({ name, counts, told }: WrittenFile): ChannelExportFailure['error'] {
  const { products } = counts
  const code = 'validation_failed'
  if (products === 0) return { code, ...message('export.no_products') }
  const refused =
    products === 1
      ? message('export.product_refused', { name })
      : message('export.products_refused', { name, count: products })
  const reasons = told.reasons.filter(({ left_out: what }) => what === 'product').slice(0, 5)
  return { code, ...asMessage(sentences(refused, ...reasons.map(describeReason))) }
}

function describeReason(reason: LeftOutReason): Message {
  const { field, issue, remedy = '', remedy_message: remedyBeside = {}, products } = reason
  return message('export.reason', {
    field,
    count: products,
    issue: readSentence(issue, reason),
    remedy: readSentence(remedy, remedyBeside),
  })
}
