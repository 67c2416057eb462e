import type { Locator, Page } from '@playwright/test'
import { expect } from '../expect.ts'

/** The grid as people and screen readers use it: by roles, names and the keyboard. */
export class Grid {
  readonly root: Locator
  /** The only input: it takes the keys, and becomes the editor of the cell. */
  readonly input: Locator
  readonly cursor: Locator
  readonly status: Locator
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
    // Roles and names are found by their attributes: `getByRole` would compute the names of all cells for
    // every key pressed.
    this.root = page.locator('[role="grid"], [role="treegrid"]')
    this.input = page.locator('input[aria-label^="Cell"], input[aria-label^="Edit "]')
    this.cursor = this.root.locator('[role="gridcell"][aria-selected="true"]')
    this.status = page.getByRole('group', { name: 'Status' })
  }

  header(column: string): Locator {
    const button = this.#page.getByRole('button', { name: column, exact: true })
    return this.root.locator('[role="columnheader"]').filter({ has: button })
  }

  async headerNames(): Promise<string[]> {
    const heads = this.root
      .getByRole('columnheader')
      .filter({ has: this.#page.getByRole('button') })
      .filter({ hasNot: this.#page.getByRole('button', { name: 'Select all cells' }) })
    // Before the first rows have loaded the grid has no columns either.
    await heads.first().waitFor()
    return heads.evaluateAll((cells) =>
      cells.map((cell) => {
        const button = cell.querySelector('button')?.cloneNode(true) as Element | undefined
        button?.querySelector('.grid-header-unit')?.remove()
        return button?.textContent ?? ''
      }),
    )
  }

  /** Returns a drawn row: by its number from 1, or by the text of one of its cells. */
  row(which: number | string): Locator {
    const has =
      typeof which === 'number'
        ? this.#page.locator(`[role="rowheader"][aria-label="${which}"]`)
        : this.#page.getByRole('gridcell', { name: which, exact: true })
    return this.root.locator('[role="row"]').filter({ has })
  }

  rows(): Locator {
    return this.root.locator('[role="row"]').filter({ has: this.#page.locator('[role="rowheader"]') })
  }

  async cell(row: number | string, column: string): Promise<Locator> {
    const index = await this.header(column).getAttribute('aria-colindex')
    return this.row(row).locator(`[role="gridcell"][aria-colindex="${index}"]`)
  }

  async values(column: string, count: number): Promise<string[]> {
    const index = await this.header(column).getAttribute('aria-colindex')
    const cells = this.rows().locator(`[role="gridcell"][aria-colindex="${index}"]`)
    return (await cells.allInnerTexts()).slice(0, count)
  }

  async expectTotal(count: number): Promise<void> {
    // Read and compared here: `toHaveAttribute` describes all cells each time that it fails.
    await expect.poll(() => this.root.getAttribute('aria-rowcount')).toBe(String(count + 1))
  }

  /** Puts the cursor on a cell by keys, without pressing one for each column; the row counts from 1. */
  async goTo(row: number, column: string): Promise<void> {
    await this.input.focus()
    await this.input.evaluate(
      async (input, to) => {
        const press = (key: string, ctrlKey = false): void =>
          void input.dispatchEvent(
            new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true }),
          )
        // The effect of a key is drawn before the next task.
        const drawn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
        const place = (element: Element | null | undefined): number => Number(element?.ariaColIndex ?? NaN)
        const isTarget = (head: Element): boolean =>
          head.querySelector('.grid-header-name')?.textContent === to.column
        press('Home', true)
        for (let at = 1; at < to.row; at += 1) press('ArrowDown')
        await drawn()
        for (let last = ''; input.ariaLabel !== `Cell ${to.column}`; await drawn()) {
          if (input.ariaLabel === last) throw new Error(`The grid has no column ${to.column}.`)
          last = input.ariaLabel ?? ''
          const heads = [...document.querySelectorAll('[role="columnheader"]')]
          const at = place(document.querySelector('[role="gridcell"][aria-selected="true"]'))
          // Only as far as the drawn columns are adjacent: next to the frozen ones, columns of an earlier
          // scroll position may remain.
          const drawnAt = new Set(heads.map(place))
          let lastDrawn = at
          while (drawnAt.has(lastDrawn + 1)) lastDrawn += 1
          const steps = Math.max(1, (place(heads.find(isTarget)) || lastDrawn) - at || 1)
          for (let step = 0; step < steps; step += 1) press('ArrowRight')
        }
      },
      { row, column },
    )
  }

  async goToColumn(column: string): Promise<void> {
    const { keyboard } = this.#page
    await keyboard.press('Home')
    for (let last = ''; ;) {
      const name = (await this.input.getAttribute('aria-label')) ?? ''
      if (name === `Cell ${column}`) return
      if (name === last) throw new Error(`The grid has no column ${column}.`)
      last = name
      await keyboard.press('ArrowRight')
    }
  }

  async chooseFromMenu(column: string, item: string): Promise<void> {
    await this.header(column).hover()
    await this.header(column)
      .getByRole('button', { name: `Menu of ${column}` })
      .click()
    await this.#page.getByRole('menuitem', { name: item }).click()
  }
}
