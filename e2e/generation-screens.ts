import type { Page } from 'playwright-core'
import { type FakeProviderOptions, startFakeProvider } from '../server/providers/testing/fake-provider.ts'
import { at, go, keys, press, type Screen } from './screen.ts'

/** Adds a local and a hosted provider to the app, with a fake behind both; it ends with the page. */
const addProviders = async (page: Page, options: FakeProviderOptions = {}): Promise<void> => {
  const { request } = page
  const fake = await startFakeProvider({ models: ['gemma3:12b', 'qwen3:8b'], ...options })
  page.once('close', () => void fake.close())
  const { data } = (await (await request.get('/app/v1/providers')).json()) as {
    data: { id: string; name: string }[]
  }
  const compatible = { kind: 'openai_compatible', base_url: fake.origin }
  for (const body of [
    { ...compatible, name: 'Ollama', models: { text: 'qwen3:8b' } },
    { name: 'Anthropic', kind: 'anthropic', models: { text: 'claude-sonnet-4-5' }, key: 'sk-of-the-picture' },
    { ...compatible, name: 'OpenRouter', models: { text: 'qwen3:235b' }, price: { input: 2, output: 6 } },
  ]) {
    // Each fake has an address of its own; the recorded spend belongs to the provider that was there before.
    const known = data.find(({ name }) => name === body.name)
    if (known) await request.patch(`/app/v1/providers/${known.id}`, { data: body })
    else await request.post('/app/v1/providers', { data: body })
  }
}

const showProviders = async (page: Page): Promise<void> => {
  await addProviders(page)
  await go(page, 'AI providers')
  await press(page, 'Test Ollama')
  await page.getByText('Answered in').waitFor()
}

const spend = async (page: Page): Promise<void> => {
  await addProviders(page)
  const headers = { 'vitrine-workspace': new URL(page.url()).searchParams.get('workspace') ?? '' }
  const call = async (method: string, path: string, data?: object) =>
    (await (await page.request.fetch(`/api/v1${path}`, { method, headers, data })).json()).data
  const attribute = await call('POST', '/attributes', {
    name: 'Claim',
    entity_type: 'vendor',
    data_type: 'single_line_text_field',
    ai_generated: true,
    custom_instructions: 'One claim about this vendor.',
    selected_tools: ['includeProductAttributes'],
  })
  for (const provider of ['Ollama', 'OpenRouter']) {
    const { id } = await call('POST', '/generations', {
      type: 'vendor',
      attributes: [attribute.key],
      filter: '',
      overwrite: 'all',
      budget: 5,
      provider,
    })
    while ((await call('GET', `/jobs/${id}`)).completed_at === null) await page.waitForTimeout(100)
  }
  const where = { attribute: attribute.key }
  await call('POST', '/proposals/decide', { type: 'vendor', action: 'reject', where })
  await call('DELETE', `/attributes/${attribute.id}`)
  // The reload removes messages about the jobs.
  await page.reload()
}

const markMaterials = async (page: Page): Promise<void> => {
  await addProviders(page, {
    answer: ({ prompt }) => ({ value: prompt.length % 2 === 0 ? 'Wool' : 'Oak', evidence: [], note: null }),
  })
  const headers = { 'vitrine-workspace': new URL(page.url()).searchParams.get('workspace') ?? '' }
  const call = async (method: string, path: string, data?: object) =>
    (await (await page.request.fetch(`/api/v1${path}`, { method, headers, data })).json()).data
  await call('POST', '/proposals/decide', { type: 'product', action: 'reject', where: {} })
  await call('PATCH', '/attributes/material?type=product', {
    ai_generated: true,
    custom_instructions: 'The material of {{product_name}}.',
    selected_tools: ['includeProductAttributes'],
    source_attributes: ['color'],
  })
  const ids = (await call('GET', '/products?limit=9')).map(({ id }: { id: string }) => id)
  const run = {
    type: 'product',
    attributes: ['material'],
    ids: ids.slice(0, 6),
    overwrite: 'all',
    mode: 'apply',
  }
  const { id: job } = await call('POST', '/generations', run)
  while ((await call('GET', `/jobs/${job}`)).completed_at === null) await page.waitForTimeout(100)
  await call('PATCH', `/products/${ids[0]}`, { attributes: { material: 'Beech' } })
  await call('PATCH', `/products/${ids[1]}`, { attributes: { color: 'Graphite' } })
  await call('POST', '/proposals', {
    type: 'product',
    proposals: ids.slice(5).map((id: string) => ({ id, attribute: 'material', value: 'Steel' })),
  })
}

