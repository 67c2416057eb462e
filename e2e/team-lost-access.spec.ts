import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Page, test } from '@playwright/test'
import BetterSqlite3 from 'better-sqlite3'
import { expect } from './expect.ts'
import { goodPassword } from './new-team.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { startServe } from './serve-process.ts'

interface Listening {
  readonly origin: string
  readonly first_owner_url?: string
}

let dataFolder: string
let server: { child: ChildProcess; listening: Listening }

test.beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'vitrine-lost-access-'))
  server = await startServe<Listening>(['--team', '--port', '0', '--data', dataFolder])
})
test.afterAll(async () => {
  await stop()
  await rm(dataFolder, { recursive: true, force: true })
})

async function stop(): Promise<void> {
  const ended = new Promise((resolve) => server.child.once('exit', resolve))
  server.child.kill('SIGTERM')
  await ended
}

/** Restarts the server as if everybody had signed in long ago; the sessions continue. */
async function restartLongAfter(): Promise<void> {
  const { port } = new URL(server.listening.origin)
  await stop()
  const database = new BetterSqlite3(join(dataFolder, 'vitrine.db'))
  database.prepare('UPDATE person_session SET confirmed_at = 0').run()
  database.close()
  server = await startServe<Listening>(['--team', '--port', port, '--data', dataFolder])
}

async function send(
  page: Page,
  path: string,
  data: object,
  headers = {},
): Promise<{ data: { id: string }; link: string }> {
  const { origin } = server.listening
  const answer = await page.request.post(`${origin}/app/v1${path}`, { data, headers: { origin, ...headers } })
  expect(answer.ok(), await answer.text()).toBe(true)
  return answer.status() === 204 ? { data: { id: '' }, link: '' } : answer.json()
}

async function choose(page: Page, name: string, step: string): Promise<void> {
  await page.getByRole('button', { name: `More about ${name}` }).click()
  await page.getByRole('menuitem', { name: step }).click()
}

