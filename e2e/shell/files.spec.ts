import { execFileSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { test } from './fixtures.ts'

test('New Workspace… makes a file where the dialog says and opens it in a window of its own', async ({
  ownShell: shell,
  folder,
}) => {
  const file = join(folder, 'Spring')
  const url = await shell.evaluate(async ({ answers, chooseMenuItem, page }, filePath) => {
    answers['save'] = [{ canceled: false, filePath }]
    chooseMenuItem('new-workspace-file')
    return (await page(1)).url()
  }, file)
  expect(url).toContain('?workspace=')
  expect(statSync(`${file}.vitrine`).mode & 0o777).toBe(0o600)
})

test('Open… shows a workspace file; choosing it again brings its window to the front', async ({
  ownShell: shell,
  folder,
}) => {
  const file = strangeFile(folder)
  const windows = await shell.evaluate(
    async ({ answers, chooseMenuItem, page, record, BrowserWindow, until }, path) => {
      answers['open'] = [
        { canceled: false, filePaths: [path] },
        { canceled: false, filePaths: [path] },
      ]
      chooseMenuItem('open-workspace')
      await page(1)
      const times = (): number => record.recentDocuments.filter((each) => each === path).length
      await until(() => times() === 1, 'the file to be remembered')
      chooseMenuItem('open-workspace')
      await until(() => times() === 2, 'the file to be opened again')
      return BrowserWindow.getAllWindows().length
    },
    file,
  )
  expect(windows).toBe(2)
})

test('a cancelled dialog opens nothing', async ({ shell }) => {
  const windows = await shell.evaluate(async ({ chooseMenuItem, record, until, BrowserWindow }) => {
    chooseMenuItem('open-workspace')
    await until(() => record.dialogs.length === 1, 'the dialog')
    return BrowserWindow.getAllWindows().length
  })
  expect(windows).toBe(1)
})

test('the page can ask for the open dialog, and nobody else can', async ({ shell }) => {
  const answer = await shell.evaluate(async ({ page, record }) => {
    const window = await page()
    const opened = await window.evaluate(() =>
      (globalThis as unknown as { desktop: { openWorkspace(): Promise<unknown> } }).desktop.openWorkspace(),
    )
    return { opened, dialogs: record.dialogs.map(({ kind }) => kind) }
  })
  expect(answer).toEqual({ opened: null, dialogs: ['open'] })
})

test('the page can ask for a folder under a title of its own', async ({ shell }) => {
  const answer = await shell.evaluate(async ({ page, record }) => {
    const window = await page()
    const chosen = await window.evaluate(() =>
      (
        globalThis as unknown as { desktop: { chooseFolder(title: string): Promise<unknown> } }
      ).desktop.chooseFolder('Folder of pictures'),
    )
    return { chosen, dialogs: record.dialogs.map(({ options }) => options) }
  })
  expect(answer.chosen).toBeNull()
  expect(answer.dialogs).toMatchObject([
    { title: 'Folder of pictures', properties: ['openDirectory', 'createDirectory'] },
  ])
})

test('a second instance hands its file over and ends; without a file it brings the window forward', async ({
  ownShell: shell,
  startShell,
  folder,
}) => {
  const file = strangeFile(folder)
  expect(await startShell([file]).exitCode).toBe(0)
  const url = await shell.evaluate(async ({ page }) => (await page(1)).url())
  expect(url).toContain('?workspace=')
  expect(await startShell().exitCode).toBe(0)
  expect(await shell.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(2)
})

test('a file that cannot be opened is named in a dialog and left as it was', async ({ shell, folder }) => {
  const broken = join(folder, 'broken.vitrine')
  await writeFile(broken, 'SQLite format 3\0 and then nothing of the kind')
  const told = await shell.evaluate(
    async ({ answers, chooseMenuItem, record, until, BrowserWindow }, path) => {
      answers['open'] = [{ canceled: false, filePaths: [path] }]
      chooseMenuItem('open-workspace')
      await until(() => record.dialogs.length === 2, 'the message')
      return { options: record.dialogs[1]!.options, windows: BrowserWindow.getAllWindows().length }
    },
    broken,
  )
  expect(told).toMatchObject({ options: { message: `${broken} could not be opened.` }, windows: 1 })
  expect(await readFile(broken, 'utf8')).toMatch(/nothing of the kind$/)
})

test('a data folder that cannot be used: the error names it and says what to do, and the app ends', async ({
  startShell,
  folder,
}) => {
  const file = join(folder, 'in-the-way')
  await writeFile(file, 'a file')
  const app = startShell([], join(file, 'data'))
  expect(await app.exitCode).toBe(3)
  const [told] = app.dialogs()
  expect(told?.options.message).toContain(join(file, 'data'))
  expect(told?.options.detail).toContain('--data DIR')
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

test('quitting is orderly: exit code 0, no lock, no server.json, no key, no side files', async ({
  ownShell: shell,
  folder,
}) => {
  const dataFolder = join(folder, 'data')
  expect(existsSync(join(dataFolder, 'server.json'))).toBe(true)
  expect(await shell.quit()).toBe(0)
  const left = (await readdir(dataFolder, { recursive: true })).filter((name) =>
    /server\.json|session\.key|-wal|-shm|\.lock$/.test(name),
  )
  expect(left).toEqual([])
})

test('the next start opens the same windows in the same places, at the same address', async ({
  ownShell: shell,
  startShell,
  folder,
}) => {
  const file = join(folder, 'second.vitrine')
  const before = await shell.evaluate(async ({ answers, chooseMenuItem, page }, filePath) => {
    answers['save'] = [{ canceled: false, filePath }]
    chooseMenuItem('new-workspace-file')
    return [(await page(0)).url(), (await page(1)).url()].map((url) => url.replace(/&view=.*/, ''))
  }, file)
  await shell.quit()
  const after = await startShell().evaluate(async ({ page }) => [
    (await page(0)).url(),
    (await page(1)).url(),
  ])
  expect(after).toEqual(before)
})

/** A workspace file that the running app does not know: made by the command line in another data folder. */
function strangeFile(folder: string): string {
  const args = ['workspace', 'create', 'Strange', '--json', '--data', join(folder, 'other')]
  const made = execFileSync(process.execPath, [
    join(import.meta.dirname, '../../server/cli/vitrine.mjs'),
    ...args,
  ])
  return (JSON.parse(String(made)) as { file: string }).file
}

test('the workspace file and its backups are shown in the file manager; a page can name no path', async ({
  ownShell: shell,
}) => {
  const seen = await shell.evaluate(async ({ page, record, until }) => {
    const window = await page()
    await window.getByRole('button', { name: /^Workspace Sample catalog/ }).click()
    await window.getByRole('menuitem', { name: 'Show the file in its folder' }).click()
    await until(() => record.opened.length === 1, 'the file to be shown')
    await window.goto(`${window.url().replace(/&.*/, '')}&view=backups`)
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
  expect(seen.opened[0]).toMatch(/\/data\/workspaces\/sample-catalog\.vitrine$/)
  expect(seen.opened[1]).toMatch(/\/data\/backups\/[^/]+\/[^/]+\.vitrine$/)
  expect(seen.opened.map((file) => existsSync(file))).toEqual([true, true])
  expect(seen.refused).toContain('Only a workspace or one of its backups can be shown.')
})

test('a file that was saved is told with the way to its folder; another one cannot be shown', async ({
  ownShell: shell,
  folder,
}) => {
  const path = join(folder, 'products.csv')
  await writeFile(path, 'sku\n')
  const seen = await shell.evaluate(async ({ page, record, until, askToDownload, BrowserWindow }, file) => {
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
    return { opened: record.opened, refused }
  }, path)
  expect(seen.opened).toEqual([path])
  expect(seen.refused).toContain('Only a file that was saved since the start can be shown.')
})
