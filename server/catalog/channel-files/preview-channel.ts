import type { FieldError } from '#shared/errors.ts'
import { referenceOf, textOf } from '#shared/messages/message.ts'
import type { ChannelPreview } from '#shared/schemas/channel-files.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { listIdsByUuid } from '../../store/tables/entities.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { findChannel } from '../channels/read-channels.ts'
import { Faults } from '../errors.ts'
import { groupProducts, type LeftOut, type ProductGroup, withRootValues } from './channel-product.ts'
import type { ChannelContext, LaidOut } from './channel-layout.ts'
import { readFileRecords } from './file-records.ts'
import { beginLayout, channelLayout } from './layouts.ts'
import { ProductReader, readGroups } from './product-reader.ts'
import { withoutDrafts } from './shop-products.ts'

export interface PreviewChannel {
  readonly key: string
  readonly product: string | undefined
  readonly faults: readonly FieldError[]
}

/** One product as the channel gets it, read back from the text that its file would have: 200. */
export function previewChannel(db: ReadableDb, { key, product, faults }: PreviewChannel): Answer {
  const channel = findChannel(db, key)
  const found = new Faults(faults)
  const [id] = product === undefined ? [] : listIdsByUuid(db, 'product', [product])
  if (product !== undefined && id === undefined) found.add('product', 'referenced_entity_not_found')
  found.throwIfAny()
  const [format] = channel.formats
  const layout = channelLayout(channel, format)
  const [group] = readGroups(
    db,
    new ProductReader(db, channel, undefined),
    groupProducts(db, id === undefined ? [] : [id]),
  )
  if (!layout || !group) return answer({ records: [], problems: [] })
  const context = beginLayout(db, channel)
  const { text, leftOut } = layOut(group, context, layout.group)
  const file = `${layout.begin(context)}${text}${layout.end()}`
  return answer({
    records: readFileRecords(file, channel, format).map((record) => ({
      fields: record.map(([name, value]) => ({ name, value })),
    })),
    problems: leftOut.map(toProblem),
  })
}

function layOut(
  read: ProductGroup,
  context: ChannelContext,
  write: (group: ProductGroup, context: ChannelContext) => LaidOut,
): Pick<LaidOut, 'text' | 'leftOut'> {
  const { group, leftOut } = withoutDrafts(read, context)
  if (!group) return { text: '', leftOut }
  const written = write(withRootValues(group, context), context)
  return { text: written.text, leftOut: [...leftOut, ...written.leftOut] }
}

function toProblem({ target, issue, isProduct }: LeftOut): ChannelPreview['problems'][number] {
  return {
    field: target,
    issue: textOf(issue),
    ...referenceOf(issue),
    left_out: isProduct ? 'product' : 'value',
  }
}

function answer(preview: ChannelPreview): Answer {
  return dataAnswer(200, JSON.stringify(preview))
}
