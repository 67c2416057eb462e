import type { Page } from '@playwright/test'
import { commandTexts } from '#shared/commands.ts'
import { goTitles } from './declared-pages.ts'
import { expect, test } from './fixtures.ts'
import { Grid } from './pages/grid.ts'
import type { Api } from './served-app.ts'

const dialogs = '.ui-dialog[role="dialog"]'
const others = commandTexts.map(({ title }) => title)
// Commands that leave the page: the end of the session, another window, the desktop's own dialogs.
const leaving = /start page|another workspace|sign out|new window|close|quit|reload|full screen|zoom/i
const settleMs = 120

class DialogWalk {
  readonly seen = new Set<string>()
  readonly faults: string[] = []
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async runCommand(title: string): Promise<void> {
    // Keys are ignored before the app has loaded.
    await this.#page.getByRole('button', { name: 'Help and appearance' }).waitFor()
    await this.#page.keyboard.press('Control+k')
    await this.#page.getByRole('combobox', { name: 'Command or entry' }).fill(title)
    const option = this.#page.getByRole('option', { name: title }).first()
    if (!(await option.isVisible().catch(() => false))) return this.close()
    await option.click()
    await this.typeIfOpen(title)
  }

  async pressAll(title: string): Promise<void> {
    await this.runCommand(title)
    const main = this.#page.getByRole('main')
    const names = await main
      .getByRole('button')
      .evaluateAll((all) =>
        all
          .filter((one) => one.checkVisibility() && !(one as HTMLButtonElement).disabled)
          .map((one) => one.getAttribute('aria-label') ?? one.textContent.trim()),
      )
    for (const name of oneOfEachKind(names)) {
      const press = async (): Promise<void> => {
        const button = main.getByRole('button', { name, exact: true }).first()
        // An earlier press may have changed the page.
        if (!(await button.isVisible())) await this.runCommand(title)
        await button.click({ timeout: 500 }).catch(() => undefined)
      }
      await press()
      const items = await this.#page.getByRole('menuitem').allInnerTexts()
      await this.typeIfOpen(name)
      for (const item of items.map((text) => text.split('\n')[0] ?? '')) {
        if (item === '' || leaving.test(item)) continue
        await press()
        await this.#page
          .getByRole('menuitem', { name: item })
          .first()
          .click({ timeout: 500 })
          .catch(() => undefined)
        await this.typeIfOpen(item)
      }
    }
  }

  /** Checks that typed text goes to the dialog and nothing behind it, then closes the dialog. */
  async typeIfOpen(by: string): Promise<void> {
    await this.#page.waitForTimeout(settleMs)
    const dialog = this.#page.locator(dialogs).last()
    if (await dialog.isVisible().catch(() => false)) {
      const title =
        (await dialog
          .getByRole('heading')
          .first()
          .innerText()
          .catch(() => '')) || by
      this.seen.add(title)
      for (const key of ['x', '1']) {
        if (!(await this.#holdsFocus())) this.faults.push(`${title} (${by})`)
        await this.#page.keyboard.type(key)
      }
    }
    await this.close()
  }

  async close(): Promise<void> {
    for (let tries = 0; tries < 4; tries += 1) {
      if ((await this.#page.locator(`${dialogs}, [role="menu"]`).count()) === 0) return
      await this.#page.keyboard.press('Escape')
      const discard = this.#page.getByRole('button', { name: /^(Discard|Leave|Close without)/ })
      if (await discard.isVisible().catch(() => false)) await discard.click()
    }
  }

  #holdsFocus(): Promise<boolean> {
    return this.#page.evaluate((selector) => {
      const { activeElement, body } = document
      const isOpen = document.querySelector(selector) !== null
      return !isOpen || (activeElement !== body && activeElement?.closest('#root') === null)
    }, dialogs)
  }
}

/** Returns only the first of buttons with the same action on several things (Edit Price, Edit Name). */
function oneOfEachKind(names: readonly string[]): string[] {
  const kinds = new Map<string, string>()
  for (const name of names) {
    const kind = /^(Menu of|[A-Z][a-z]+) \S/.exec(name)?.[1] ?? name
    const isSeveral = names.filter((other) => other.startsWith(`${kind} `)).length > 3
    const key = isSeveral ? kind : name
    if (name !== '' && !leaving.test(name) && !kinds.has(key)) kinds.set(key, name)
  }
  return [...kinds.values()]
}

async function valuesOf(api: Api): Promise<string[]> {
  return (await api.list('products')).map(({ id, attributes }) => JSON.stringify([id, attributes])).sort()
}

const promise = 'holds the focus, and what is typed into it changes no cell behind it'

const commands = others.filter((title) => !leaving.test(title))
const atOnce = 15
for (let from = 0; from < commands.length; from += atOnce) {
  const some = commands.slice(from, from + atOnce)
  const titles = `“${some[0]}” to “${some.at(-1)}”`
  test(
    `grid.access.6 every dialog that a command opens, ${titles}, ${promise}`,
    { tag: '@long' },
    async ({ open, page, api, catalog }) => {
      await open()
      const walk = new DialogWalk(page)
      const before = await valuesOf(api)
      for (const title of some) {
        await catalog.goTo('Products')
        await new Grid(page).goTo(2, 'Price')
        await walk.runCommand(title)
      }
      expect(walk.faults).toEqual([])
      // Some commands change rows themselves, but never write the typed text.
      const after = await valuesOf(api)
      expect(after.filter((row) => !before.includes(row) && /x1|1x/.test(row))).toEqual([])
    },
  )
}

for (const title of goTitles)
  test(
    `grid.access.6 every dialog of the page behind “${title}” ${promise}`,
    { tag: '@long' },
    async ({ open, page }) => {
      await open()
      const walk = new DialogWalk(page)
      await walk.pressAll(title)
      expect(walk.faults).toEqual([])
    },
  )
