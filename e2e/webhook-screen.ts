import type { Screen } from './screen.ts'

/** The page of keys, with a webhook whose receiver is away. */
export const webhookScreen: Screen = {
  name: 'api',
  show: async (page) => {
    const headers = { 'vitrine-workspace': new URL(page.url()).searchParams.get('workspace') ?? '' }
    const data = { url: 'http://127.0.0.1:9/hooks/vitrine', types: ['product'], in_my_network: true }
    const made = await (await page.request.post('/api/v1/webhooks', { headers, data })).json()
    await page.request.post(`/app/v1/webhooks/${made.data.id}/test`, { headers })
    await page.getByRole('link', { name: 'API and keys' }).click()
    await page.getByRole('table', { name: 'Webhooks' }).scrollIntoViewIfNeeded()
  },
}
