import { Uuid } from '../schemas/entities.ts'
import {
  CreatedWebhook,
  NewWebhook,
  Webhook,
  WebhookApproval,
  WebhookDelivery,
  WebhookPatch,
} from '../schemas/webhooks.ts'
import { exampleDeliveryId, exampleKeyId, exampleWebhookId } from './examples.ts'
import { required } from './parameters.ts'
import { type AppRouteTable, dataOf, listOf, type RouteTable } from './route.ts'

const webhookId = required(Uuid, 'The id of the webhook.', exampleWebhookId)

const exampleWebhook = {
  id: exampleWebhookId,
  url: 'https://shop.example/hooks/vitrine',
  events: ['entity.updated'],
  types: ['product'],
  attributes: ['price'],
  status: 'active',
  failing_since: null,
  position: 18_233,
  has_secret: true,
  in_my_network: false,
  problem: null,
  next_try: null,
  created_by: { type: 'api_key', id: exampleKeyId, name: 'Shop' },
  created_at: '2026-01-05T10:00:00.000Z',
}

const pending = { ...exampleWebhook, status: 'pending' }
const exampleSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

const exampleDelivery = {
  id: exampleDeliveryId,
  webhook_id: 'msg_01989f6e3b4c7d8e18230_18233',
  at: '2026-01-05T10:00:01.000Z',
  status: 200,
  milliseconds: 84,
  answer: 'ok',
  sequence: 18_233,
}

export const webhookRoutes = {
  'GET /webhooks': {
    id: 'listWebhooks',
    tag: 'Webhooks',
    summary: 'List webhooks',
    scopes: ['read:events'],
    answers: { 200: listOf(Webhook) },
    docs: () => ({
      description: 'Those that this key or agent has made, oldest first; the owner sees all.',
      answers: { 200: ['The webhooks.', { data: [exampleWebhook] }] },
    }),
  },
  'GET /webhooks/{id}': {
    id: 'getWebhook',
    tag: 'Webhooks',
    summary: 'Read a webhook',
    scopes: ['read:events'],
    params: { id: webhookId },
    answers: { 200: dataOf(Webhook) },
    docs: () => ({ answers: { 200: ['The webhook.', { data: exampleWebhook }] } }),
  },
  'POST /webhooks': {
    id: 'createWebhook',
    tag: 'Webhooks',
    summary: 'Subscribe to changes',
    scopes: ['read:events'],
    body: NewWebhook,
    answers: { 201: dataOf(CreatedWebhook) },
    issues: {
      url: ['required', 'expected_url'],
      events: ['invalid_value'],
      types: ['invalid_value'],
      attributes: ['not_a_defined_attribute'],
    },
    docs: () => ({
      description: `Changes are sent to the address as they happen: up to 100 records of \`GET /events\` a request, in their order, signed as Standard Webhooks say (\`webhook-id\`, \`webhook-timestamp\`, \`webhook-signature\`). An answer of 2xx within ten seconds takes them; anything else is tried again for three days, 410 turns the webhook off.
\`events\` are kinds of events, or \`*\`, which is also meant where none are named; \`types\` and \`attributes\` narrow them. It tells no more than the key may read, and ends with it. Made by a key it is \`pending\` until the owner approves the address in the app or by \`vitrine approve\`.`,
      body: {
        examples: {
          everything: { url: 'https://shop.example/hooks/vitrine', events: '*' },
          prices: {
            url: 'https://shop.example/hooks/vitrine',
            events: ['entity.updated'],
            types: ['product'],
            attributes: ['price'],
          },
        },
      },
      answers: {
        201: [
          'The webhook with its secret.',
          { data: { ...pending, secret: exampleSecret } },
          { location: true },
        ],
      },
      conflicts: 'The workspace has as many webhooks as it can have.',
    }),
  },
  'PATCH /webhooks/{id}': {
    id: 'changeWebhook',
    tag: 'Webhooks',
    summary: 'Turn a webhook off or on',
    scopes: ['read:events'],
    params: { id: webhookId },
    body: WebhookPatch,
    answers: { 200: dataOf(Webhook) },
    issues: { status: ['required', 'invalid_value'], from: ['invalid_value'] },
    docs: () => ({
      description:
        'Only the owner turns one on: `from` says whether it goes on where it `stopped` (the default), or from `now`. One that is more than 100,000 events behind goes on from now, and its first request says so with `"gap": true`.',
      body: { examples: { off: { status: 'off' } } },
      answers: { 200: ['The webhook as it is now.', { data: { ...exampleWebhook, status: 'off' } }] },
      conflicts: 'It waits for the owner, or who made it is gone.',
    }),
  },
} satisfies RouteTable

