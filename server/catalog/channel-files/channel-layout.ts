import type { Attribute } from '../../store/tables/attributes.ts'
import type { MappedField, WorkspaceChannel } from '../channels/channels.ts'
import type { Family, LeftOut } from './channel-product.ts'

/** What a layout knows of the channel and of what it has written so far. */
export interface ChannelContext {
  readonly channel: WorkspaceChannel
  readonly fields: readonly MappedField[]
  readonly optionCandidates: readonly Attribute[]
  /** Names that may stand in a file once only: ids, SKUs, handles. */
  readonly taken: Set<string>
}

/** A family as it stands in the file, and what of it does not. */
export interface LaidOut {
  readonly text: string
  /** How many items stand in it. */
  readonly items: number
  readonly leftOut: readonly LeftOut[]
}

/** The file of a channel, written family by family. */
export interface ChannelLayout {
  readonly extension: 'xml' | 'tsv' | 'csv'
  readonly mediaType: string
  readonly begin: (context: ChannelContext) => string
  readonly family: (family: Family, context: ChannelContext) => LaidOut
  readonly end: () => string
}

/** Takes a name that must be the only one of its kind in the file; false where it stands there already. */
export function take({ taken }: ChannelContext, kind: string, name: string): boolean {
  const mark = `${kind}:${name}`
  if (taken.has(mark)) return false
  taken.add(mark)
  return true
}

/** The fields of a channel by target. */
export function fieldOf({ fields }: ChannelContext, target: string): MappedField {
  const field = fields.find((one) => one.target === target)
  if (!field) throw new Error(`The channel has no field ${target}.`)
  return field
}
