import { expect } from '@playwright/test'
import { test } from './fixtures.ts'

test('the menu is valid, names what is not there yet, and sends its commands to the page in front', async ({
  shell,
}) => {
  const { disabled, received } = await shell.evaluate(async ({ page, menuItems, chooseMenuItem }) => {
    const window = await page()
    await window.getByRole('grid').waitFor()
    await window.evaluate(() => {
      const { desktop } = globalThis as unknown as {
        desktop: { onCommand(listener: (command: string) => void): void }
      }
      const received: string[] = []
      Object.assign(globalThis, { received })
      desktop.onCommand((command) => received.push(command))
    })
    const commands = ['import', 'search', 'add-row', 'theme-dark']
    for (const command of commands) chooseMenuItem(command)
    await window.waitForFunction(
      () => (globalThis as unknown as { received: string[] }).received.length === 4,
    )
    await window.getByRole('dialog').waitFor()
    await window.waitForFunction(() => getComputedStyle(document.documentElement).colorScheme === 'dark')
    return {
      disabled: menuItems()
        .filter(({ enabled }) => enabled === false)
        .map(({ id }) => id),
      received: await window.evaluate(() => (globalThis as unknown as { received: string[] }).received),
    }
  })
  expect(disabled).toEqual(['check-for-updates'])
  expect(received).toEqual(['import', 'search', 'add-row', 'theme-dark'])
})

test('Help opens the documentation that the app itself serves', async ({ shell }) => {
  const origin = await shell.origin()
  const opened = await shell.evaluate(({ chooseMenuItem, record }) => {
    chooseMenuItem('documentation')
    return record.opened
  })
  expect(opened).toEqual([`${origin}/docs/`])
  expect((await fetch(opened[0]!)).status).toBe(200)
})

test('menu and about follow the language that the page is shown in, and the next start begins with it', async ({
  shell,
}) => {
  const labels = await shell.evaluate(async ({ page, menuItems, until }) => {
    const window = await page()
    const choose = (language: string): Promise<void> =>
      window.evaluate((chosen) => {
        const own = globalThis as unknown as Window
        own.localStorage.setItem('vitrine.language', chosen)
        own.dispatchEvent(new StorageEvent('storage', { key: 'vitrine.language' }))
      }, language)
    const labelOf = (id: string): string | undefined => menuItems().find((item) => item.id === id)?.label
    const seen: (string | undefined)[] = []
    for (const [language, label] of [
      ['de', 'Öffnen …'],
      ['en', 'Open…'],
    ] as const) {
      await choose(language)
      await until(() => labelOf('open-workspace') === label, `the menu in ${language}`)
      seen.push(labelOf('trash-rows'))
    }
    return seen
  })
  expect(labels).toEqual(['In den Papierkorb legen', 'Move to the Trash'])
})
