import { join } from 'node:path'
import { expect } from '../expect.ts'
import { test } from './fixtures.ts'
import { freePort } from '../../server/testing/free-port.ts'

const password = 'quiet harbour seventeen lamps'

test(
  'a desktop shares its catalogs: its owner makes an account, a colleague’s desktop takes that certificate alone and joins, and it ends with the switch',
  { tag: '@long' },
  async ({ startShell, folder }) => {
    const first = startShell()
    await first.evaluate(async ({ page }) => (await page()).getByRole('gridcell').first().waitFor())
    expect(await first.quit()).toBe(0)
    const origin = `https://127.0.0.1:${await freePort()}`
    const sharing = startShell([`--share=${new URL(origin).host}`])

    const link =
      await test.step('the owner makes an account in the window of the server, and invites somebody', () =>
        sharing.evaluate(async ({ page }, secret) => {
          const window = await page()
          await window.getByLabel('E-mail').fill('sam@example.com')
          await window.getByLabel('Name').fill('Sam Rivera')
          await window.getByLabel('Password').fill(secret)
          await window.getByRole('button', { name: 'Create the account' }).click()
          await window.getByRole('gridcell').first().waitFor()
          await window.getByRole('button', { name: /^Sam Rivera/ }).click()
          await window.getByRole('menuitem', { name: 'People' }).click()
          await window.getByRole('button', { name: 'Invite somebody' }).click()
          const dialog = window.getByRole('dialog')
          await dialog.getByLabel('E-mail').fill('ana@example.com')
          await dialog.getByRole('radio', { name: /^Editor/ }).check()
          await dialog.getByRole('button', { name: 'Create the invitation' }).click()
          return /https:\S+/.exec(await dialog.getByText(/#invitation=/).innerText())?.[0] ?? ''
        }, password))
    const certificate = new URLSearchParams(new URL(link).hash.slice(1)).get('certificate') ?? ''
    const fingerprint = Buffer.from(certificate, 'base64url').toString('hex').toUpperCase()
    expect([new URL(link).origin, fingerprint.length]).toEqual([origin, 64])
    const [report] = sharing.dialogs()
    expect(report?.options.message).toContain(origin)
    expect(report?.options.detail?.replaceAll(' ', '')).toContain(fingerprint)

    await test.step('the bridge and the credential of a desktop are not there while it shares', async () => {
      const seen = await sharing.evaluate(async ({ page }) => {
        const window = await page()
        return window.evaluate(async () => ({
          bridge: 'desktop' in globalThis,
          session: (await fetch('/app/v1/session', { credentials: 'omit' })).status,
        }))
      })
      expect(seen).toEqual({ bridge: false, session: 401 })
    })

    await test.step('the colleague’s desktop shows the certificate, takes no other, and joins', async () => {
      const colleague = startShell([], { dataFolder: join(folder, 'colleague') })
      const wrong = link.replace(certificate, Buffer.alloc(32, 7).toString('base64url'))
      const seen = await colleague.evaluate(
        async ({ page, chooseMenuItem }, { wrong, link, secret }) => {
          await (await page()).getByRole('gridcell').first().waitFor()
          chooseMenuItem('open-team-catalog')
          const start = await page(1)
          const dialog = start.getByRole('dialog', { name: 'Open a team catalog' })
          const field = dialog.getByLabel('Address or invitation')
          await field.fill(wrong)
          await dialog.getByRole('button', { name: 'Open the catalog' }).click()
          const refused = await dialog.getByRole('alert').innerText()
          await field.fill(link)
          const hint = await dialog.getByText(/takes this certificate/).innerText()
          await dialog.getByRole('button', { name: 'Open the catalog' }).click()
          const team = await page(2)
          await team.getByLabel('Name').fill('Ana Silva')
          await team.getByLabel('Password').fill(secret)
          await team.getByRole('button', { name: 'Create the account' }).click()
          await team.getByRole('gridcell').first().waitFor()
          return { refused, hint, origin: new URL(team.url()).origin }
        },
        { wrong, link, secret: password },
      )
      expect(seen.refused).toContain('another certificate')
      expect(seen.hint.replaceAll(' ', '')).toContain(fingerprint)
      expect(seen.origin).toBe(origin)
    })

    await test.step('closing the window leaves it shared; the switch starts the app anew without', async () => {
      const windows = await sharing.evaluate(async ({ BrowserWindow, chooseMenuItem, until, page }) => {
        BrowserWindow.getAllWindows()[0]!.close()
        await until(() => BrowserWindow.getAllWindows().length === 0, 'the window to close')
        chooseMenuItem('show-shared')
        await (await page()).getByRole('grid').waitFor()
        setTimeout(() => chooseMenuItem('stop-sharing'), 10)
        return BrowserWindow.getAllWindows().length
      })
      expect(windows).toBe(1)
      expect(await sharing.exitCode).toBe(0)
      const again = /stand-in relaunch: (.*)/.exec(sharing.output)?.[1] ?? '[]'
      expect(JSON.parse(again).join(' ')).toContain('--data=')
      expect(again).not.toContain('--share')
      await expect(fetch(origin.replace('https', 'http'))).rejects.toThrow()
    })
  },
)

test('an address that this computer has not is not shared, and without sharing the app still starts', async ({
  startShell,
}) => {
  const refused = startShell(['--share=203.0.113.7'])
  expect(await refused.exitCode).toBe(0)
  const [dialog] = refused.dialogs()
  expect(dialog?.options.message).toBe('Vitrine could not share your catalogs.')
  expect(dialog?.options.detail).toContain('no longer has the address')
  expect(refused.output).toContain('stand-in relaunch: ')
})
