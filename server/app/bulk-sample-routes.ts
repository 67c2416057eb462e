import { bulkSampleRoutes } from '#shared/routes/bulk-samples.ts'
import { area } from '../edge/area.ts'

/** Tries bulk edits out while they are being written. */
export const bulkSampleArea = area(bulkSampleRoutes, {
  'POST /bulk-edit-sample': ({ client, workspace, newWrite: { body, faults } }) =>
    workspace.call('sampleBulkEdit', { body, faults }, client),
})
