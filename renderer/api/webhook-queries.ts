import { queryOptions } from '@tanstack/react-query'
import type {
  CreatedWebhook,
  NewWebhook,
  Webhook,
  WebhookApproval,
  WebhookDelivery,
  WebhookPatch,
} from '#shared/schemas/webhooks.ts'
import { type Api, callWorkspace } from './client.ts'

export const webhooksKey = (workspaceId: string) => ['webhooks', workspaceId] as const

/** Deliveries go on without the page, so what became of them is looked at again. */
const refreshEveryMs = 5000

export function webhooksQuery(api: Api) {
  return queryOptions({
    queryKey: webhooksKey(api.workspaceId),
    queryFn: async ({ signal }) => (await api.call('GET /webhooks', { signal })).data,
    refetchInterval: refreshEveryMs,
  })
}

export function deliveriesQuery({ workspaceId }: Api, id: string) {
  return queryOptions({
    queryKey: [...webhooksKey(workspaceId), id] as const,
    queryFn: async ({ signal }): Promise<readonly WebhookDelivery[]> =>
      (await callWorkspace(workspaceId, 'GET /webhooks/{id}/deliveries', { path: { id }, signal })).data,
    refetchInterval: refreshEveryMs,
  })
}

export async function createWebhook(api: Api, body: NewWebhook): Promise<CreatedWebhook> {
  return (await api.call('POST /webhooks', { body })).data
}

export async function changeWebhook(api: Api, id: string, body: WebhookPatch): Promise<Webhook> {
  return (await api.call('PATCH /webhooks/{id}', { path: { id }, body })).data
}

export async function approveWebhook(
  { workspaceId }: Api,
  id: string,
  body: WebhookApproval,
): Promise<Webhook> {
  return (await callWorkspace(workspaceId, 'POST /webhooks/{id}/approve', { path: { id }, body })).data
}

export async function renewWebhookSecret({ workspaceId }: Api, id: string): Promise<CreatedWebhook> {
  return (await callWorkspace(workspaceId, 'POST /webhooks/{id}/rotate', { path: { id } })).data
}

export async function testWebhook({ workspaceId }: Api, id: string): Promise<WebhookDelivery> {
  return (await callWorkspace(workspaceId, 'POST /webhooks/{id}/test', { path: { id } })).data
}

export async function sendDeliveryAgain(
  { workspaceId }: Api,
  id: string,
  delivery: string,
): Promise<WebhookDelivery> {
  const path = { id, delivery }
  return (await callWorkspace(workspaceId, 'POST /webhooks/{id}/deliveries/{delivery}/send', { path })).data
}

export async function deleteWebhook({ workspaceId }: Api, id: string): Promise<void> {
  await callWorkspace(workspaceId, 'DELETE /webhooks/{id}', { path: { id } })
}
