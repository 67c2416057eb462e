import { useState } from 'react'
import type { Channel, ChannelSetup } from '#shared/channels.ts'
import { toColumns } from './own-columns.ts'
import { useChannelSetup } from './use-channel-setup.ts'

interface OwnChanges {
  /** The channel with the change that is under way. */
  readonly shown: Channel
  readonly change: (body: ChannelSetup) => void
  /** Undefined where there is nothing to take back or to do again. */
  readonly undo: (() => void) | undefined
  readonly redo: (() => void) | undefined
}

/** Changes of a channel that the owner made, and those taken back: what it was before each of them is sent again. */
export function useOwnChanges(channel: Channel): OwnChanges {
  const setup = useChannelSetup(channel.key, channel.name)
  const [past, setPast] = useState<readonly ChannelSetup[]>([])
  const [future, setFuture] = useState<readonly ChannelSetup[]>([])
  const shown = setup.isPending ? withSetup(channel, setup.variables) : channel
  const now = stateOf(shown)
  const [last, next] = [past.at(-1), future.at(-1)]
  const send = (
    body: ChannelSetup,
    before: readonly ChannelSetup[],
    after: readonly ChannelSetup[],
  ): void => {
    setPast(before)
    setFuture(after)
    setup.mutate(body)
  }
  return {
    shown,
    change: (body) => send(body, [...past, now], []),
    undo: last && (() => send(last, past.slice(0, -1), [...future, now])),
    redo: next && (() => send(next, [...past, now], future.slice(0, -1))),
  }
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
