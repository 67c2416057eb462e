import type { Page } from 'playwright-core'
import { type FakeProviderOptions, startFakeProvider } from '../server/providers/testing/fake-provider.ts'
import { workspaceHeader } from '#shared/app-surface.ts'
import { importScreens } from './import-screens.ts'
import { paste } from './pages/clipboard.ts'
import { Grid } from './pages/grid.ts'
import { qualityScreens } from './quality-screens.ts'
import { webhookScreen } from './webhook-screen.ts'
import type { Screen } from './screen.ts'

const press = (page: Page, button: string | RegExp): Promise<void> =>
  page.getByRole('button', { name: button }).first().click()

const go = async (page: Page, link: string): Promise<void> => {
  await page.getByRole('link', { name: new RegExp(`^${link}\\b`) }).click()
  await page.getByRole('heading', { level: 1, name: link }).waitFor()
}

const at = async (page: Page, row: number, column: string): Promise<Grid> => {
  const grid = new Grid(page)
  await grid.goTo(row, column)
  return grid
}

const keys = async (page: Page, ...names: readonly string[]): Promise<void> => {
  for (const name of names) await page.keyboard.press(name)
}

const detail =
  (tab: string) =>
  async (page: Page): Promise<void> => {
    await at(page, 2, 'Product name')
    await keys(page, 'Space')
    await page.getByRole('tab', { name: tab }).click()
  }

const leaveNote = async (page: Page, row: number, column: string, text: string): Promise<void> => {
  await at(page, row, column)
  await keys(page, 'Shift+F2')
  const note = page.getByRole('form', { name: 'New note' })
  await note.getByRole('textbox').fill(text)
  await note.getByRole('checkbox', { name: 'To-do' }).check()
  await note.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('article').filter({ hasText: text }).first().waitFor()
}

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