test(
  'team.people.2 an administrator helps who has lost access, and is asked once who they are when the last time is long ago',
  { tag: '@long' },
  async ({ page, browser }) => {
    const { origin, first_owner_url: link = '' } = server.listening
    const token = link.split('=')[1] ?? ''
    const sam = { name: 'Sam Rivera', email: 'sam@example.com' }
    await send(page, '/invitations/accept', { token, password: goodPassword, ...sam })
    const { data: workspace } = await send(page, '/workspaces', { name: 'Shop' })
    const invitation = { email: 'ana@example.com', role: 'editor' }
    const invited = await send(page, '/invitations', invitation, { 'vitrine-workspace': workspace.id })
    const other = await (await browser.newContext()).newPage()
    const ana = { token: invited.link.split('=')[1], name: 'Ana Silva', password: goodPassword }
    await send(other, '/invitations/accept', ana)
    await restartLongAfter()
    await page.goto(`${origin}/?workspace=${workspace.id}&view=products`)
    await page.getByRole('button', { name: /^Sam Rivera/ }).click()
    await page.getByRole('menuitem', { name: 'People' }).click()

    await test.step('a weighty step asks for the password, holds the focus, and goes on behind it', async () => {
      await choose(page, 'Ana Silva', 'Change the e-mail')
      const change = page.getByRole('dialog', { name: 'Another e-mail for Ana Silva' })
      await change.getByLabel('E-mail').fill('sam@example.com')
      await page.keyboard.press('Enter')
      const asking = page.getByRole('dialog', { name: 'Confirm that it is you' })
      await expect(asking.getByLabel('Your password')).toBeFocused()
      await expectAccessible(page)
      await page.keyboard.type('not the password')
      await page.keyboard.press('Enter')
      await expect(asking.getByLabel('Your password')).toHaveAttribute('aria-invalid', 'true')
      await asking.getByLabel('Your password').fill(goodPassword)
      await page.keyboard.press('Enter')
      await expect(asking).toHaveCount(0)
      await expect(change.getByText('Another account has this e-mail.')).toBeVisible()
      await change.getByLabel('E-mail').fill('ana@work.example')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('row', { name: /ana@work\.example/ }).first()).toBeVisible()
    })

    await test.step('a link for a new password may end keys and agents', async () => {
      await choose(page, 'Ana Silva', 'Create a link for a new password')
      const dialog = page.getByRole('dialog', { name: 'A new password for Ana Silva' })
      await dialog.getByRole('checkbox', { name: 'End their API keys and agents now' }).check()
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Create the link' }).click()
      await expect(dialog.getByText(/#reset=/)).toBeVisible()
      await dialog.getByRole('button', { name: 'Done' }).click()
    })

    await test.step('an account is deleted, and the log says so', async () => {
      await choose(page, 'Ana Silva', 'Delete the account')
      const dialog = page.getByRole('dialog', { name: 'Delete the account of Ana Silva?' })
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Delete the account' }).click()
      await expect(page.getByText('The account of Ana Silva was deleted')).toBeVisible()
      await expect(page.getByRole('row', { name: /Account deleted.*ana@work\.example/ })).toBeVisible()
      await expect(page.getByRole('row', { name: /E-mail changed/ })).toBeVisible()
      expect((await other.request.get(`${origin}/app/v1/me`)).status()).toBe(401)
    })
    await other.context().close()
  },
)

test(
  'team.people.3 an administrator gives a program an account of its own, a group a role, and ends both',
  { tag: '@long' },
  async ({ browser }) => {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-service-accounts-'))
    const oidc = [
      '--oidc-issuer',
      'http://127.0.0.1:1',
      '--oidc-client-id',
      'vitrine',
      '--oidc-name',
      'Contoso',
    ]
    const only = ['--oidc-only', '--oidc-groups-claim', 'groups']
    const args = ['--team', '--port', '0', '--data', folder, ...oidc, ...only]
    const { child, listening } = await startServe<Listening>(args)
    const context = await browser.newContext({ reducedMotion: 'reduce' })
    const page = await context.newPage()
    const headers = { origin: listening.origin }
    const api = (path: string, data: object) =>
      page.request.post(`${listening.origin}/app/v1${path}`, { data, headers })
    try {
      await page.goto(listening.origin)
      await expect(page.getByRole('link', { name: 'Sign in with Contoso' })).toBeVisible()
      await expect(page.getByLabel('Password')).toHaveCount(0)
      await expectAccessible(page)
      await page.goto(listening.first_owner_url ?? '')
      await page.reload()
      await page.getByLabel('E-mail').fill('sam@example.com')
      await page.getByLabel('Name').fill('Sam Rivera')
      await expect(page.getByLabel('Password')).toHaveCount(0)
      await page.getByRole('button', { name: 'Create the account' }).click()
      await page.getByRole('button', { name: /^Create a workspace/ }).waitFor()
      const made = await (await api('/workspaces', { name: 'Shop' })).json()
      await page.goto(`${listening.origin}/?workspace=${made.data.id}&view=people`)

      await page.getByRole('button', { name: 'Create a service account' }).click()
      await page.getByRole('dialog').getByLabel('Name').fill('ERP sync')
      await expectAccessible(page)
      await page.keyboard.press('Enter')
      await page.getByRole('combobox', { name: 'Role of ERP sync' }).click()
      await page.getByRole('option', { name: 'Editor' }).click()
      await choose(page, 'ERP sync', 'Create a key')
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name').fill('At night')
      await dialog.getByText('Read and write').click()
      await dialog.getByRole('button', { name: 'Create the key' }).click()
      const key = await dialog.getByTestId('created-key').innerText()
      await dialog.getByRole('button', { name: 'Done' }).click()
      const bearer = { headers: { authorization: `Bearer ${key}` } }
      const me = () => page.request.get(`${listening.origin}/api/v1/me`, bearer)
      expect((await (await me()).json()).data).toMatchObject({ name: 'ERP sync', person: null })

      await page.getByRole('button', { name: 'Add a group' }).click()
      await page.getByRole('dialog').getByLabel('Group at the provider').fill('catalog-editors')
      await page.getByRole('button', { name: 'Add the group' }).click()
      await expect(page.getByRole('row', { name: /catalog-editors/ }).first()).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Remove catalog-editors' }).click()
      await expect(page.getByRole('button', { name: 'Remove catalog-editors' })).toHaveCount(0)

      await choose(page, 'ERP sync', 'Show its keys')
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Revoke At night' }).click()
      await expect(page.getByRole('button', { name: 'Revoke At night' })).toHaveCount(0)
      expect((await me()).status()).toBe(401)
      await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
      await choose(page, 'ERP sync', 'Delete the account')
      await page.getByRole('dialog').getByRole('button', { name: 'Delete the account' }).click()
      await expect(page.getByRole('row', { name: /Service account deleted.*ERP sync/ })).toBeVisible()
    } finally {
      await context.close()
      child.kill('SIGTERM')
      await rm(folder, { recursive: true, force: true })
    }
  },
)
