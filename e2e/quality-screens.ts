import type { Page } from 'playwright-core'
import type { Screen } from './screen.ts'

const checkProducts = async (page: Page): Promise<void> => {
  const headers = { 'vitrine-workspace': new URL(page.url()).searchParams.get('workspace') ?? '' }
  const call = async (method: string, path: string, data?: object) =>
    (await (await page.request.fetch(`/api/v1${path}`, { method, headers, data })).json()).data
  const rules = (await call('GET', '/quality/rules?type=product')) as {
    id: string
    origin: string
    name: string
  }[]
  for (const { id } of rules.filter(({ origin }) => origin === 'shipped'))
    await call('PATCH', `/quality/rules/${id}`, { enabled: true })
  if (rules.some(({ origin }) => origin === 'own')) return
  const rule = {
    entity_type: 'product',
    severity: 'error',
    message: '{{product_name}} says nothing of its material',
  }
  const check = { kind: 'filter', must_match: 'filter[description][contains]=oak' }
  await call('POST', '/quality/rules', {
    ...rule,
    name: 'Oak is named',
    applies_to: 'filter[material]=Oak',
    check,
  })
  await call('POST', '/quality/rules', {
    entity_type: 'product',
    name: 'Names fit their cards',
    check: { kind: 'length', attributes: ['product_name'], max: 24 },
    message: 'Cards of the shop cut {{product_name}}.',
  })
}

const quality =
  (tab: string, then: (page: Page) => Promise<void> = async () => undefined) =>
  async (page: Page): Promise<void> => {
    await checkProducts(page)
    await page.goto(`${page.url().replace(/&view=.*/, '')}&view=quality&tab=${tab}`)
    await then(page)
  }

const chooseGroup = async (page: Page): Promise<void> => {
  const address = page.url().replace(/&view=.*/, '')
  await page.goto(`${address}&view=quality&tab=clusters&attribute=product_name`)
  await page
    .getByRole('checkbox', { name: /^Merge into/ })
    .first()
    .check()
}

export const qualityScreens: readonly Screen[] = [
  {
    name: 'quality-findings',
    show: quality('findings', async (page) => {
      await page.getByRole('link', { name: /Names fit their cards/ }).click()
      await page.getByRole('gridcell').first().waitFor()
    }),
  },
  {
    name: 'quality-rules',
    show: quality('rules', async (page) => page.getByRole('table').last().waitFor()),
  },
  {
    name: 'quality-rule',
    show: quality('rules', async (page) => {
      await page.getByRole('button', { name: 'Edit Oak is named' }).click()
      await page.getByRole('region', { name: 'What it finds now' }).getByRole('listitem').first().waitFor()
    }),
  },
  {
    name: 'quality-score',
    show: quality('score', async (page) => page.getByRole('table').last().waitFor()),
  },
  {
    name: 'quality-clusters',
    show: async (page) => {
      const workspace = new URL(page.url()).searchParams.get('workspace') ?? ''
      const headers = { 'vitrine-workspace': workspace }
      for (const name of ['Oak Chair', 'oak chair', 'Chair, Oak', 'Walnut  Desk', 'walnut desk'])
        await page.request.post('/api/v1/products/upsert', {
          headers,
          data: { merge_key: 'sku', attributes: { sku: `SIM-${name}`, product_name: name } },
        })
      await chooseGroup(page)
    },
  },
  {
    name: 'quality-clusters-merge',
    show: async (page) => {
      await chooseGroup(page)
      await page.getByRole('button', { name: 'Merge…' }).click()
      await page.getByRole('table', { name: 'What changes' }).waitFor()
    },
  },
  {
    name: 'quality-duplicates',
    show: async (page) => {
      const workspace = new URL(page.url()).searchParams.get('workspace') ?? ''
      for (const [sku, price] of [
        ['TWIN-1', 129],
        ['TWIN-2', 119],
      ] as const)
        await page.request.post('/api/v1/products/upsert', {
          headers: { 'vitrine-workspace': workspace },
          data: { merge_key: 'sku', attributes: { sku, product_name: 'Fjord lounge chair in oak', price } },
        })
      await page.goto(`${page.url().replace(/&view=.*/, '')}&view=quality&tab=duplicates`)
      await page
        .getByRole('main')
        .getByRole('button', { name: /^Search/ })
        .click()
      await page.waitForTimeout(500)
      await page.getByRole('main').getByRole('button', { name: 'Cancel' }).waitFor({ state: 'detached' })
      await page.getByRole('main').getByRole('radio').first().waitFor()
    },
  },
]
