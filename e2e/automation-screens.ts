import type { Page } from 'playwright-core'
import type { Screen } from './screen.ts'

const price = { on: 'change', attributes: ['price'] }
const morning = { on: 'schedule', cron: '0 6 * * *', time_zone: 'Europe/Berlin' }
const review = { set: { status: 'In review' } }

const examples = [
  {
    name: 'Review new prices',
    trigger: price,
    actions: [review, { notify: { people: ['owner'], text: '{{count}} prices have changed.' } }],
    is_on: true,
  },
  { name: 'Check every morning', trigger: morning, actions: [{ check_quality: true }], is_on: true },
  {
    name: 'Publish what is approved',
    trigger: { on: 'enters' },
    filter: 'filter[status][eq]=Approved',
    actions: [{ set: { status: 'Published' } }],
  },
]

/** Makes them where they are not there from another picture. */
async function automate(page: Page): Promise<void> {
  const headers = { 'vitrine-workspace': new URL(page.url()).searchParams.get('workspace') ?? '' }
  for (const example of examples) {
    const data = { entity_type: 'product', ...example }
    await page.request.post('/api/v1/automations', { headers, data })
  }
}

async function open(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Connections' }).click()
  await page.getByRole('tab', { name: 'Automations' }).click()
}

/** The automations as sentences, the editor of one, what a run would change, and one that waits at Home. */
export const automationScreens: readonly Screen[] = [
  {
    name: 'automations',
    show: async (page) => {
      await automate(page)
      await open(page)
      await page.getByRole('listitem').filter({ hasText: 'Publish what is approved' }).waitFor()
    },
  },
  {
    name: 'automation',
    show: async (page) => {
      await automate(page)
      await open(page)
      await page.getByRole('button', { name: 'Actions for Review new prices' }).click()
      await page.getByRole('menuitem', { name: 'Edit…' }).click()
      await page.getByRole('dialog').getByText('set Status to').first().waitFor()
    },
  },
  {
    name: 'automation-waits',
    show: async (page) => {
      const headers = { 'vitrine-workspace': new URL(page.url()).searchParams.get('workspace') ?? '' }
      await automate(page)
      await page.request.post('/api/v1/automations/Review%20new%20prices/run', { headers })
      await open(page)
      await page.getByRole('button', { name: 'Look at it: Review new prices' }).click()
      await page.getByRole('dialog').getByText('would be changed').waitFor()
    },
  },
]
