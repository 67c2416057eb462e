import { expectAccessible } from './pages/accessibility.ts'
import { expect, test } from './fixtures.ts'

test.use({ sample: 'shared' })

test(
  'app.help.1 app.help.2 the help is searched without a connection, has formulas and shortcuts, and tells what is new',
  { tag: '@long' },
  async ({ open, page, catalog }) => {
    await open()
    await catalog.findCommand('go to help')
    await page.keyboard.press('Enter')
    const main = page.getByRole('main')
    const search = main.getByRole('searchbox', { name: 'Search the help' })
    await expect(main.getByRole('heading', { name: 'First steps' })).toBeVisible()
    await expectAccessible(page)

    await page.context().setOffline(true)
    await search.fill('dateadd')
    await main
      .getByRole('link', { name: /DATEADD\(date/ })
      .first()
      .click()
    await expect(main.getByRole('heading', { name: 'Formulas', exact: true })).toBeVisible()
    await expect(main.getByRole('cell', { name: 'DATEADD(date, count, [unit])' })).toBeVisible()
    await expectAccessible(page)
    await search.fill('fill down')
    await main.getByRole('link', { name: /Fill down or to the right/ }).press('Enter')
    await expect(page).toHaveURL(/topic=keyboard-shortcuts/)
    await search.fill('giraffe')
    await expect(main.getByText('Nothing found. Try another word.')).toBeVisible()
    await page.context().setOffline(false)

    await page.getByRole('button', { name: 'Help and appearance' }).click()
    await page.getByRole('menuitem', { name: 'What is new' }).click()
    await expect(main.getByRole('heading', { level: 1, name: 'What is new' })).toBeVisible()
    await expectAccessible(page)
  },
)

test(
  'app.tour.1 a tour goes step by step beside the work, is left at any step and begun again from the help',
  { tag: '@long' },
  async ({ open, page, catalog, grid }) => {
    await open()
    const card = page.getByRole('region', { name: 'Tour: Edit in the grid' })
    await test.step('by keys, from the palette; the grid stays in use', async () => {
      await catalog.findCommand('tour edit in')
      await page.keyboard.press('Enter')
      await expect(card).toContainText('step 1 of 5')
      await expect(card.getByRole('button', { name: 'Next' })).toBeFocused()
      await grid.goTo(2, 'Price')
      await expect(grid.cursor).toBeVisible()
      await card.getByRole('button', { name: 'Next' }).press('Enter')
      await expect(card).toContainText('Type to change a value')
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(card).toBeHidden()
    })
    await test.step('by mouse, from the help', async () => {
      await page.getByRole('button', { name: 'Help and appearance' }).click()
      await page.getByRole('menuitem', { name: 'Help and tours' }).click()
      await page
        .getByRole('list', { name: 'Tours' })
        .getByRole('button', { name: /^Publish to a channel/ })
        .click()
      const publish = page.getByRole('region', { name: 'Tour: Publish to a channel' })
      await expect(page.getByRole('heading', { level: 1, name: 'Channels' })).toBeVisible()
      for (let step = 1; step < 4; step += 1) await publish.getByRole('button', { name: 'Next' }).click()
      await publish.getByRole('button', { name: 'Back' }).click()
      await expect(publish).toContainText('step 3 of 4')
      await publish.getByRole('button', { name: 'Next' }).click()
      await publish.getByRole('button', { name: 'Finish' }).click()
      await expect(publish).toBeHidden()
    })
  },
)
