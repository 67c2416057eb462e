import { channelSetupRoutes } from '#shared/routes/channels.ts'
import { area } from '../edge/area.ts'

/** Setting up channels: enable, map fields to attributes, disable. They are read through the public API. */
export const channelSetupArea = area(channelSetupRoutes, {
  'POST /channels/{channel}/enable': ({ workspace, params, faults }) =>
    workspace.call('enableChannel', { key: params.channel, faults }),

  'POST /channels/{channel}/disable': ({ workspace, params, faults }) =>
    workspace.call('disableChannel', { key: params.channel, faults }),

  'PATCH /channels/{channel}': ({ workspace, params, body, faults }) =>
    workspace.call('mapChannel', { key: params.channel, body, faults }),
})
