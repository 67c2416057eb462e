import { attributesOf } from '../../store/tables/attributes.ts'
import { listChannelNames } from '../../store/tables/channels.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import type { WorkspaceChannel } from '../channels/channels.ts'
import type { ChannelContext } from './channel-layout.ts'
import { optionCandidates } from './variant-options.ts'

// What a channel has a field for can still tell variants apart, where that is what the field is about.
const aboutVariants = /colou?r|size|material|style|pattern|flavou?r|scent|option/i

/** What the owner added to a channel by files. */
export type Additions = Pick<ChannelContext, 'checkListing' | 'knownCategories'>

/** What the layout of a channel's file needs beside its products. */
export function beginLayout(
  db: ReadableDb,
  channel: WorkspaceChannel,
  { checkListing, knownCategories }: Additions = {},
): ChannelContext {
  const { fields } = channel
  const taken = fields.flatMap(({ target, attribute }) =>
    attribute && !aboutVariants.test(target) ? attribute.key : [],
  )
  const candidates = optionCandidates(attributesOf(db, 'product').list, new Set(taken))
  const kept = listChannelNames(db, channel.template.key)
  return {
    channel,
    fields,
    optionCandidates: candidates,
    taken: new Set(),
    kept,
    keptNames: new Set(kept.values()),
    newNames: new Map(),
    written: { entries: 0 },
    checkListing,
    knownCategories,
    categoryFields: fields.filter(({ ofCategories }) => ofCategories === true),
    unchecked: new Set(),
    sentBeside: new Set(),
  }
}
