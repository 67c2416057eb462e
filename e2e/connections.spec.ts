import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from './fixtures.ts'
import { expectAccessible } from './pages/accessibility.ts'

test(
  'connections.feed.1 a connection and a feed are made on one page; a run that would change much waits there, is looked at, and let go',
  { tag: '@long' },
  async ({ page, workspace, api }) => {
    const drop = await mkdtemp(join(tmpdir(), 'vitrine-feed-'))
    const file = join(drop, 'list.csv')
    await writeFile(file, 'sku,product_name\nFD-1,Feed chair\nFD-2,Feed stool\n')
    await utimes(file, new Date(0), new Date(0))
    await page.goto(`/?workspace=${workspace.id}&view=connections`)
    await page.request.post('/app/v1/import-profiles', {
      headers: { 'vitrine-workspace': workspace.id },
      data: { name: 'Supplier list', entity_type: 'product', settings: { merge_key: 'sku' } },
    })
    await page.getByRole('tab', { name: 'Connections' }).click()
    await page.getByRole('button', { name: 'Add a connection' }).click()
    const place = page.getByRole('dialog', { name: 'Add a connection' })
    await place.getByLabel('Name').fill('Drop folder')
    await place.getByLabel('Folder', { exact: true }).fill(drop)
    await place.getByRole('button', { name: 'Add the connection' }).click()
    await expect(page.getByRole('row', { name: /Drop folder/ })).toContainText('Not used yet')
    await expectAccessible(page)

    await page.getByRole('tab', { name: 'Feeds' }).click()
    await page.getByRole('button', { name: 'Add a feed' }).click()
    const form = page.getByRole('dialog', { name: 'Add a feed' })
    await form.getByLabel('Name', { exact: true }).fill('Daily list')
    await form.getByRole('combobox', { name: 'Connection' }).click()
    await page.getByRole('option', { name: 'Drop folder' }).click()
    await form.getByRole('textbox', { name: 'File' }).fill('*.csv')
    await form.getByRole('combobox', { name: 'Settings of the import' }).click()
    await page.getByRole('option', { name: 'Supplier list' }).click()
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Add the feed' }).click()
    const row = page.getByRole('row', { name: /Daily list/ })
    await expect(row).toContainText('Every day at 6 o’clock')
    await row.getByRole('button', { name: 'Actions for Daily list' }).click()
    await page.getByRole('menuitem', { name: 'Run it now' }).click()

    const waiting = page.getByRole('region', { name: 'Waiting for you' })
    await expect(waiting).toContainText('2 new')
    await page.setViewportSize({ width: 720, height: 300 })
    const tabs = page.getByRole('tablist', { name: 'Parts of the connections page' })
    await expect.poll(async () => (await tabs.boundingBox())?.height).toBeGreaterThan(30)
    await page.setViewportSize({ width: 1280, height: 720 })
    await waiting.getByRole('button', { name: 'Look at it: Daily list' }).click()
    await expect(page.getByRole('dialog', { name: 'Import of list.csv' })).toContainText('Feed chair')
    await page.keyboard.press('Escape')
    await waiting.getByRole('button', { name: 'Let it go: Daily list' }).click()
    await expect(row).toContainText('Imported')
    await expect(waiting).toHaveCount(0)
    expect(await api.list('products', { 'filter[sku][starts_with]': 'FD-' })).toHaveLength(2)
    await rm(drop, { recursive: true })
  },
)
