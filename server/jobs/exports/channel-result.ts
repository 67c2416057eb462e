import type { ChannelExportFailure, ChannelExportResult, LeftOutReason } from '#shared/exports.ts'
import {
  asMessage,
  message,
  type Message,
  readSentence,
  sentences,
  referenceOf,
  type Sentence,
  textOf,
} from '#shared/messages/message.ts'
import type { ChannelRequest } from '../../catalog/exports/plan-export.ts'
import type { JobEnd } from '../../catalog/job-queue/running-job.ts'
import { expiryFrom, type PartFile } from './part-file.ts'
import { guardCell } from '#shared/cell-guard.ts'
import type { LeftOut } from '../../catalog/channel-files/channel-product.ts'
import { csvLine } from '../../catalog/channel-files/channel-layout.ts'
import { toIso, toUtcDay } from '#shared/iso-times.ts'

export interface WrittenFile {
  readonly jobId: string
  readonly name: string
  readonly request: Pick<ChannelRequest, 'channel' | 'format'>
  readonly mediaType: string
  readonly counts: Pick<ChannelExportResult, 'products' | 'exported' | 'not_found'>
  readonly facts: Pick<
    ChannelExportResult,
    'values_left_out' | 'reasons' | 'not_sent' | 'held_pictures' | 'notes'
  >
  readonly sizes: { readonly file: number; readonly report: number; readonly pictures?: number }
}

/** Ends an export to a channel: with its file, or failed with the report alone where no product is in it. */
export function channelEnd(written: WrittenFile): JobEnd {
  const { jobId, request, mediaType, counts, facts, sizes } = written
  const now = Date.now()
  const name = `${request.channel}-${toUtcDay(now)}`
  const shared = {
    ...counts,
    ...facts,
    left_out: counts.products - counts.exported,
    report: {
      name: `${name}-left-out.csv`,
      media_type: 'text/csv; charset=utf-8',
      size: sizes.report,
      path: `/exports/${jobId}/report`,
    },
    expires_at: toIso(expiryFrom(now)),
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

function nothingIn({ name, counts, facts }: WrittenFile): ChannelExportFailure['error'] {
  const { products } = counts
  const code = 'validation_failed'
  if (products === 0) return { code, ...message('export.no_products') }
  const refused =
    products === 1
      ? message('export.product_refused', { name })
      : message('export.products_refused', { name, count: products })
  const reasons = facts.reasons.filter(({ left_out: what }) => what === 'product').slice(0, 5)
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

const maxReasons = 50
const header = ['id', 'label', 'field', 'attribute', 'issue', 'value', 'left_out', 'remedy']

/** Left out products: every case in a CSV, and the reasons by frequency. */
export class LeftOutReport {
  readonly #file: PartFile
  readonly #reasons = new Map<string, { -readonly [Key in keyof LeftOutReason]: LeftOutReason[Key] }>()
  #values = 0

  static async begin(file: PartFile): Promise<LeftOutReport> {
    await file.append(Buffer.from(csvLine(header)))
    return new LeftOutReport(file)
  }

  private constructor(file: PartFile) {
    this.#file = file
  }

  async add(cases: readonly LeftOut[]): Promise<void> {
    if (cases.length === 0) return
    for (const one of cases) this.#count(one)
    const lines = cases.map((one) => {
      const { id, label, target, attribute, issue, value, isProduct } = one
      const what = isProduct ? 'product' : 'value'
      const cells = [
        id,
        label ?? '',
        target,
        attribute ?? '',
        textOf(issue),
        value,
        what,
        textOf(remedyOf(one)),
      ]
      return csvLine(cells.map(guardCell))
    })
    await this.#file.append(Buffer.from(lines.join('')))
  }

  get values(): number {
    return this.#values
  }

  get reasons(): LeftOutReason[] {
    return [...this.#reasons.values()].sort((a, b) => b.products - a.products).slice(0, maxReasons)
  }

  #count(one: LeftOut): void {
    const { target: field, attribute, isProduct, items = 1 } = one
    const issue = textOf(one.issue)
    if (!isProduct) this.#values += 1
    const key = JSON.stringify([field, issue, isProduct])
    const known = this.#reasons.get(key)
    if (known) known.products += items
    else {
      const left_out = isProduct ? 'product' : 'value'
      const remedy = remedyOf(one)
      this.#reasons.set(key, {
        field,
        attribute,
        issue,
        ...referenceOf(one.issue),
        remedy: textOf(remedy),
        remedy_message: referenceOf(remedy),
        products: items,
        left_out,
        ...(one.reason !== undefined && { reason: one.reason }),
      })
    }
  }
}

function remedyOf({ target, attribute, remedy, value }: LeftOut): Sentence {
  if (remedy !== undefined) return remedy
  if (attribute === null) return message('listing.map_field', { field: target })
  return value === ''
    ? message('listing.give_value', { attribute })
    : message('listing.correct_value', { attribute })
}
