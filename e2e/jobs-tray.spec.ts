import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ImportDialog } from './pages/import-dialog.ts'
import { expect, test } from './fixtures.ts'
import { expectAccessible } from './pages/accessibility.ts'

test('grid.jobs.1 grid.jobs.2 grid.jobs.4 jobs are listed with what came of them; the report of an import gives the rows to correct as a file', async ({
  page,
  open,
  grid,
  api,
  catalog,
}) => {
  await open()
  await expect(grid.row(1)).toBeVisible()
  await test.step('jobs are listed, and their end is told', async () => {
    const edit = { type: 'product', filter: {}, set: { price: 'not a number' } }
    await expect.poll(async () => (await api.post('/bulk-edits', edit)).status).toBe(400)
    const started = await api.post('/bulk-edits', { ...edit, set: { stock: 5 } })
    expect(started.status).toBe(202)
    await expect(page.getByText('Bulk edit finished')).toBeVisible()
    await page.getByRole('button', { name: /^Jobs/ }).click()
    const tray = page.getByRole('dialog', { name: 'Jobs' })
    await expect(tray.getByRole('listitem').first()).toContainText('Bulk edit')
    await expect(tray.getByRole('listitem').first()).toContainText('changed')
    await page.keyboard.press('Escape')
  })
  await test.step('the report of an import', async () => {
    const tray = page.getByRole('dialog', { name: 'Jobs' })
    const dialog = new ImportDialog(page)
    await dialog.drop('spring.csv', 'SKU,Product name,Price\nJ-1,Vase,cheap\nJ-2,Bowl,12\n')
    await dialog.press('Import now')
    await expect(dialog.root).toContainText('1 cell was left out')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Jobs/ }).click()
    await tray.getByRole('button', { name: 'Report of Import of spring.csv' }).press('Enter')
    const report = page.getByRole('dialog', { name: 'Import of spring.csv' })
    await expect(report.getByRole('region', { name: 'Row errors' })).toContainText(
      'This takes an amount in EUR',
    )
    await expectAccessible(page, { within: '[role=dialog]' })
    const download = page.waitForEvent('download')
    await report.getByRole('button', { name: 'Download the rows to correct' }).press('Enter')
    const file = await download
    expect(file.suggestedFilename()).toBe('spring-left-out.csv')
    expect(await readFile(await file.path(), 'utf8')).toContain('J-1,Vase,cheap')
    await page.keyboard.press('Escape')
    await expect(report).toBeHidden()
    await expect(catalog.search).toBeVisible()
  })
  await test.step('the page of the jobs shows all of them, narrowed by state and kind', async () => {
    await page.getByRole('button', { name: /^Jobs/ }).click()
    await page.getByRole('button', { name: 'Show all jobs' }).click()
    const jobs = page.getByRole('table', { name: 'Jobs' }).getByRole('row')
    await expect(jobs).toHaveCount(3)
    await expect(jobs.nth(1)).toContainText('Import of spring.csv')
    await page.getByRole('combobox', { name: 'Kind' }).click()
    await page.getByRole('option', { name: 'Bulk edit', exact: true }).click()
    await expect(jobs).toHaveCount(2)
    await expect(jobs.nth(1)).toContainText('changed')
    await page.getByRole('combobox', { name: 'State' }).click()
    await page.getByRole('option', { name: 'Failed' }).click()
    await expect(page.getByRole('heading', { name: 'No jobs match' })).toBeVisible()
    await page.getByRole('button', { name: 'Show all jobs' }).click()
    await expect(jobs).toHaveCount(3)
    await expectAccessible(page, { within: 'main' })
  })
})

test(
  'grid.jobs.2 a job that failed is tried again once the reason is gone',
  { tag: '@long' },
  async ({ page, open, api, served }) => {
    let asked = 0
    const site = createServer((_request, response) => {
      asked += 1
      response.end('<h1>Oak</h1>')
    })
    await new Promise<void>((done) => site.listen(0, '127.0.0.1', done))
    const { port } = site.address() as AddressInfo
    const allow = (isAllowed: boolean) =>
      page.evaluate(
        (allow_private_sources) =>
          fetch('/app/v1/settings', {
            method: 'PATCH',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ allow_private_sources }),
          }).then(({ status }) => status),
        isAllowed,
      )
    await open()
    await page.waitForURL(`${served.origin}/**`)
    expect(await allow(false)).toBe(200)
    expect((await api.post('/sources', { url: `http://127.0.0.1:${port}/oak` })).status).toBe(202)
    await page.getByRole('button', { name: /^Jobs/ }).click()
    const tray = page.getByRole('dialog', { name: 'Jobs' })
    await expect(tray.getByRole('listitem').first()).toContainText('are not fetched')
    expect(await allow(true)).toBe(200)
    await tray.getByRole('button', { name: /^Try again: Source of / }).press('Enter')
    await expect.poll(() => asked).toBeGreaterThan(0)
    await expect(tray.getByRole('listitem').first()).not.toContainText('are not fetched')
    site.close()
  },
)

test(
  'grid.jobs.3 the browser is asked for its permission to notify only when that is turned on',
  { tag: '@long' },
  async ({ page, open, catalog }) => {
    // Headless browsers differ in their answers, and some take no permission. Other tests reuse the page.
    await using _notifications = await page.addInitScript(() => {
      const answer = () => (localStorage.getItem('answer') === 'granted' ? 'granted' : 'denied')
      const notifications = {
        asked: 0,
        get permission() {
          return answer()
        },
        requestPermission() {
          notifications.asked += 1
          return Promise.resolve(answer())
        },
      }
      Object.defineProperty(window, 'Notification', { value: notifications })
    })
    const asked = () => page.evaluate(() => Reflect.get(Notification, 'asked'))
    await open()
    await catalog.goTo('Settings')
    const choice = page.getByRole('checkbox', { name: 'Notify me when a long job has finished' })
    await expect(choice).not.toBeChecked()
    expect(await asked()).toBe(0)
    await choice.press('Space')
    await expect(page.getByText('The browser does not allow notifications').first()).toBeVisible()
    await expect(choice).not.toBeChecked()
    await page.evaluate(() => localStorage.setItem('answer', 'granted'))
    await choice.press('Space')
    await expect(choice).toBeChecked()
    expect(await asked()).toBe(2)
    await page.reload()
    await expect(choice).toBeChecked()
    expect(await asked()).toBe(0)
  },
)
