import { existsSync, statSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { test } from './fixtures.ts'

test(
  'files are made, opened and handed over, each in one window of its own; quitting leaves nothing behind, and the next start opens the same windows',
  { tag: '@long' },
  async ({ startShell, folder, copyFile }) => {
    const shell = startShell([copyFile('First')])
    await shell.origin()

    await test.step('New Workspace… makes a file where the dialog says', async () => {
      const file = join(folder, 'Spring')
      const url = await shell.evaluate(async ({ answers, chooseMenuItem, page }, filePath) => {
        answers['save'] = [{ canceled: false, filePath }]
        chooseMenuItem('new-workspace-file')
        return (await page(1)).url()
      }, file)
      expect(url).toContain('?workspace=')
      expect(statSync(`${file}.vitrine`).mode & 0o777).toBe(0o600)
    })

    await test.step('Open… shows a workspace file; choosing it again brings its window to the front', async () => {
      const windows = await shell.evaluate(
        async ({ answers, chooseMenuItem, page, record, BrowserWindow, until }, path) => {
          answers['open'] = [
            { canceled: false, filePaths: [path] },
            { canceled: false, filePaths: [path] },
          ]
          chooseMenuItem('open-workspace')
          await page(2)
          const times = (): number => record.recentDocuments.filter((each) => each === path).length
          await until(() => times() === 1, 'the file to be remembered')
          chooseMenuItem('open-workspace')
          await until(() => times() === 2, 'the file to be opened again')
          return BrowserWindow.getAllWindows().length
        },
        copyFile('Chosen'),
      )
      expect(windows).toBe(3)
    })

    await test.step('a second instance hands its file over and ends; without a file it brings the window forward', async () => {
      expect(await startShell([copyFile('Handed over')]).exitCode).toBe(0)
      const url = await shell.evaluate(async ({ page }) => (await page(3)).url())
      expect(url).toContain('?workspace=')
      expect(await startShell().exitCode).toBe(0)
      expect(await shell.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(4)
    })

    await test.step('a crashed page is offered to be reloaded', async () => {
      const kinds = await shell.evaluate(async ({ page, answers, record, until, BrowserWindow }) => {
        answers['message'] = [{ response: 1 }]
        record.dialogs.length = 0
        await (await page(3)).goto('chrome://crash').catch(() => {})
        await until(() => BrowserWindow.getAllWindows().length === 3, 'the window to be closed')
        return record.dialogs.map(({ options }) => (options as { message: string }).message)
      })
      expect(kinds).toEqual([expect.stringMatching(/stopped working/)])
    })

    const dataFolder = join(folder, 'data')
    const before =
      await test.step('quitting is orderly: exit code 0, no lock, no server.json, no key, no side files', async () => {
        const urls = await shell.evaluate(async ({ page, BrowserWindow }) => {
          BrowserWindow.getAllWindows()[2]!.close()
          return [(await page(0)).url(), (await page(1)).url()].map((url) => url.replace(/&view=.*/, ''))
        })
        expect(existsSync(join(dataFolder, 'server.json'))).toBe(true)
        expect(await shell.quit()).toBe(0)
        const left = (await readdir(dataFolder, { recursive: true })).filter((name) =>
          /server\.json|session\.key|-wal|-shm|\.lock$/.test(name),
        )
        expect(left).toEqual([])
        return urls
      })

    const after = await startShell().evaluate(async ({ page }) => [
      (await page(0)).url(),
      (await page(1)).url(),
    ])
    expect(after).toEqual(before)
  },
)

test('a cancelled dialog opens nothing; the page can ask for the dialogs, and a file that cannot be opened is told', async ({
  shell,
  folder,
}) => {
  const windows = await shell.evaluate(async ({ chooseMenuItem, record, until, BrowserWindow }) => {
    chooseMenuItem('open-workspace')
    await until(() => record.dialogs.length === 1, 'the dialog')
    return BrowserWindow.getAllWindows().length
  })
  expect(windows).toBe(1)

  await test.step('the page can ask for the open dialog, and for a folder under a title of its own', async () => {
    const answer = await shell.evaluate(async ({ page, record }) => {
      record.dialogs.length = 0
      const window = await page()
      const given = await window.evaluate(async () => {
        const { desktop } = globalThis as unknown as {
          desktop: { openWorkspace(): Promise<unknown>; chooseFolder(title: string): Promise<unknown> }
        }
        return [await desktop.openWorkspace(), await desktop.chooseFolder('Folder of pictures')]
      })
      return { given, dialogs: record.dialogs }
    })
    expect(answer.given).toEqual([null, null])
    expect(answer.dialogs).toMatchObject([
      { kind: 'open' },
      {
        kind: 'open',
        options: { title: 'Folder of pictures', properties: ['openDirectory', 'createDirectory'] },
      },
    ])
  })

  await test.step('a file that cannot be opened is named in a dialog and left as it was', async () => {
    const broken = join(folder, 'broken.vitrine')
    await writeFile(broken, 'SQLite format 3\0 and then nothing of the kind')
    const outcome = await shell.evaluate(
      async ({ answers, chooseMenuItem, record, until, BrowserWindow }, path) => {
        record.dialogs.length = 0
        answers['open'] = [{ canceled: false, filePaths: [path] }]
        chooseMenuItem('open-workspace')
        await until(() => record.dialogs.length === 2, 'the message')
        return { options: record.dialogs[1]!.options, windows: BrowserWindow.getAllWindows().length }
      },
      broken,
    )
    expect(outcome).toMatchObject({ options: { message: `${broken} could not be opened.` }, windows: 1 })
    expect(await readFile(broken, 'utf8')).toMatch(/nothing of the kind$/)
  })
})

test('a data folder that cannot be used: the error names it and says what to do, and the app ends', async ({
  startShell,
  folder,
}) => {
  const file = join(folder, 'in-the-way')
  await writeFile(file, 'a file')
  const app = startShell([], { dataFolder: join(file, 'data') })
  expect(await app.exitCode).toBe(3)
  const [dialog] = app.dialogs()
  expect(dialog?.options.message).toContain(join(file, 'data'))
  expect(dialog?.options.detail).toContain('--data DIR')
})

test('a broken vitrine.db: the error names the file, the app ends, and the file is left alone', async ({
  startShell,
  folder,
}) => {
  const dataFolder = join(folder, 'data')
  await mkdir(dataFolder)
  await writeFile(join(dataFolder, 'vitrine.db'), 'this is no database'.repeat(100))
  const app = startShell()
  expect(await app.exitCode).toBe(3)
  expect(app.dialogs()[0]?.options.detail).toContain('vitrine.db')
  expect(await readFile(join(dataFolder, 'vitrine.db'), 'utf8')).toContain('this is no database')
})

test(
  'the workspace file, its backups and what was saved are shown in the file manager; a page can name no path',
  { tag: '@long' },
  async ({ shell, folder }) => {
    const seen = await shell.evaluate(async ({ page, record, until }) => {
      const window = await page()
      const address = window.url().replace(/&.*/, '')
      await window.getByRole('button', { name: /^Workspace Sample catalog/ }).click()
      await window.getByRole('menuitem', { name: 'Show the file in its folder' }).click()
      await until(() => record.opened.length === 1, 'the file to be shown')
      await window.goto(`${address}&view=backups`)
      await window.getByRole('button', { name: 'Back up now' }).click()
      await window.getByRole('button', { name: /^Show the backup of .* in its folder$/ }).click()
      await until(() => record.opened.length === 2, 'the backup to be shown')
      const refused = await window.evaluate(() =>
        (globalThis as unknown as { desktop: { showInFolder(file: unknown): Promise<void> } }).desktop
          .showInFolder('/etc/passwd')
          .catch((error: Error) => error.message),
      )
      return { opened: record.opened, refused }
    })
    expect(seen.opened[0]).toMatch(/\/workspaces\/sample-catalog\.vitrine$/)
    expect(seen.opened[1]).toMatch(/\/backups\/[^/]+\/[^/]+\.vitrine$/)
    expect(seen.opened.map((file) => existsSync(file))).toEqual([true, true])
    expect(seen.refused).toContain('Only a workspace or one of its backups can be shown.')

    await test.step('a file that was saved is told with the way to its folder; another one cannot be shown', async () => {
      const path = join(folder, 'products.csv')
      await writeFile(path, 'sku\n')
      const saved = await shell.evaluate(
        async ({ page, record, until, askToDownload, BrowserWindow }, file) => {
          record.opened.length = 0
          const window = await page()
          const url = `blob:${new URL(window.url()).origin}/1`
          askToDownload(url, { path: file, page: BrowserWindow.getAllWindows()[0]!.webContents as never })
          await window.getByText('products.csv is saved').waitFor()
          await window.getByRole('button', { name: 'Show in folder' }).click()
          await until(() => record.opened.length === 1, 'the file to be shown')
          const refused = await window.evaluate(() =>
            (globalThis as unknown as { desktop: { showSaved(name: string): Promise<void> } }).desktop
              .showSaved('/etc/passwd')
              .catch((error: Error) => error.message),
          )
          await window.goto(window.url().replace(/&.*/, ''))
          return { opened: record.opened, refused }
        },
        path,
      )
      expect(saved.opened).toEqual([path])
      expect(saved.refused).toContain('Only a file that was saved since the start can be shown.')
    })
  },
)
