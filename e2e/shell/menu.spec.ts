import { expect } from '@playwright/test'
import { test } from './fixtures.ts'

test('the menu is valid, names what is not there yet, and sends its commands to the page in front', async ({
  shell,
}) => {
  const { theme, disabled, heard } = await shell.evaluate(async ({ page, menuItems, chooseMenuItem }) => {
    const window = await page()
    await window.getByRole('grid').waitFor()
    await window.evaluate(() => {
      const { desktop } = globalThis as unknown as {
        desktop: { onCommand(listener: (command: string) => void): void }
      }
      const heard: string[] = []
      Object.assign(globalThis, { heard })
      desktop.onCommand((command) => heard.push(command))
    })
    const commands = ['import', 'search', 'add-row', 'theme-dark']
    for (const command of commands) chooseMenuItem(command)
    await window.waitForFunction(() => (globalThis as unknown as { heard: string[] }).heard.length === 4)
    await window.getByRole('dialog').waitFor()
    return {
      theme: await window.evaluate(() => getComputedStyle(document.documentElement).colorScheme),
      disabled: menuItems()
        .filter(({ enabled }) => enabled === false)
        .map(({ id }) => id),
      heard: await window.evaluate(() => (globalThis as unknown as { heard: string[] }).heard),
    }
  })
  expect(theme).toBe('dark')
  expect(disabled).toEqual(['check-for-updates'])
  expect(heard).toEqual(['import', 'search', 'add-row', 'theme-dark'])
})

test('Help opens the documentation that the app itself serves', async ({ shell }) => {
  const origin = await shell.origin()
  const opened = await shell.evaluate(({ chooseMenuItem, record }) => {
    chooseMenuItem('documentation')
    return record.opened
  })
  expect(opened).toEqual([`${origin}/docs/developers/errors`])
  expect((await fetch(opened[0]!)).status).toBe(200)
})