async function proposeDescriptions(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const workspace = new URLSearchParams(window.location.search).get('workspace') ?? ''
    const send = async (path: string, init: RequestInit = {}) => {
      const headers = { 'content-type': 'application/json', 'vitrine-workspace': workspace }
      return (await fetch(`/api/v1${path}`, { ...init, headers })).json() as Promise<{
        data: { id: string; label: string; attributes: { description?: string } }[]
      }>
    }
    const decided = JSON.stringify({ type: 'product', action: 'reject', where: {} })
    await send('/proposals/decide', { method: 'POST', body: decided })
    const { data } = await send('/products?limit=20&filter[description][exists]=true')
    const proposals = data.map(({ id, label, attributes: { description = '' } }, index) => ({
      id,
      attribute: 'description',
      value: description.replace('everyday use', 'daily use').replace(/[.!]?$/, `, as ${label} always was.`),
      note: 'The wording follows the product name.',
      evidence: [
        { source: 'attribute:product_name', quote: label.toLowerCase() },
        ...(index % 3 === 0 ? [{ source: 'attribute:product_name', quote: 'made of teak' }] : []),
      ],
    }))
    await send('/proposals', { method: 'POST', body: JSON.stringify({ type: 'product', proposals }) })
  })
}

/** Models and what they write: providers, prompts, runs and the review. */
export const generationScreens: readonly Screen[] = [
  // Providers serve every workspace, so this screen comes before there are any.
  { name: 'empty-providers', show: async (page) => go(page, 'AI providers') },
  { name: 'providers', show: showProviders },
  {
    name: 'add-provider',
    show: async (page) => {
      await showProviders(page)
      await press(page, 'Add a provider')
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'edit-provider',
    show: async (page) => {
      await showProviders(page)
      await press(page, 'Edit Anthropic')
      const dialog = page.getByRole('dialog')
      await dialog.getByText('Pictures, videos, prices and limits').click()
      await dialog.getByRole('textbox', { name: 'Address' }).fill('https://anthropic.proxy.example/v1')
    },
  },
  {
    name: 'spend',
    show: async (page) => {
      await spend(page)
      await go(page, 'AI providers')
      await press(page, 'Spend')
      await page.getByRole('table', { name: 'By day' }).waitFor()
    },
  },
  {
    name: 'prompt-editor',
    show: async (page) => {
      await addProviders(page)
      await go(page, 'Attributes')
      await press(page, 'Edit Description')
      const dialog = page.locator('.attribute-page')
      await dialog.getByRole('tab', { name: 'Generation' }).click()
      await dialog.getByRole('checkbox', { name: 'Generated' }).check()
      await dialog
        .getByRole('textbox', { name: 'Instructions' })
        .fill('Two sentences about {{product_name}} of {{vendor}}.')
      await page.keyboard.press('End')
      await page.keyboard.type(' Mind @st')
      await dialog.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'attribute-prompts',
    show: async (page) => {
      await markMaterials(page)
      const workspace = new URL(page.url()).searchParams.get('workspace') ?? ''
      await page.request.patch('/api/v1/attributes/material?type=product', {
        headers: { 'vitrine-workspace': workspace },
        data: { custom_instructions: 'The material of {{product_name}} in one word, as the maker says it.' },
      })
      await go(page, 'Attributes')
      await press(page, 'Edit Material')
      await press(page, 'Try on 3 rows')
      await page.locator('.try-value').nth(2).waitFor()
      await press(page, 'Compare on 20 rows')
      await page
        .getByRole('region', { name: 'Compare two prompts' })
        .getByRole('button', { name: /^Compare on/ })
        .click()
      await page.locator('.compare-prompts-answer').nth(3).waitFor()
    },
  },
  {
    name: 'run',
    show: async (page) => {
      await addProviders(page)
      const workspace = new URL(page.url()).searchParams.get('workspace') ?? ''
      await page.request.patch('/api/v1/attributes/description?type=product', {
        headers: { 'vitrine-workspace': workspace },
        data: { ai_generated: true, custom_instructions: 'Two sentences about {{product_name}}.' },
      })
      await keys(page, 'Control+k')
      await page.keyboard.type('Generate values')
      await keys(page, 'Enter')
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('combobox', { name: 'Which values' }).click()
      await page.getByRole('option', { name: /^Everything/ }).click()
      await dialog.getByText('200 values').first().waitFor()
    },
  },
  {
    name: 'review',
    show: async (page) => {
      await proposeDescriptions(page)
      await go(page, 'Review')
      await page.getByRole('article', { name: 'Proposal in focus' }).locator('mark').first().waitFor()
    },
  },
  {
    name: 'marks',
    show: async (page) => {
      await markMaterials(page)
      await page.reload()
      const grid = await at(page, 2, 'Material')
      await grid.root.locator('[data-mark="proposed"]').first().waitFor()
      await keys(page, 'Shift+F10')
    },
  },
]