export const screens: readonly Screen[] = [
  { name: 'grid', show: async (page) => void (await at(page, 3, 'Product name')) },
  {
    name: 'grid-range',
    show: async (page) => {
      await at(page, 2, 'Price')
      await keys(page, 'Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowRight')
    },
  },
  {
    name: 'row-menu',
    show: async (page) => {
      await at(page, 3, 'SKU')
      await keys(page, 'Shift+F10')
    },
  },
  {
    name: 'print',
    show: async (page) => {
      await at(page, 2, 'SKU')
      await keys(page, 'Shift+ArrowDown', 'Shift+ArrowDown', 'Control+p')
    },
  },
  {
    name: 'editor-stage',
    show: async (page) => {
      await at(page, 4, 'Status')
      await keys(page, 'Enter')
    },
  },
  {
    name: 'editor-date',
    show: async (page) => {
      await at(page, 4, 'Launch date')
      await keys(page, 'Enter')
    },
  },
  {
    name: 'editor-long-text',
    show: async (page) => {
      await at(page, 3, 'Care instructions')
      await keys(page, 'Enter')
    },
  },
  {
    name: 'editor-reference',
    show: async (page) => {
      await at(page, 5, 'Vendor')
      await keys(page, 'Enter')
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'refused',
    show: async (page) => {
      const grid = await at(page, 3, 'Price')
      await grid.input.pressSequentially('about ten')
      await keys(page, 'Enter', 'ArrowUp')
      await page.getByText('1 change was rejected').waitFor()
    },
  },
  {
    name: 'new-row',
    show: async (page) => press(page, 'Add product'),
  },
  {
    name: 'paste',
    show: async (page) => {
      await at(page, 2, 'Price')
      await paste(page, { 'text/plain': '12.5\t3\nabout ten\t4\n8\tmany\n' })
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'filter',
    show: async (page) => {
      await page.goto(`${page.url()}&filter[status]=Draft`)
      await page.getByText('products match').waitFor()
      await press(page, 'Filter')
    },
  },
  { name: 'facets', show: async (page) => press(page, 'Facets') },
  { name: 'sort', show: async (page) => press(page, 'Sort') },
  { name: 'group', show: async (page) => page.getByRole('combobox', { name: 'Group' }).click() },
  { name: 'category-tree', show: async (page) => press(page, 'Categories') },
  { name: 'columns', show: async (page) => press(page, 'Columns') },
  { name: 'colours', show: async (page) => press(page, 'Colours') },
  { name: 'row-height', show: async (page) => press(page, 'Row height') },
  { name: 'views', show: async (page) => press(page, /All products/) },
  {
    name: 'column-menu',
    show: async (page) => {
      await new Grid(page).header('Price').hover()
      await press(page, 'Menu of Price')
    },
  },
  {
    name: 'replace',
    show: async (page) => {
      await at(page, 1, 'Product name')
      await keys(page, 'Control+h')
      await page.getByRole('textbox', { name: 'Find' }).fill('chair')
      await page
        .getByText(/\d of \d/)
        .first()
        .waitFor()
    },
  },
  { name: 'bulk-edit', show: async (page) => press(page, 'Bulk edit') },
  { name: 'no-match', show: async (page) => page.getByRole('searchbox').fill('no such thing') },
  { name: 'detail-values', show: detail('Values') },
  { name: 'detail-links', show: detail('Links') },
  { name: 'detail-variants', show: detail('Variants') },
  {
    name: 'variants',
    show: async (page) => {
      await page.getByRole('gridcell').first().click()
      await page.keyboard.press('Control+Alt+Enter')
      await page.locator('.variants-matrix').waitFor()
    },
  },
  { name: 'detail-channels', show: detail('Channels') },
  { name: 'detail-history', show: detail('History') },
  {
    name: 'gallery',
    show: async (page) => {
      await go(page, 'Images')
      await page
        .getByRole('radio', { name: 'Gallery' })
        .or(page.getByRole('button', { name: 'Gallery' }))
        .first()
        .click()
    },
  },
  {
    name: 'categories',
    show: async (page) => {
      await addGaps(page)
      await page.getByRole('link', { name: /^Categories/ }).click()
      await page.locator('.tree-picture').first().waitFor()
    },
  },
  { name: 'attributes', show: async (page) => go(page, 'Attributes') },
  {
    name: 'attribute-meanings',
    show: async (page) => {
      await go(page, 'Attributes')
      await press(page, 'Show the proposals')
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'kanban',
    show: async (page) => {
      await page.getByRole('combobox', { name: 'Table', exact: true }).click()
      await page.getByRole('option', { name: 'Kanban by Status' }).click()
      await page.locator('.row-card img').nth(3).waitFor()
    },
  },
  {
    name: 'calendar',
    show: async (page) => {
      const headers = { 'vitrine-workspace': new URL(page.url()).searchParams.get('workspace') ?? '' }
      const call = async (method: string, path: string, data?: object) =>
        (await (await page.request.fetch(`/api/v1${path}`, { method, headers, data })).json()).data
      const rows: readonly { id: string }[] = await call('GET', '/products?limit=40')
      const now = new Date()
      const edits = rows.map(({ id }, index) => {
        const day = new Date(Date.UTC(now.getFullYear(), now.getMonth(), 1 + ((index * 5) % 27)))
        return { id, attributes: { launch_date: day.toISOString().slice(0, 10) } }
      })
      await call('POST', '/edits', { type: 'product', edits })
      await page.reload()
      await page.getByRole('combobox', { name: /^(Table|Kanban by Status)$/ }).click()
      await page.getByRole('option', { name: 'Calendar by Launch date' }).click()
      await page.locator('.calendar-day .row-card').nth(9).waitFor()
    },
  },
  { name: 'add-attribute', show: async (page) => press(page, 'Add attribute') },
  {
    name: 'attribute',
    show: async (page) => {
      await go(page, 'Attributes')
      await press(page, 'Edit Price')
      await page.getByRole('textbox', { name: 'Maximum', exact: true }).fill('400')
      await page.getByRole('status').filter({ hasText: 'do not keep to it' }).waitFor()
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
  { name: 'empty-classes', show: async (page) => go(page, 'Classes') },
  {
    name: 'new-class',
    show: async (page) => {
      await go(page, 'Classes')
      await press(page, 'New class')
      await page.getByRole('textbox', { name: 'Name' }).fill('Seats')
      for (const [field, choice] of [
        ['Categories', 'Seating'],
        ['Add an attribute to the class', 'Height'],
        ['Add an attribute to the class', 'Material'],
      ] as const) {
        await page.getByRole('combobox', { name: field }).fill(choice)
        await page.getByRole('option', { name: choice, exact: true }).click()
        await page.getByRole('textbox', { name: 'Name' }).click()
      }
    },
  },
  {
    name: 'detail-notes',
    show: async (page) => {
      await leaveNote(page, 2, 'Price', 'Ask Nordlys for the price of next year')
      await leaveNote(page, 2, 'Material', 'Is this oak or ash?')
    },
  },
  { name: 'notes', show: async (page) => go(page, 'Notes and to-dos') },
  {
    name: 'help',
    show: async (page) => {
      await press(page, 'Help and appearance')
      await page.getByRole('menuitem', { name: 'Help and tours' }).click()
    },
  },
  {
    name: 'help-search',
    show: async (page) => {
      await press(page, 'Help and appearance')
      await page.getByRole('menuitem', { name: 'Help and tours' }).click()
      await page.getByRole('searchbox', { name: 'Search the help' }).fill('round')
    },
  },
  {
    name: 'news',
    show: async (page) => {
      await press(page, 'Help and appearance')
      await page.getByRole('menuitem', { name: 'What is new' }).click()
    },
  },
  {
    name: 'tour',
    show: async (page) => {
      await press(page, 'Help and appearance')
      await page.getByRole('menuitem', { name: 'Help and tours' }).click()
      await press(page, /^Edit in the grid/)
      await press(page, 'Next')
    },
  },
  { name: 'channels', show: async (page) => go(page, 'Channels') },
  { name: 'channel', show: channelPart('Products') },
  { name: 'channel-fields', show: channelPart('Fields') },
  { name: 'channel-files', show: channelPart('Files') },
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
  { name: 'connect', show: async (page) => go(page, 'Connect') },
  { name: 'changes', show: async (page) => go(page, 'What changed') },
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
  ...importScreens,
  ...qualityScreens,
  { name: 'trash', show: async (page) => go(page, 'Trash') },
  webhookScreen,
  { name: 'settings', show: async (page) => go(page, 'Settings') },
  {
    name: 'backups',
    show: async (page) => {
      await go(page, 'Settings')
      await press(page, 'Backups and their schedule')
      await press(page, 'Back up now')
      await page.getByRole('table', { name: 'Backups' }).waitFor()
    },
  },
  { name: 'jobs', show: async (page) => press(page, /^Jobs/) },
  {
    name: 'jobs-page',
    show: async (page) => {
      const headers = { 'vitrine-workspace': new URL(page.url()).searchParams.get('workspace') ?? '' }
      const edit = { type: 'product', filter: { status: 'Draft' }, set: { in_stock: false } }
      await page.request.post('/api/v1/bulk-edits', { headers, data: edit })
      for (const format of ['csv', 'xlsx'])
        await page.request.post('/api/v1/exports', { headers, data: { type: 'product', format } })
      await press(page, /^Jobs/)
      await press(page, 'Show all jobs')
      await page
        .getByRole('button', { name: /^Download/ })
        .nth(1)
        .waitFor()
      // Each scheme adds more of them; those of this one have ended too.
      await page.getByRole('row').filter({ hasText: 'Running' }).first().waitFor({ state: 'detached' })
    },
  },
  {
    name: 'palette',
    show: async (page) => {
      await keys(page, 'Control+k')
      await page.keyboard.type('cha')
    },
  },
  { name: 'shortcuts', show: async (page) => keys(page, 'F1') },
  {
    name: 'export',
    show: async (page) => {
      await at(page, 2, 'Product name')
      await keys(page, 'Shift+ArrowDown', 'Shift+ArrowDown')
      await press(page, /^Export$/)
    },
  },
  {
    name: 'workspaces',
    show: async (page) => press(page, /^Workspace /),
  },
  {
    name: 'home',
    show: async (page) => {
      await addGaps(page)
      await leaveNote(page, 2, 'Price', 'Is this the price of January?')
      const grid = await at(page, 3, 'Price')
      await grid.input.pressSequentially('199')
      await keys(page, 'Enter', 'Enter')
      await page.getByRole('link', { name: /^Home/ }).click()
      await page.getByRole('region', { name: 'Channels' }).getByText('%').first().waitFor()
    },
  },
  {
    name: 'home-empty',
    isEmpty: true,
    show: async (page) => go(page, 'Home'),
  },
  {
    name: 'empty',
    isEmpty: true,
    show: async (page) => page.getByText('Start your catalog').waitFor(),
  },
  { name: 'empty-review', isEmpty: true, show: async (page) => go(page, 'Review') },
  { name: 'empty-trash', isEmpty: true, show: async (page) => go(page, 'Trash') },
  { name: 'empty-attributes', isEmpty: true, show: async (page) => go(page, 'Attributes') },
]

function channelPart(tab: string): Screen['show'] {
  return async (page) => {
    await addGaps(page)
    await go(page, 'Channels')
    await page.getByRole('link', { name: 'Google Merchant Center' }).click()
    await page.getByRole('tab', { name: tab }).click()
    if (tab === 'Products') await page.getByRole('gridcell').first().waitFor()
  }
}

/** Products that lack something, as the sample is complete. */
async function addGaps(page: Page): Promise<void> {
  const workspace = new URL(page.url()).searchParams.get('workspace') ?? ''
  for (const product_name of ['Oak stool', 'Oak bench', 'Folding table'])
    await page.request.post('/api/v1/products', {
      headers: { [workspaceHeader]: workspace },
      data: { attributes: { product_name, price: 49 } },
    })
}
