import type { Page } from 'playwright-core'
import { automationScreens } from './automation-screens.ts'
import { generationScreens } from './generation-screens.ts'
import { gridScreens } from './grid-screens.ts'
import { importScreens } from './import-screens.ts'
import { qualityScreens } from './quality-screens.ts'
import { addGaps, at, go, keys, leaveNote, press, type Screen } from './screen.ts'

export const screens: readonly Screen[] = [
  ...gridScreens,
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
  { name: 'connect', show: async (page) => go(page, 'Connect') },
  { name: 'changes', show: async (page) => go(page, 'What changed') },
  ...generationScreens,
  ...importScreens,
  ...qualityScreens,
  { name: 'trash', show: async (page) => go(page, 'Trash') },
  ...automationScreens,
  { name: 'api', show: async (page) => go(page, 'API and keys') },
  // The page of connections, with a webhook whose receiver is away.
  {
    name: 'webhooks',
    show: async (page) => {
      const headers = { 'vitrine-workspace': new URL(page.url()).searchParams.get('workspace') ?? '' }
      const data = { url: 'http://127.0.0.1:9/hooks/vitrine', types: ['product'], in_my_network: true }
      const made = await (await page.request.post('/api/v1/webhooks', { headers, data })).json()
      await page.request.post(`/app/v1/webhooks/${made.data.id}/test`, { headers })
      await page.getByRole('link', { name: 'Connections' }).click()
      await page.getByRole('tab', { name: 'Webhooks' }).click()
      await page.getByRole('table', { name: 'Webhooks' }).scrollIntoViewIfNeeded()
    },
  },
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
    show: showPalette,
    reopen: showPalette,
  },
  { name: 'shortcuts', show: async (page) => keys(page, 'F1') },
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

async function showPalette(page: Page): Promise<void> {
  await keys(page, 'Control+k')
  await page.keyboard.type('cha')
  await page.getByRole('option').nth(9).waitFor()
}
