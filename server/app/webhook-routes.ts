import { ownerWebhookRoutes } from '#shared/routes/webhooks.ts'
import { area } from '../edge/area.ts'

/** Decisions about webhooks, and their deliveries. */
export const ownerWebhookArea = area(ownerWebhookRoutes, {
  'DELETE /webhooks/{id}': ({ workspaceId, services: { webhooks }, params, context }) =>
    webhooks.delete(workspaceId, params.id, context),

  'POST /webhooks/{id}/approve': (call) => {
    const { workspaceId, services, params, context } = call
    return services.webhooks.approve(workspaceId, params.id, { body: call.checkedBody(), context })
  },

  'POST /webhooks/{id}/rotate': async ({ workspaceId, services: { webhooks }, params }) => ({
    data: await webhooks.rotate(workspaceId, params.id),
  }),

  'POST /webhooks/{id}/test': async ({ workspaceId, services: { webhooks }, params }) => ({
    data: await webhooks.test(workspaceId, params.id),
  }),

  'GET /webhooks/{id}/deliveries': async ({ workspaceId, services: { webhooks }, params }) => ({
    data: await webhooks.deliveries(workspaceId, params.id),
  }),

  'POST /webhooks/{id}/deliveries/{delivery}/send': async ({ workspaceId, services, params }) => ({
    data: await services.webhooks.sendAgain(workspaceId, params.id, params.delivery),
  }),
})
