import { expect, test } from 'vitest'
import type { Webhook } from '#shared/schemas/webhooks.ts'
import { describeWebhook } from './approve-webhook.tsx'
import { toNewWebhook } from './new-webhook-dialog.tsx'

test('an address of this network carries the tick, and another one does not [automation.5.1]', () => {
  const draft = { url: ' http://localhost:3000/hook ', type: 'all', isInNetwork: true } as const
  expect(toNewWebhook(draft)).toEqual({
    url: 'http://localhost:3000/hook',
    events: '*',
    in_my_network: true,
  })
  const elsewhere = { ...draft, url: 'https://shop.example/hook', type: 'product' } as const
  expect(toNewWebhook(elsewhere)).toEqual({ url: elsewhere.url, events: '*', types: ['product'] })
})

test('what a webhook sends is said in few words [automation.5.1]', () => {
  const all = { events: '*' } as unknown as Webhook
  expect(describeWebhook(all)).toBe('All changes')
  const some = { events: ['entity.updated'], types: ['product'], attributes: ['price'] } as unknown as Webhook
  expect(describeWebhook(some)).toBe('Changed · Products · price')
})
