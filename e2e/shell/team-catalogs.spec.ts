import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { startTeamServer, type TeamServer } from './team-server.ts'

let spring: TeamServer
let other: TeamServer

test.beforeAll(async () => {
  spring = await startTeamServer('Spring')
  other = await startTeamServer('Other')
})
test.afterAll(() => [spring, other].forEach((server) => server.close()))

test('a team catalog is opened by its invitation, in a window without the bridge and a session of its own, and stands on the start page', async ({
  shell,
  copyFile,
}) => {
  const invitation = `${spring.origin}/?invitation=abc#certificate=${spring.certificate}`

  await test.step('File › Open a Team Catalog… asks on the start page, which says why an address is refused', async () => {
    await shell.evaluate(
      async ({ page, chooseMenuItem }, { refused }) => {
        chooseMenuItem('open-team-catalog')
        const start = await page(1)
        const dialog = start.getByRole('dialog', { name: 'Open a team catalog' })
        for (const [address, reason] of refused) {
          await dialog.getByLabel('Address or invitation').fill(address)
          await dialog.getByRole('button', { name: 'Open the catalog' }).click()
          await dialog.getByRole('alert').filter({ hasText: reason }).waitFor()
          await dialog.getByRole('button', { name: 'Open the catalog', disabled: false }).waitFor()
        }
      },
      {
        refused: [
          ['two words', 'not an address'],
          ['http://192.168.1.5:4418', 'not encrypted'],
          ['https://127.0.0.1:1', 'Nothing answers there'],
          [spring.origin, 'certificate is not trusted'],
          [`${other.origin}/#certificate=${spring.certificate}`, 'another certificate'],
        ] as const,
      },
    )
    expect(other.asked).toEqual([])
  })

  await test.step('the desktop’s own server is no team’s', async () => {
    const refusal = await shell.evaluate(async ({ page }) => {
      const start = await page(1)
      return start.evaluate(() => {
        const { desktop } = globalThis as unknown as {
          desktop: { openTeamCatalog(address: string): Promise<unknown> }
        }
        return desktop.openTeamCatalog(location.origin)
      })
    })
    expect(refusal).toBe('no_team_server')
  })

  await test.step('the invitation opens it, and nothing of the desktop reaches its page', async () => {
    const seen = await shell.evaluate(async ({ page, BrowserWindow }, address) => {
      const start = await page(1)
      const dialog = start.getByRole('dialog', { name: 'Open a team catalog' })
      await dialog.getByLabel('Address or invitation').fill(address)
      await dialog.getByRole('button', { name: 'Open the catalog' }).click()
      await dialog.waitFor({ state: 'hidden' })
      const team = await page(2)
      const { webPreferences } = BrowserWindow.getAllWindows()[2]!.options
      return {
        url: team.url(),
        heading: await team.getByRole('heading').innerText(),
        bridge: await team.evaluate(() => 'desktop' in globalThis),
        partition: webPreferences?.partition,
        preload: webPreferences?.preload,
      }
    }, invitation)
    expect(seen).toEqual({
      url: invitation,
      heading: 'Spring',
      bridge: false,
      partition: expect.stringMatching(/^persist:team-/),
      preload: undefined,
    })
    expect(spring.asked.map(({ headers }) => headers['authorization'])).not.toContainEqual(expect.anything())
  })

  await test.step('it stays at its server, has no command of the desktop, and saves its own files only', async () => {
    const seen = await shell.evaluate(async ({ BrowserWindow, page, menuItems, partitions }, elsewhere) => {
      const team = BrowserWindow.getAllWindows()[2]!
      const local = new URL((await page(0)).url()).origin
      const session = partitions.get(team.options.webPreferences!.partition!)!
      const saved = (url: string): boolean => {
        let isPrevented = false
        const item = { getURL: () => url, getFilename: () => 'x', setSaveDialogOptions() {}, once() {} }
        session.emit('will-download', { preventDefault: () => (isPrevented = true) }, item)
        return !isPrevented
      }
      return {
        goesTo: [team.page!.url(), local, elsewhere].map((url) =>
          team.webContents.allowsNavigation(url, true),
        ),
        saves: [`blob:${new URL(team.page!.url()).origin}/1`, local, elsewhere].map(saved),
        importIs: menuItems().find(({ id }) => id === 'import')?.enabled,
        copies: session.mayDo!(null, 'clipboard-sanitized-write', local, {} as never),
      }
    }, other.origin)
    expect(seen).toEqual({
      goesTo: [true, false, false],
      saves: [true, false, false],
      importIs: false,
      copies: false,
    })
  })

  await test.step('a workspace that is taken home is offered to be opened, like any file of this computer', async () => {
    const opened = await shell.evaluate(
      async ({ BrowserWindow, page, partitions, answers, record }, file) => {
        const { webPreferences } = BrowserWindow.getAllWindows()[2]!.options
        const session = partitions.get(webPreferences!.partition!)!
        const url = `${new URL((await page(2)).url()).origin}/app/v1/workspaces/1/copies/2/file`
        const item = {
          getURL: () => url,
          getFilename: () => 'Home.vitrine',
          getSavePath: () => file,
          setSaveDialogOptions() {},
          once: (_event: string, done: (event: object, state: string) => void) => done({}, 'completed'),
        }
        answers['message'] = [{ response: 0 }]
        session.emit('will-download', { preventDefault() {} }, item)
        const home = await page(3)
        await home.getByRole('heading', { name: 'Products', exact: true }).waitFor()
        const address = home.url()
        BrowserWindow.getAllWindows()[3]!.close()
        const messages = record.dialogs
          .splice(0)
          .map(({ options }) => (options as { message: string }).message)
        return { address, messages }
      },
      copyFile('Home'),
    )
    expect(opened.address).toContain('?workspace=')
    expect(opened.messages).toEqual(['“Home.vitrine” is on this computer now.'])
  })

  await test.step('it stands on the start page under the name of its workspace, and opens from there', async () => {
    const windows = await shell.evaluate(async ({ page, BrowserWindow, until }) => {
      const team = await page(2)
      const isNamed = new Promise((resolve) =>
        BrowserWindow.getAllWindows()[2]!.once('page-title-updated', resolve),
      )
      await team.evaluate(() => void (document.title = 'Spring – Vitrine'))
      await isNamed
      const start = await page(1)
      const entry = start
        .getByRole('region', { name: 'Team catalogs' })
        .getByRole('button', { name: /^Spring/ })
      await until(() => BrowserWindow.getAllWindows()[2]!.isShown, 'the window')
      await start.reload()
      await entry.waitFor()
      BrowserWindow.getAllWindows()[2]!.close()
      await entry.click()
      await page(2)
      return BrowserWindow.getAllWindows().length
    })
    expect(windows).toBe(3)
  })

  await test.step('a server that is away is told and offered again; removed from the list, it leaves nothing', async () => {
    spring.close()
    const outcome = await shell.evaluate(
      async ({ page, BrowserWindow, record, answers, until, partitions }) => {
        answers['message'] = [{ response: 1 }]
        const team = BrowserWindow.getAllWindows()[2]!
        await team.loadURL(team.page!.url()).catch(() => {})
        await until(() => team.isDestroyed(), 'the window to be closed')
        const start = await page(1)
        await start.getByRole('button', { name: 'Remove Spring from this list' }).click()
        await start.getByRole('region', { name: 'Team catalogs' }).waitFor({ state: 'hidden' })
        return {
          message: record.dialogs.map(({ options }) => (options as { message: string }).message),
          cleared: partitions.get(team.options.webPreferences!.partition!)!.isCleared,
        }
      },
    )
    expect(outcome).toEqual({ message: [expect.stringMatching(/does not answer/)], cleared: true })
  })
})
