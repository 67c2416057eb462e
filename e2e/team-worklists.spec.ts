import { type Page, test } from '@playwright/test'
import { expect } from './expect.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { ServedTeam } from './served-team.ts'

let team: ServedTeam

test.beforeAll(async () => {
  team = await ServedTeam.start()
})
test.afterAll(() => team.stop())

const entryOf = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Worklists of products' }).getByRole('listitem').filter({ hasText: name })

test('together.worklist.1 a filter is given to somebody, who works it off, and it is reassigned, finished and deleted', async ({
  browser,
}) => {
  const ana = await team.join('Ana Silva', 'contributor')
  const call = (path: string) => team.owner.send('GET', path, undefined, team.workspace.id)
  const { data, pagination } = await call('/api/v1/products?limit=2&q=chair')
  const { page: mine } = await team.open(browser, team.owner, '&view=products&q=chair')
  const { page: theirs } = await team.open(browser, ana)
  const entry = entryOf(mine, 'All chairs')

  await test.step('by keyboard: saved from the menu of views, with a person and a day that is over', async () => {
    await mine.getByRole('button', { name: /^View All products/ }).focus()
    await mine.keyboard.press('Enter')
    await mine.getByRole('menuitem', { name: 'Save as a worklist…' }).focus()
    await mine.keyboard.press('Enter')
    const dialog = mine.getByRole('dialog', { name: 'Save as a worklist' })
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused()
    await mine.keyboard.press('Enter')
    await expect(dialog.getByRole('alert')).toHaveText('Enter a name.')
    await mine.keyboard.type('All chairs')
    await mine.keyboard.press('Tab')
    await expect(dialog.getByRole('radio', { name: /^This view/ })).toBeChecked()
    await mine.keyboard.press('Tab')
    await mine.keyboard.press('Enter')
    await expect(mine.getByRole('option', { name: 'Ana Silva' })).toBeVisible()
    await mine.keyboard.type('Ana')
    await mine.keyboard.press('Enter')
    await dialog.getByLabel('Due on').fill('2026-01-31')
    await expectAccessible(mine)
    await dialog.getByLabel('Due on').press('Enter')
    await expect(dialog).toBeHidden()
    await expect(entry).toContainText(`0 of ${pagination.total} done`)
    await expect(entry).toContainText('Ana Silva')
    await expect(entry).toContainText('Late: due 31 Jan 2026')
    await expectAccessible(mine)
  })
  await test.step('whoever has it is told, opens it, and sees how it shrinks', async () => {
    await theirs.getByRole('link', { name: /^New for you/ }).click()
    await theirs.getByRole('button', { name: 'Sam Rivera gave you a worklist' }).click()
    await expect(theirs.getByRole('status', { name: /entities$/ })).toContainText(`${pagination.total} of`)
    await expect(theirs.getByRole('link', { name: 'All chairs' })).toHaveAttribute('aria-current', 'page')
    const bar = theirs.getByRole('region', { name: 'Worklist' })
    await expect(bar).toContainText(`For Ana Silva`)
    const input = theirs.getByRole('textbox', { name: /^Cell / })
    await theirs.getByRole('gridcell').first().click()
    await team.owner.send('POST', '/app/v1/trash', { type: 'product', ids: [data[1].id] }, team.workspace.id)
    await expect(bar).toContainText(`1 of ${pagination.total} done`)
    await expect(entryOf(theirs, 'All chairs')).toContainText(`1 of ${pagination.total} done`)
    await input.press('Shift+F9')
    await expect(theirs.locator('[aria-selected="true"]')).toHaveCount(1)
    await expectAccessible(theirs)
  })
  await test.step('they may finish it and nothing more', async () => {
    await theirs.getByRole('button', { name: 'What to do with All chairs' }).click()
    await expect(theirs.getByRole('menuitem')).toHaveText(['Mark as done'])
    await theirs.getByRole('menuitem', { name: 'Mark as done' }).click()
    await expect(entryOf(theirs, 'All chairs')).toHaveCount(0)
    await expect(theirs.getByRole('button', { name: '1 done' })).toBeVisible()
  })
  await test.step('an editor sees who did, opens it again, changes and deletes it', async () => {
    await mine.getByRole('button', { name: '1 done' }).click()
    await expect(entry).toContainText('Done by Ana Silva')
    const choose = async (item: string) => {
      await mine.getByRole('button', { name: /^What to do with/ }).focus()
      await mine.keyboard.press('Enter')
      await mine.getByRole('menuitem', { name: item }).focus()
      await mine.keyboard.press('Enter')
    }
    await choose('Open again')
    await expect(entry).toContainText(`1 of ${pagination.total} done`)
    await choose('Change…')
    const dialog = mine.getByRole('dialog', { name: 'Change the worklist' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Chairs to check')
    await dialog.getByRole('combobox', { name: 'For' }).click()
    await mine.getByRole('option', { name: 'Sam Rivera' }).click()
    await dialog.getByRole('button', { name: 'Save the worklist' }).click()
    const renamed = entryOf(mine, 'Chairs to check')
    await expect(renamed).toContainText('Sam Rivera')
    await expect(theirs.getByRole('link', { name: 'Chairs to check' })).toBeVisible()
    await expect(theirs.getByRole('button', { name: /^What to do with/ })).toHaveCount(0)
    await choose('Delete…')
    await mine.getByRole('button', { name: 'Delete the worklist' }).click()
    await expect(renamed).toHaveCount(0)
    await expect(mine.getByRole('button', { name: 'New worklist…' })).toBeVisible()
    await expect(theirs.getByRole('link', { name: 'Chairs to check' })).toHaveCount(0)
  })
})
