import { type Browser, chromium, type JSHandle, type Page } from '@playwright/test'
import { expect } from '../expect.ts'
import { browserArgs, findOrInstallBrowser } from '../find-browser.ts'
import { Grid } from './grid.ts'

/**
 * Screens on which the last of a million rows exceeds the limit: rows are 34 CSS pixels high, and no
 * element is higher than 15 million device pixels.
 */
export const farScreens = [
  { name: 'two device pixels a pixel', ratio: 2 },
  { name: 'zoomed to 150 %', ratio: 1.5 },
] as const

/**
 * Launches a Chromium whose screen really has that ratio of device pixels; Playwright's emulation does not
 * have its limits.
 */
export function launchAtRatio(ratio: number): Promise<Browser> {
  const args = [...browserArgs, `--force-device-scale-factor=${ratio}`, '--window-size=1440,900']
  return chromium.launch({ executablePath: findOrInstallBrowser(console.error), args })
}

export class FarRows {
  readonly grid: Grid
  readonly page: Page
  readonly #total: number
  readonly #nameOf: (row: number) => string

  constructor(page: Page, total: number, nameOf: (row: number) => string) {
    this.grid = new Grid(page)
    this.page = page
    this.#total = total
    this.#nameOf = nameOf
  }

  async scrollToEnd(): Promise<void> {
    await this.grid.expectTotal(this.#total)
    await this.grid.input.focus()
    await this.page.keyboard.press('Control+Home')
    await this.page.keyboard.press('Control+End')
    await this.page.keyboard.press('Home')
    await this.expectInView(this.#total)
    await expect(this.grid.cursor).toHaveText(this.#nameOf(this.#total))
  }

  async goTo(row: number): Promise<void> {
    await this.grid.input.focus()
    await this.page.keyboard.press('Control+g')
    await this.page.getByRole('dialog', { name: 'Go to row' }).getByRole('textbox').fill(String(row))
    await this.page.keyboard.press('Enter')
    await this.expectInView(row)
  }

  async expectInView(row: number): Promise<void> {
    const drawn = this.grid.root.locator(`[aria-rowindex="${row + 1}"]`)
    await expect(drawn).toContainText(this.#nameOf(row))
    await expect(async () => {
      const [box, head, cell, frame] = await Promise.all([
        drawn.boundingBox(),
        drawn.getByRole('rowheader').boundingBox(),
        drawn.getByRole('gridcell').last().boundingBox(),
        this.page.getByRole('main').boundingBox(),
      ])
      if (!box || !head || !cell || !frame) throw new Error(`Row ${row} is not drawn.`)
      expect(box.y).toBeGreaterThan(frame.y)
      expect(box.y + box.height).toBeLessThanOrEqual(frame.y + frame.height)
      expect([head.y, cell.y]).toEqual([box.y, box.y])
    }).toPass()
  }

  /** Expects a wheel event to move the rows by exactly its distance, however far down. */
  async expectExactWheel(row: number): Promise<void> {
    const place = async (): Promise<number> => {
      const box = await this.grid.root.locator(`[aria-rowindex="${row + 1}"]`).boundingBox()
      if (!box) throw new Error(`Row ${row} is not drawn.`)
      return box.y
    }
    const before = await place()
    const thumb = await this.#watchThumb()
    await this.grid.cursor.hover()
    await this.page.mouse.wheel(0, -100)
    await expect.poll(async () => Math.abs((await place()) - before - 100)).toBeLessThan(1)
    // The thumb is corrected once the wheel rests; the rows must not jump then.
    await expect.poll(() => thumb.evaluate(({ writes }) => writes)).toBeGreaterThan(0)
    expect(Math.abs((await place()) - before - 100)).toBeLessThan(1)
    await this.page.mouse.wheel(0, 100)
    await expect.poll(async () => Math.abs((await place()) - before)).toBeLessThan(1)
  }

  async dragThumbToMiddle(): Promise<void> {
    const height = await this.#scrollHeight()
    const scroller = await this.#scroller()
    await scroller.evaluate((far) => (far.scrollTop = (far.scrollHeight - far.clientHeight) / 2))
    const middle = this.grid.rows().nth(12)
    await expect(async () => {
      const row = Number(await middle.getAttribute('aria-rowindex')) - 1
      expect(Math.abs(row / this.#total - 0.5)).toBeLessThan(0.001)
      await expect(middle).toContainText(this.#nameOf(row), { timeout: 2_000 })
    }).toPass()
    // The cursor's row is far away here and must not have increased the scroll height.
    expect(await this.#scrollHeight()).toBe(height)
  }

  async #scrollHeight(): Promise<number> {
    return (await this.#scroller()).evaluate(({ scrollHeight }) => scrollHeight)
  }

  async #watchThumb(): Promise<JSHandle<{ writes: number }>> {
    return (await this.#scroller()).evaluateHandle((far) => {
      const seen = { writes: 0 }
      const own = Object.getOwnPropertyDescriptor(Element.prototype, 'scrollTop')
      const set = (top: number): void => {
        seen.writes += 1
        own?.set?.call(far, top)
      }
      Object.defineProperty(far, 'scrollTop', { ...own, set })
      far.addEventListener('wheel', () => (seen.writes = 0), { passive: true })
      return seen
    })
  }

  #scroller(): Promise<JSHandle<Element>> {
    return this.page.evaluateHandle(() => {
      const scrolled = [...document.querySelectorAll('*')].filter(
        (element) => getComputedStyle(element).overflowY === 'auto',
      )
      return scrolled.reduce((a, b) => (b.scrollHeight > a.scrollHeight ? b : a))
    })
  }
}
