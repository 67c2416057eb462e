import { type Browser, type Page, test } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expect } from './expect.ts'
import { goodPassword } from './new-team.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { ServedTeam } from './served-team.ts'

const newPassword = 'nine patient herons count pebbles'

let team: ServedTeam

test.beforeAll(async () => {
  team = await ServedTeam.start()
})
test.afterAll(() => team.stop())

async function visit(browser: Browser): Promise<Page> {
  const page = await team.visit(browser)
  await page.goto(`/?workspace=${team.workspace.id}&view=products`)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  return page
}

async function signIn(page: Page, password: string, code: string): Promise<void> {
  await page.getByLabel('E-mail').fill('ana@example.com')
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
  // The server does not reveal whether an account has codes: the field appears after the first refusal.
  await expect(page.getByLabel('One-time code')).toBeFocused()
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}

async function openAccount(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Ana Silva/ }).click()
  await page.getByRole('menuitem', { name: 'Your account' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible()
}

test(
  'team.signin.2 team.account.1 with one-time codes a sign-in takes the newest code or a recovery code, and a new password ends all other sessions',
  { tag: '@long' },
  async ({ browser }) => {
    const ana = await team.join('Ana Silva', 'editor')
    const { page } = await team.open(browser, ana)
    let codes: string[] = []
    let secret = ''
    // A code is valid once, so a real phone would make the test wait for the next.
    const codeAt = (periods: number) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + periods * 30_000 })

    await test.step('codes are turned on with a code of the app and the password', async () => {
      await openAccount(page)
      const section = page.getByRole('region', { name: 'One-time codes' })
      await section.getByRole('button', { name: 'Set up one-time codes' }).click()
      secret = (await section.locator('code').textContent()) ?? ''
      await section.getByLabel('The code that the app shows').fill('000000')
      await section.getByLabel('Your password, to confirm it').fill(goodPassword)
      await page.keyboard.press('Enter')
      await expect(section.getByLabel('The code that the app shows')).toHaveAttribute('aria-invalid', 'true')
      await expectAccessible(page, { within: 'main' })
      await section.getByLabel('The code that the app shows').fill(codeAt(0))
      await section.getByRole('button', { name: 'Turn codes on' }).click()
      await expect(section.getByText('Save these recovery codes')).toBeVisible()
      codes = await section.getByRole('listitem').allInnerTexts()
      expect(new Set(codes).size).toBe(10)
      await section.getByRole('button', { name: 'I have saved them' }).click()
      await expect(section.getByText('On. 10 recovery codes are left.')).toBeVisible()
    })

    const second = await visit(browser)
    await test.step('another browser signs in with the newest code', async () => {
      await signIn(second, goodPassword, codeAt(1))
      await expect(second.getByRole('grid')).toBeVisible()
    })

    const third = await visit(browser)
    await test.step('without the app a recovery code signs in, in any spelling and once', async () => {
      const [first = ''] = codes
      await signIn(third, goodPassword, ` ${first.toUpperCase().replaceAll('-', ' ')}`)
      await expect(third.getByRole('grid')).toBeVisible()
      await openAccount(third)
      await expect(third.getByText('On. 9 recovery codes are left.')).toBeVisible()
      const again = await visit(browser)
      await signIn(again, goodPassword, first)
      await expect(again.getByRole('alert').filter({ hasText: 'do not open an account' })).toBeVisible()
      await again.close()
    })

    await test.step('a new password ends the sessions of the other browsers and goes on in its own', async () => {
      const section = page.getByRole('region', { name: 'Password' })
      await section.getByLabel('Present password').fill(goodPassword)
      await section.getByLabel('New password').fill(newPassword)
      await page.keyboard.press('Enter')
      await expect(
        page.getByText('The password was changed; your other browsers were signed out'),
      ).toBeVisible()
      await expect(page.getByRole('row', { name: /this one/ })).toBeVisible()
      await expect(page.getByRole('button', { name: /^Sign out .* at/ })).toHaveCount(0)

      for (const other of [second, third])
        await expect(other.getByRole('heading', { name: 'Your session has ended' })).toBeVisible()
      await signInAgain(second, goodPassword, codes[1] ?? '')
      await expect(second.getByRole('alert').filter({ hasText: 'do not open an account' })).toBeVisible()
      await second.getByLabel('Password').fill(newPassword)
      await expect(second.getByRole('button', { name: 'Sign in' })).toBeEnabled()
      await second.keyboard.press('Enter')
      await expect(second.getByRole('grid')).toBeVisible()
    })
    for (const each of [second, third, page]) await each.close()
  },
)

async function signInAgain(page: Page, password: string, code: string): Promise<void> {
  await expect(page.getByLabel('E-mail')).toHaveValue('ana@example.com')
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
  await page.getByLabel('One-time code').fill(code)
  const button = page.getByRole('button', { name: 'Sign in' })
  await expect(button).toBeEnabled()
  const answered = page.waitForResponse((response) => response.url().endsWith('/app/v1/sign-in'))
  await button.click()
  await answered
}
