import { channelSetupRoutes } from '#shared/routes/channels.ts'
import { area } from '../edge/area.ts'

/** Setting up channels: enable, map fields to attributes, disable; make some of one's own, change and delete them. They are read through the public API. */
export const channelSetupArea = area(channelSetupRoutes, {
  'POST /channels/{channel}/enable': ({ workspace, params, faults, context }) =>
    workspace.call('enableChannel', { key: params.channel, faults, context }),

  'POST /channels/{channel}/disable': ({ workspace, params, faults, context }) =>
    workspace.call('disableChannel', { key: params.channel, faults, context }),

  'PATCH /channels/{channel}': ({ workspace, params, write }) =>
    workspace.call('mapChannel', { key: params.channel, ...write }),

  'POST /channels': ({ workspace, newWrite }) => workspace.call('createChannel', newWrite),

  'DELETE /channels/{channel}': ({ workspace, params, faults, context }) =>
    workspace.call('deleteChannel', { key: params.channel, faults, context }),
})
