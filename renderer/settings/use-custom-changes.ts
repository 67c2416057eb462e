import type { Channel, ChannelSetup } from '#shared/channels.ts'
import { type ChangeHistory, useChangeHistory } from './change-history.tsx'
import { toColumns } from './custom-columns.ts'
import { useChannelSetup } from './use-channel-setup.ts'

interface OwnChanges extends ChangeHistory {
  /** The channel with the change that is under way. */
  readonly shown: Channel
  readonly change: (body: ChannelSetup) => void
}

/** Changes of a channel that the owner made, and those taken back: what it was before each of them is sent again. */
export function useOwnChanges(channel: Channel): OwnChanges {
  const setup = useChannelSetup(channel.key, channel.name)
  const shown = setup.isPending ? withSetup(channel, setup.variables) : channel
  const send = (body: ChannelSetup): void => setup.mutate(body)
  return { shown, ...useChangeHistory({ send, inverseOf: () => stateOf(shown) }) }
}

/** All that the editor changes, as it is sent. */
function stateOf(channel: Channel): ChannelSetup {
  const { name, file } = channel
  return { name, fields: toColumns(channel), ...(file && { file }) }
}

/** So that what was chosen stays chosen until the answer is there. */
function withSetup(channel: Channel, { name, file, fields }: ChannelSetup): Channel {
  return {
    ...channel,
    ...(name !== undefined && { name }),
    ...(channel.file && { file: { ...channel.file, ...file } }),
    ...(fields && { fields: fields.map(toShown) }),
  }
}

function toShown({
  attribute = null,
  value,
  formula,
  requirement = 'optional',
  ...field
}: NonNullable<ChannelSetup['fields']>[number]): Channel['fields'][number] {
  return {
    ...field,
    requirement,
    attribute,
    ...(typeof value === 'string' && { value }),
    ...(typeof formula === 'string' && { formula }),
  }
}
