import type { FieldError } from '#shared/errors.ts'
import { Type } from 'typebox'
import { Channel, ChannelCompleteness, ChannelSummary, Completeness } from '#shared/schemas/channels.ts'
import { Faults, validationFailed } from '../../catalog/errors.ts'
import { pageOf } from '#shared/routes/answers.ts'
import { pagingArguments, readPaging } from '../arguments.ts'
import { pageWhole } from '../page-whole.ts'
import { catalogChecks, defineTool } from '../tool.ts'

const listChannels = defineTool({
  name: 'list_channels',
  description:
    'The sales channels that are enabled, or all. with_fields adds which attribute fills each field and whether it is required.',
  effect: 'read',
  input: {
    enabled: Type.Optional(Type.Enum(['all'], { ...catalogChecks })),
    with_fields: Type.Optional(Type.Boolean()),
    ...pagingArguments,
  },
  output: pageOf(Type.Union([ChannelSummary, Channel])),
  scopes: ['read:channels'],
  run: async ({ enabled, with_fields: withFields, ...args }, agent, structural) => {
    const { faults, ...paging } = readPaging(args, structural)
    const page = pageWhole(agent, 'channels', await agent.ask('listChannels', { enabled, faults }), paging)
    if (withFields !== true) return page
    const whole = page.data.map(({ key }) => agent.ask('readChannel', { key, faults: [] }))
    const channels = await Promise.all(whole)
    return { ...page, data: channels.map(({ data: channel }) => channel) }
  },
})

const getCompleteness = defineTool({
  name: 'get_completeness',
  description:
    'With id what one product lacks for a channel or for all; with channel alone how many products lack which attribute.',
  effect: 'read',
  input: {
    id: Type.Optional(Type.String({ description: 'A product' })),
    channel: Type.Optional(Type.String({ ...catalogChecks })),
  },
  output: Type.Object({
    data: Type.Union([Completeness, Type.Array(Completeness), ChannelCompleteness]),
  }),
  scopes: ['read:products'],
  run: ({ id, channel: sent }, agent, known) => {
    const channel = typeof sent === 'string' ? sent : undefined
    const faults = channel === sent ? known : [...known, noText(sent)]
    if (id !== undefined) return agent.ask('productCompleteness', { id, channel, faults })
    if (channel !== undefined) return agent.ask('channelCompleteness', { key: channel, faults })
    if (sent !== undefined) throw validationFailed(faults)
    throw validationFailed([...faults, { field: 'channel', issue: 'Send id or channel, or both.' }])
  },
})

function noText(sent: unknown): FieldError {
  const faults = new Faults()
  faults.addType('channel', ['string'], sent)
  return faults.list[0] as FieldError
}

/** Channels, which only the owner sets up, and what products lack for them. */
export const channelTools = [listChannels, getCompleteness]
