import { closeSync, openSync, readdirSync, writeSync } from 'node:fs'
import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import type { ShellApp } from './shell-app.ts'

// Issue: "restore in two clicks", "corrupt … files handled with a message that says what to do".
test('a damaged file: the message names the latest backup and its time, one click puts it back', async ({
  ownShell: shell,
  startShell,
}) => {
  const { id, file, madeAt } = await backUp(shell)
  await shell.quit()
  damage(file)

  const again = startShell()
  const told = await again.evaluate(async ({ answers, page, record, until, BrowserWindow }) => {
    answers['message'] = [{ response: 0 }]
    await until(() => record.dialogs.length > 0, 'the message')
    await until(() => record.recentDocuments.length > 0, 'the workspace to be shown')
    const window = await page()
    await window.getByRole('gridcell').first().waitFor()
    return { dialogs: record.dialogs, url: window.url(), windows: BrowserWindow.getAllWindows().length }
  })
  const { message, detail, buttons } = told.dialogs[0]!.options as Record<string, unknown>
  const time = new Date(madeAt).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short' })
  expect(message).toContain(file)
  expect(detail).toContain(`The latest backup was made on ${time}.`)
  expect(buttons).toEqual(['Restore the Latest Backup', 'Show the Backups', 'Cancel'])
  expect(told).toMatchObject({ dialogs: { length: 1 }, windows: 1, url: expect.stringContaining(id) })
  expect(besideOf(file)).toContainEqual(expect.stringContaining('.before-'))
})

test('a damaged file that is not restored stays as it is, and its window shows the start page', async ({
  ownShell: shell,
  startShell,
}) => {
  const { file } = await backUp(shell)
  await shell.quit()
  damage(file)

  const told = await startShell().evaluate(async ({ answers, page, record, until }) => {
    answers['message'] = [{ response: 2 }]
    await until(() => record.dialogs.length > 0, 'the message')
    const window = await page()
    await window.getByRole('heading', { name: 'Recent workspaces' }).waitFor()
    return { dialogs: record.dialogs.length, url: window.url() }
  })
  expect(told).toEqual({ dialogs: 1, url: expect.stringContaining('?view=start') })
  expect(besideOf(file).filter((name) => name.includes('.before-'))).toEqual([])
})

/** Makes a backup of the workspace in the window, as its page does. */
function backUp(shell: ShellApp): Promise<{ id: string; file: string; madeAt: string }> {
  return shell.evaluate(async ({ page }) => {
    const window = await page()
    const id = new URL(window.url()).searchParams.get('workspace')!
    return window.evaluate(async (workspaceId) => {
      const read = async (path: string, method = 'GET') =>
        (await (await fetch(path, { method })).json()) as { data: never }
      const { data: made } = await read(`/app/v1/workspaces/${workspaceId}/backups`, 'POST')
      const { data: session } = await read('/app/v1/session')
      const { workspaces } = session as { workspaces: { id: string; file: string }[] }
      const { file } = workspaces.find((each) => each.id === workspaceId)!
      return { id: workspaceId, file, madeAt: (made as { created_at: string }).created_at }
    }, id)
  })
}

/** Overwrites the first page behind its header, as a bad disk would: SQLite cannot read the schema any more. */
function damage(file: string): void {
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(3900, 0xa5), 0, 3900, 110)
  closeSync(handle)
}

function besideOf(file: string): string[] {
  return readdirSync(file.slice(0, file.lastIndexOf('/')))
}