/** Nothing is deleted through the public API, and only the owner approves an address. */
export const ownerWebhookRoutes = {
  'DELETE /webhooks/{id}': {
    id: 'deleteWebhook',
    audit: { action: 'webhook_deleted', subject: 'answer.data.url' },
    role: 'manager',
    summary: 'Delete a webhook',
    params: { id: webhookId },
    answers: { 200: dataOf(Webhook) },
    docs: () => ({
      description: 'Its secret and its deliveries go along.',
      answers: { 200: ['The webhook as it was.', { data: exampleWebhook }] },
    }),
  },
  'POST /webhooks/{id}/approve': {
    id: 'approveWebhook',
    confirm: true,
    audit: { action: 'webhook_approved', subject: 'answer.data.url' },
    role: 'administrator',
    summary: 'Approve the address of a webhook',
    params: { id: webhookId },
    body: WebhookApproval,
    bodyIsOptional: true,
    answers: { 200: dataOf(Webhook) },
    docs: () => ({
      description:
        'From then on it tells what has changed since it was made. An address of this computer or its network, or one without https, needs `in_my_network`.',
      body: { examples: { here: { in_my_network: true } } },
      answers: { 200: ['The webhook.', { data: exampleWebhook }] },
      conflicts: 'It does not wait for approval.',
    }),
  },
  'POST /webhooks/{id}/rotate': {
    id: 'rotateWebhookSecret',
    confirm: true,
    audit: { action: 'webhook_secret_rotated', subject: 'answer.data.url' },
    role: 'administrator',
    summary: 'Make a new secret for a webhook',
    params: { id: webhookId },
    answers: { 200: dataOf(CreatedWebhook) },
    docs: () => ({
      description: 'Deliveries are signed with the new and the former secret for 24 hours.',
      answers: {
        200: ['The webhook with its new secret.', { data: { ...exampleWebhook, secret: exampleSecret } }],
      },
    }),
  },
  'POST /webhooks/{id}/test': {
    id: 'testWebhook',
    role: 'manager',
    summary: 'Send a test to a webhook',
    params: { id: webhookId },
    answers: { 200: dataOf(WebhookDelivery) },
    docs: () => ({
      description: 'Sends a request without events and of the type `webhook.test`, signed as any other.',
      answers: {
        200: [
          'What came of it, also where it was not taken.',
          { data: { ...exampleDelivery, sequence: null } },
        ],
      },
      conflicts: 'It waits for approval.',
    }),
  },
  'GET /webhooks/{id}/deliveries': {
    id: 'listWebhookDeliveries',
    role: 'manager',
    summary: 'List the deliveries of a webhook',
    params: { id: webhookId },
    answers: { 200: listOf(WebhookDelivery) },
    docs: () => ({
      description: 'The last 200 of the last 30 days, newest first.',
      answers: { 200: ['The deliveries.', { data: [exampleDelivery] }] },
    }),
  },
  'POST /webhooks/{id}/deliveries/{delivery}/send': {
    id: 'sendWebhookDelivery',
    role: 'manager',
    summary: 'Send a delivery again',
    params: {
      id: webhookId,
      delivery: required(Uuid, 'The id of the delivery.', exampleDeliveryId),
    },
    answers: { 200: dataOf(WebhookDelivery) },
    docs: () => ({
      description: 'With the same `webhook-id` and events and a new time; the position stays.',
      answers: { 200: ['The new delivery.', { data: exampleDelivery }] },
      conflicts: 'The webhook waits for approval.',
    }),
  },
} satisfies AppRouteTable
