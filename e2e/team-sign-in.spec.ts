import { readFile } from 'node:fs/promises'
import type { Route } from '@playwright/test'
import { expectAccessible } from './pages/accessibility.ts'
import { Grid } from './pages/grid.ts'
import { expect, test as base } from './fixtures.ts'
import { goodPassword, NewTeam } from './new-team.ts'

const test = base.extend<{ readonly newTeam: NewTeam }>({
  async newTeam({ served }, use) {
    const team = await NewTeam.start(await served.sampleFile())
    await use(team)
    await team.stop()
  },
})

test('team.signin.1 team.signin.2 team.signin.3 the first account is made by its link, signs in again with a password, and goes on where the session ended without losing what was typed', async ({
  browser,
  newTeam: team,
}) => {
  const page = await team.visit(browser, team.firstOwnerUrl)

  await test.step('a weak password is told while it is typed; a good one makes the account and opens the catalog', async () => {
    await expect(page.getByRole('heading', { name: 'Create the first account' })).toBeVisible()
    await page.getByLabel('E-mail').fill('sam@example.com')
    await page.getByLabel('Name').fill('Sam Rivera')
    await page.getByLabel('Password').fill('short')
    await expect(page.getByText('Still too short.')).toBeVisible()
    await page.getByLabel('Password').fill('password1234')
    await expect(page.getByText('Easily guessed.')).toBeVisible()
    await page.getByLabel('Password').fill(goodPassword)
    await expect(page.getByText('A good password.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create the account' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
    await page.getByRole('link', { name: /^Products/ }).click()
    await expect(page.getByRole('grid')).toBeVisible()
    await expect(page).not.toHaveURL(/first-owner/)
  })

  const grid = new Grid(page)
  await test.step('a session that ends while a cell is being written: sign in again, and the change is saved', async () => {
    await page.getByRole('gridcell', { name: 'CH-100', exact: true }).waitFor()
    const withoutSession = async (route: Route): Promise<void> => {
      await page.context().clearCookies()
      await route.continue({ headers: { ...route.request().headers(), cookie: '' } })
    }
    await page.route('**/api/v1/edits', withoutSession, { times: 1 })
    await (await grid.cell('CH-100', 'Product name')).click()
    await page.keyboard.type('Kept over a sign-in')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Your session has ended' })).toBeVisible()
    await expect(page.getByText('This page holds changes that are not saved.')).toBeVisible()
    await expect(page.getByLabel('E-mail')).toHaveValue('sam@example.com')

    await page.getByLabel('Password').fill('not the one that it is')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: 'do not open an account' })).toBeVisible()
    await expect(page.getByLabel('One-time code')).toBeFocused()
    await expectAccessible(page)

    await page.getByLabel('Password').fill(goodPassword)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('gridcell', { name: 'Kept over a sign-in' })).toBeVisible()
    await expect
      .poll(async () =>
        (
          await page.request.get(`/api/v1/products?filter[product_name]=Kept over a sign-in`, {
            headers: { 'vitrine-workspace': new URL(page.url()).searchParams.get('workspace') ?? '' },
          })
        ).json(),
      )
      .toMatchObject({ pagination: { total: 1 } })
  })

  await test.step('a link that was used is good no more', async () => {
    const other = await team.visit(browser, team.firstOwnerUrl)
    await expect(other.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible()
    await other.getByRole('button', { name: 'Continue to Vitrine' }).click()
    await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await other.close()
  })
  await page.close()
})

test(
  'team.people.1 team.account.1 team.home.1 an owner invites somebody by a link and gives another role; the account tells where one is signed in',
  { tag: '@long' },
  async ({ browser, team }) => {
    const { page } = await team.open(browser, team.owner)
    const email = `ana@${team.workspace.id}.example`
    const goTo = async (item: string): Promise<void> => {
      await page.getByRole('button', { name: /^Sam Rivera/ }).click()
      await page.getByRole('menuitem', { name: item }).click()
      await expect(page.getByRole('heading', { level: 1, name: item })).toBeVisible()
    }

    await test.step('the link of an invitation makes an account with the role', async () => {
      await goTo('People')
      await page.getByRole('button', { name: 'Invite somebody' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('E-mail').fill(email)
      await dialog.getByRole('radio', { name: /^Viewer/ }).check()
      await dialog.getByRole('button', { name: 'Create the invitation' }).click()
      const link = /http:\S+#invitation=[\w-]+/.exec(
        (await dialog.getByText(/#invitation=/).textContent()) ?? '',
      )
      await dialog.getByRole('button', { name: 'Done' }).click()
      const other = await team.visit(browser)
      await other.goto(link?.[0] ?? '')
      await other.getByLabel('Name').fill('Ana Silva')
      await other.getByLabel('Password').fill(goodPassword)
      await other.getByRole('button', { name: 'Create the account' }).click()
      await expect(other.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
      await expect(other.getByRole('button', { name: /^Ana Silva/ })).toContainText('Viewer')
    })

    await test.step('a role is changed where people stand', async () => {
      await page.reload()
      // The list is of the whole server, where another test may have its own Ana.
      const ana = page.getByRole('row', { name: email }).filter({ has: page.getByRole('combobox') })
      await ana.getByRole('combobox').click()
      await page.getByRole('option', { name: /^Editor/ }).click()
      await expect(ana.getByRole('combobox')).toContainText('Editor')
      await expect(page.getByRole('main')).toContainText('Log of accounts and access')
      await expectAccessible(page, { within: 'main' })
    })

    await test.step('an owner takes the workspace home as a file, and can be asked who did', async () => {
      await page.getByRole('button', { name: /^Sam Rivera/ }).click()
      await page.getByRole('menuitem', { name: 'Take a copy home…' }).click()
      const begins = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Take a copy home' }).click()
      const download = await begins
      expect(download.suggestedFilename()).toMatch(/^Furniture \w{6} \d{4}-\d\d-\d\d\.vitrine$/)
      const first = await readFile(await download.path())
      expect(first.subarray(0, 15).toString()).toBe('SQLite format 3')
      await expect(page.getByRole('button', { name: 'Download again' })).toBeVisible()
      await expectAccessible(page, { within: 'main' })
      await goTo('People')
      await expect(page.getByText('Copy taken home')).toBeVisible()
    })

    await goTo('Your account')
    await expect(page.getByRole('row', { name: /this one/ })).toBeVisible()
    await expectAccessible(page, { within: 'main' })
  },
)
