import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from './fixtures.ts'
import { CatalogPage } from './pages/catalog-page.ts'
import { ServedApp } from './served-app.ts'

test(
  'app.safety.3 the page of the replica tells how far each file has come, and an alarm stands on every page',
  { tag: '@long' },
  async ({ browser }) => {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-replica-'))
    const served = await ServedApp.start(undefined, ['--replicate', `file://${folder}/replica`])
    const page = await browser.newPage()
    try {
      const { name } = await served.createWorkspace('Replicated', { sample: false })
      await page.goto(served.appUrl)
      await new CatalogPage(page).findCommand('replica')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { level: 1, name: 'Replica' })).toBeVisible()
      for (const file of ['People, keys and settings', name])
        await expect(page.getByRole('row', { name: file })).toContainText('Up to date')
      await expect(page.getByRole('main')).toContainText(`vitrine restore --from file://${folder}/replica`)
      await expect(page.getByRole('alert')).toHaveCount(0)

      // Simulates a minute without the replica, which the test does not wait for.
      await page.route('**/app/v1/replication', async (route) => {
        const answer = await route.fetch()
        const { data } = await answer.json()
        await route.fulfill({
          response: answer,
          json: { data: { ...data, alarm: { kind: 'lagging', since: new Date().toISOString() } } },
        })
      })
      await page.goto(`${served.origin}/`)
      await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
      await expect(page.getByRole('alert')).toContainText('is not in the replica')
      await page.getByRole('button', { name: 'Show the replica' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Replica' })).toBeVisible()
    } finally {
      // The page polls all the time; an answer may be on its way.
      await page.unrouteAll({ behavior: 'wait' })
      await page.close()
      expect(await served.stop()).toBe(0)
      await rm(folder, { recursive: true })
    }
  },
)
